//! `GET /operator/api/search`: the one search box. A search records whose data it shows, as a view does.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_audit::search::{self, Hit};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_events::MemberId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::access::{Operator, Permitted, SearchMembers};
use crate::body::OperatorQuery;
use crate::failure::OperatorFailure;
use crate::state::Operators;
use crate::views;

/// Characters of a search, at most.
const LONGEST: usize = 200;

/// The text to search for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// An e-mail address, a name, a member's number, an id or its first 8 digits, a voucher code, a payment (`tr_…`), a
    /// club's day (`de-wilgenhoek/2026-11-28`) or a position (`#4812`).
    pub q: String,
}

/// The hits of a search.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchAnswer {
    /// The subjects; members who were found by name in the order of their names.
    pub results: Vec<SubjectHit>,
    /// The position, where one was asked for and the journal has it.
    pub position: Option<i64>,
    /// A hint: which texts would be accepted where nothing was found, or that there is more than is shown.
    pub message: Option<String>,
}

/// A subject, in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubjectHit {
    /// `member`, `booking`, `voucher`, `order`, `club_day` or `waiting_list`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// The display name.
    pub title: String,
    /// More about it; empty where the title says all.
    pub detail: String,
}

impl From<Hit> for SubjectHit {
    fn from(Hit { kind, id, title, detail }: Hit) -> Self {
        Self { kind, id, title, detail }
    }
}

/// Search
#[utoipa::path(
    get,
    path = "/operator/api/search",
    operation_id = "operator_search",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    params(SearchQuery),
    responses(
        (status = 200, description = "The hits", body = SearchAnswer),
        (status = 422, description = "Nothing to search for", body = FailureBody),
    ),
)]
pub(crate) async fn search(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<SearchMembers>,
    OperatorQuery(query): OperatorQuery<SearchQuery>,
) -> Result<Json<SearchAnswer>, OperatorFailure> {
    let text = query.q.trim();
    let length = text.chars().count();
    if length > LONGEST {
        let sentence = format!("Search for at most {LONGEST} characters: these are {length}.");
        return Err(OperatorFailure::invalid_field("q", sentence));
    }
    if length == 0 || text.contains('\0') {
        let sentence = format!("Enter what to search for: 1 to {LONGEST} characters.");
        return Err(OperatorFailure::invalid_field("q", sentence));
    }
    let code = operators.links.codes.verify(text).ok();
    let is_code = code.is_some();
    let text = code.map_or_else(|| text.to_owned(), |code| code.place.to_string());
    let found = search::search(&operators.common.pool, &text).await?;
    record(
        &operators.common,
        &permitted.operator,
        if is_code { "voucher code" } else { found.by },
        &found.results,
    )
    .await?;
    Ok(Json(SearchAnswer {
        results: found.results.into_iter().map(SubjectHit::from).collect(),
        position: found.position,
        message: found.message,
    }))
}

/// Records the hits that concern persons: all but clubs' days.
async fn record(
    common: &Common,
    operator: &Operator,
    by: &str,
    results: &[Hit],
) -> Result<(), OperatorFailure> {
    let persons = results.iter().filter(|hit| hit.kind != "club_day");
    let shown = persons.map(|hit| format!("{} {}", hit.kind.replace('_', " "), hit.id)).collect();
    let member = match results {
        [only] if only.kind == "member" => only.id.parse().ok().map(MemberId),
        _ => None,
    };
    views::record_search(common, operator, by, shown, member).await
}
