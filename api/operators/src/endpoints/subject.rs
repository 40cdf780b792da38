//! `GET /operator/api/subject`: how a subject stands at a moment, and what differs from another. Each view is recorded.

use std::str::FromStr;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_audit::moment::Moment;
use fairway_audit::subject_page::{Spot, SubjectPage, subject_page};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::views;

/// A subject, and the moments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SubjectQuery {
    /// `member`, `booking`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: String,
    /// Its id, or what the search finds it by.
    pub id: String,
    /// The moment: `2026-11-25 09:00` (Europe/Amsterdam), RFC 3339 or a position; by default now.
    pub at: Option<String>,
    /// The moment after the event of this number in the subject's own stream.
    pub sequence: Option<i64>,
    /// Another moment, to compare with.
    pub compare_at: Option<String>,
    /// The same by the number of an event.
    pub compare_sequence: Option<i64>,
}

/// A subject at a moment
#[utoipa::path(
    get,
    path = "/operator/api/subject",
    operation_id = "operator_subject",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    params(SubjectQuery),
    responses(
        (status = 200, description = "The subject at that moment", body = SubjectPage),
        (status = 404, description = "Nothing is known under this id, or was at that moment", body = FailureBody),
        (status = 422, description = "A moment that cannot be read", body = FailureBody),
    ),
)]
pub(crate) async fn subject(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorQuery(query): OperatorQuery<SubjectQuery>,
) -> Result<Json<SubjectPage>, OperatorFailure> {
    let at = spot("at", query.at.as_deref(), query.sequence)?;
    let compare = spot("compare_at", query.compare_at.as_deref(), query.compare_sequence)?;
    let subject = views::open(&common, &permitted.operator, &query.kind, &query.id).await?;
    let page = subject_page(&common.pool, &subject, at, compare, common.clock.now()).await?;
    let mut page = page.map_err(OperatorFailure::not_found)?;
    if page.is_erased {
        // The title is the id for the next command; a screen needs a heading.
        page.name = Some("Erased member".to_owned());
    }
    Ok(Json(page))
}

fn spot(field: &str, moment: Option<&str>, sequence: Option<i64>) -> Result<Option<Spot>, OperatorFailure> {
    match (moment.filter(|text| !text.trim().is_empty()), sequence) {
        (_, Some(sequence)) => Ok(Some(Spot::Sequence(sequence))),
        (Some(text), None) => self::moment(field, text).map(Spot::Moment).map(Some),
        (None, None) => Ok(None),
    }
}

/// A moment that an operator wrote.
pub(super) fn moment(field: &str, text: &str) -> Result<Moment, OperatorFailure> {
    text.trim().parse().map_err(|why: String| {
        let sentence = impossible_day(text.trim()).unwrap_or_else(|| capitalised(&why));
        OperatorFailure::invalid_field(field, sentence)
    })
}

/// A sentence about a day that no calendar has, where a text begins with one: the other forms of a moment do not help
/// somebody who chose a date.
fn impossible_day(text: &str) -> Option<String> {
    let day: String = text.chars().take(10).collect();
    let is_day_form = day.len() == 10
        && day.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_day_form || NaiveDate::from_str(&day).is_ok() {
        return None;
    }
    Some(format!("There is no day {day} in the calendar."))
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_no_calendar_has_is_named_and_every_other_text_is_not() {
        let no_day = "There is no day 2026-02-30 in the calendar.";
        for text in ["2026-02-30", "2026-02-30 09:00", "2026-02-30T09:00:00+01:00"] {
            assert_eq!(impossible_day(text).as_deref(), Some(no_day), "{text}");
        }
        for text in [
            "2026-02-28",
            "2026-02-28 25:00",
            "yesterday",
            "4812",
            "",
            "30-02-2026",
            "2026-2-30",
            "²026-02-30",
        ] {
            assert_eq!(impossible_day(text), None, "{text}");
        }
    }
}
