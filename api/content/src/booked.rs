//! Whether a club's new rules leave rounds on days that would be closed or fuller than allowed. To close such a day is an
//! act of its own, which cancels its rounds.

use chrono::{Datelike, Days, NaiveDate};
use fairway_events::ClubId;
use fairway_query::{ReadError, Reads};
use fairway_store::content::rows::ClubRow;

/// Days ahead that are read: more than any booking window.
const AHEAD: Days = Days::new(400);
/// Days that the sentence names.
const NAMED: usize = 5;

/// Why a club's row is refused.
#[derive(Debug)]
pub(crate) struct Overbooked {
    /// The days with the places that are booked on each.
    pub sentence: String,
    /// The days that it names.
    pub days: Vec<NaiveDate>,
}

/// The refusal of a club's new row; none when every day from today on allows what is booked on it, or allowed it no more
/// before.
///
/// # Errors
/// [`ReadError`].
pub(crate) async fn refusal(
    reads: &Reads,
    before: Option<&ClubRow>,
    after: &ClubRow,
    today: NaiveDate,
) -> Result<Option<Overbooked>, ReadError> {
    let last = today.checked_add_days(AHEAD).unwrap_or(today);
    let mut days = reads.club_days((today, last), Some(&ClubId(after.id.clone())), None).await?;
    days.sort_by_key(|day| day.date);
    days.retain(|day| {
        let allowed = allowed(after, day.date);
        day.claimed > allowed && before.is_none_or(|before| allowed < self::allowed(before, day.date))
    });
    if days.is_empty() {
        return Ok(None);
    }
    let more = match days.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    days.truncate(NAMED);
    let named = days
        .iter()
        .map(|day| format!("{} ({} booked)", fairway_audit::dates::day(day.date), day.claimed))
        .collect::<Vec<_>>()
        .join(", ");
    let sentence = format!(
        "More places are booked than this would allow on {named}{more}. Use \"Close a day\" on the club's page first: it \
         cancels the rounds of a day and tells the members."
    );
    Ok(Some(Overbooked { sentence, days: days.into_iter().map(|day| day.date).collect() }))
}

/// The places that a club allows on a day.
fn allowed(club: &ClubRow, date: NaiveDate) -> u32 {
    let is_closed = club.closures.iter().any(|(closed, _)| *closed == date)
        || club.closed_weekdays.contains(&date.weekday());
    if is_closed { 0 } else { club.daily_capacity.unwrap_or(u32::MAX) }
}
