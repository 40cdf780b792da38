//! Pages of lists that are sorted by an instant, newest first: where the next page begins.

use chrono::{DateTime, Utc};
use fairway_operator_accounts::failure::OperatorFailure;
use uuid::Uuid;

/// Where a page begins: after the row of this instant and id. None: with the newest.
///
/// # Errors
/// 422 for a text that [`next`] did not make.
pub(super) fn cursor(text: Option<&str>) -> Result<Option<(DateTime<Utc>, Uuid)>, OperatorFailure> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let parsed = || {
        let (micros, id) = text.split_once('.')?;
        Some((instant(micros.parse().ok()?)?, id.parse().ok()?))
    };
    parsed().map(Some).ok_or_else(|| {
        OperatorFailure::invalid_field("before", "This page cannot be found: begin again with the newest.")
    })
}

/// The instant of these microseconds since 1970. None: no row is that old, and PostgreSQL knows no instant before 4713 BC.
pub(super) fn instant(micros: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_micros(micros).filter(|_| micros >= 0)
}

/// Shortens `rows` to a page of `length`, and tells where the next one begins, if there was a row more.
pub(super) fn next<T>(
    rows: &mut Vec<T>,
    length: i64,
    place: impl Fn(&T) -> (DateTime<Utc>, Uuid),
) -> Option<String> {
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let has_more = rows.len() > length;
    rows.truncate(length);
    let (at, id) = rows.last().filter(|_| has_more).map(place)?;
    Some(format!("{}.{id}", at.timestamp_micros()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_begins_after_the_last_row() {
        let row = |number: u8| (DateTime::<Utc>::UNIX_EPOCH, Uuid::from_u128(number.into()));
        let mut rows = vec![3, 2, 1];
        let next = next(&mut rows, 2, |number| row(*number)).expect("a third row");
        assert_eq!(rows, [3, 2]);
        assert_eq!(cursor(Some(&next)).expect("a cursor"), Some(row(2)));
        assert_eq!(super::next(&mut rows, 2, |number| row(*number)), None);
        let ancient = format!("-210866803200000001.{}", Uuid::nil());
        assert!(cursor(Some(&ancient)).is_err());
        assert!(cursor(Some("yesterday")).is_err() && cursor(None).expect("the first").is_none());
    }
}
