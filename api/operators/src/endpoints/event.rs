//! `GET /operator/api/event`: one event of the journal. Its actor and payload concern persons, so the view is recorded.

use axum::Json;
use axum::extract::State;
use fairway_audit::timeline::{self, EventAnswer};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::views;

/// The event to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventQuery {
    /// Its position in the journal.
    pub position: i64,
}

/// One event
#[utoipa::path(
    get,
    path = "/operator/api/event",
    operation_id = "operator_event",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    params(EventQuery),
    responses(
        (status = 200, description = "The event, as in a timeline, with the others of its act", body = EventAnswer),
        (status = 404, description = "The journal has no such position", body = FailureBody),
    ),
)]
pub(crate) async fn event(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorQuery(query): OperatorQuery<EventQuery>,
) -> Result<Json<EventAnswer>, OperatorFailure> {
    let none = || OperatorFailure::not_found(format!("The journal has no position {}.", query.position));
    if query.position < 1 {
        return Err(none());
    }
    let answer = timeline::event(&common.pool, query.position).await?.ok_or_else(none)?;
    let list = format!("event {}", query.position);
    let of_others = answer.act.iter().flat_map(|other| &other.subjects);
    let shown = answer
        .event
        .subjects
        .iter()
        .chain(of_others)
        .map(|subject| format!("{} {}", subject.kind.replace('_', " "), subject.id));
    views::record_list(&common, &permitted.operator, &list, shown.collect::<Vec<_>>()).await?;
    Ok(Json(answer))
}
