//! `GET /operator/api/search`: the one search box, and its suggestions while somebody types. A search records whose data it
//! shows, as a view does; a session records the same hits once.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_audit::search::{self, Hit};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_events::MemberId;
use fairway_operator_accounts::access::{FindMembers, Operator, Permission, Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::state::Operators;
use crate::views;

/// Characters of a search, at most.
const LONGEST: usize = 200;
/// Hits, at most.
const MOST: usize = 50;
/// The answer to an admin alone, whatever else was found.
const NO_MEMBER: &str = "No member is known under this text. The role admin finds members alone.";

/// The text to search for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// An e-mail address or its domain, a name, a telephone number, a day of birth, a GSN, a postcode with the house number,
    /// several of these, a member's number, a booking's number (`N91W-1PPE`), an id or its first 8 digits, a voucher code, a
    /// payment (`tr_…`), a club with or without a day (`de-wilgenhoek/2026-11-28`, `wilgenhoek 3 dec`) or a position
    /// (`#4812`).
    pub q: String,
    /// Hits, at most; 1 to 50, by default 50.
    pub limit: Option<usize>,
}

/// The hits of a search.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchAnswer {
    /// The subjects; members who were found by name with the best first, then in the order of their names.
    pub results: Vec<SubjectHit>,
    /// Whether the text names the one hit, or the position, and nothing that is like it: a screen may open it at once. Nodes
    /// of the release before leave it out.
    #[schema(required = false)]
    pub exact: bool,
    /// The position, where one was asked for and the journal has it.
    pub position: Option<i64>,
    /// A hint: which texts would be accepted where nothing was found, or that there is more than is shown.
    pub message: Option<String>,
}

/// A subject, in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubjectHit {
    /// `member`, `booking`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// The display name.
    pub title: String,
    /// More about it; empty where the title says all.
    pub detail: String,
    /// The number of a booking or an order (`N91W-1PPE`); empty of everything else. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub number: String,
    /// A member's town; empty when there is none. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub city: String,
    /// `disabled`, of a member who cannot log in; empty otherwise. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub state: &'static str,
}

impl From<Hit> for SubjectHit {
    fn from(Hit { kind, id, title, detail, number, city, state, is_exact: _ }: Hit) -> Self {
        Self { kind, id, title, detail, number, city, state }
    }
}

/// Search
#[utoipa::path(
    get,
    path = "/operator/api/search",
    operation_id = "operator_search",
    tag = "look-up",
    security(("operator" = ["support", "auditor", "admin"])),
    params(SearchQuery),
    responses(
        (status = 200, description = "The hits; for an admin alone the members among them", body = SearchAnswer),
        (status = 422, description = "Nothing to search for", body = FailureBody),
    ),
)]
pub(crate) async fn search(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<FindMembers>,
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
    let limit = query.limit.unwrap_or(MOST);
    if !(1..=MOST).contains(&limit) {
        return Err(OperatorFailure::invalid_field("limit", format!("Ask for 1 to {MOST} hits.")));
    }
    let code = operators.links.codes.verify(text).ok();
    let is_code = code.is_some();
    let text = code.map_or_else(|| text.to_owned(), |code| code.place.to_string());
    let today = operators.common.clock.today();
    let mut found = search::search_on(&operators.common.pool, &text, today).await?;
    let roles = permitted.operator.roles();
    if !SearchMembers::ROLES.iter().any(|role| roles.contains(role)) {
        found.results.retain(|hit| hit.kind == "member");
        found.position = None;
        if found.results.is_empty() {
            found.message = Some(NO_MEMBER.to_owned());
        }
    }
    let exact = found.is_exact();
    if found.results.len() > limit {
        found.results.truncate(limit);
        found.message = Some(format!("The first {limit} hits are shown: write more."));
    }
    record(
        &operators.common,
        &permitted.operator,
        if is_code { "voucher code" } else { found.by },
        &found.results,
    )
    .await?;
    Ok(Json(SearchAnswer {
        results: found.results.into_iter().map(SubjectHit::from).collect(),
        exact,
        position: found.position,
        message: found.message,
    }))
}

/// Records the hits that concern persons: all but clubs' days.
pub(super) async fn record(
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
