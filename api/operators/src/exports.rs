//! Lists as files for a spreadsheet. Each is recorded as an act with its reason, and names everybody whom it shows.

use axum::response::Response;
use chrono::NaiveDate;
use fairway_endpoint::answers::attachment;
use fairway_endpoint::common::Common;
use fairway_operator_accounts::access::Operator;
use fairway_operator_accounts::failure::OperatorFailure;

use crate::act::Acting;
use crate::views;

/// Rows of a file, at most.
pub(super) const MOST: i64 = 10_000;

/// Refuses a file of more rows than are allowed: `rows` were found of one more.
///
/// # Errors
/// 422 on the field that makes them fewer.
pub(super) fn refuse_more(rows: usize, field: &str, advice: &str) -> Result<(), OperatorFailure> {
    if i64::try_from(rows).is_ok_and(|rows| rows <= MOST) {
        return Ok(());
    }
    Err(OperatorFailure::invalid_field(field, format!("A file has at most 10,000 rows: {advice}.")))
}

/// Records the act, and whom the file shows, before it leaves.
pub(super) async fn record(
    common: &Common,
    operator: &Operator,
    acting: &Acting<'_>,
    (list, rows): (&str, usize),
    shown: impl IntoIterator<Item = String> + Send,
) -> Result<(), OperatorFailure> {
    acting.record("export", format!("{list} as csv, rows: {rows}"), None).await?;
    views::record_list(common, operator, "export", shown).await
}

/// The answer with a file of today.
///
/// # Errors
/// None in practice: a file is written to memory.
pub(super) fn file(
    name: &str,
    today: NaiveDate,
    csv: Result<Vec<u8>, std::io::Error>,
) -> Result<Response, OperatorFailure> {
    let csv = csv.map_err(anyhow::Error::from)?;
    Ok(attachment(&format!("fairway-{name}-{today}.csv"), "text/csv; charset=utf-8", csv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_as_many_rows_as_are_allowed_and_no_more() {
        assert!(refuse_more(10_000, "from", "choose a shorter period").is_ok());
        assert!(refuse_more(10_001, "from", "choose a shorter period").is_err());
    }
}
