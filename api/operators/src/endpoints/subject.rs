//! `GET /operator/api/subject`: how a subject stands at a moment, and what differs from another. Each view is recorded.

use axum::Json;
use axum::extract::State;
use fairway_audit::moment::Moment;
use fairway_audit::subject_page::{Spot, SubjectPage, subject_page};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::access::{Permitted, SearchMembers};
use crate::body::OperatorQuery;
use crate::failure::OperatorFailure;
use crate::views;

/// A subject, and the moments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SubjectQuery {
    /// `member`, `booking`, `voucher`, `order`, `club_day` or `waiting_list`.
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
    let page = page.map_err(OperatorFailure::not_found)?;
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
    text.trim().parse().map_err(|why: String| OperatorFailure::invalid_field(field, capitalised(&why)))
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
