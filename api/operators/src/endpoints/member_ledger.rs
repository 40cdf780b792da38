//! `GET /operator/api/members/{id}/ledger`: how each right of a pass was used, in the sentences that the member reads, with
//! by whom and why.

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{Position, SubscriptionId};
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_query::LedgerEntry;
use fairway_round_data::ledger::{Change, LINES_PER_PAGE, explanation, next_page, read_cursor, write_cursor};
use fairway_store::{clubs, member_account};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::member::{Acts, NamedClub, RightAct, named};
use crate::{act, views};

/// A pass, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MemberLedgerQuery {
    /// A pass of the member.
    pub pass: String,
    /// `next` of the page before.
    pub before: Option<String>,
}

/// The kind of change of a right, as the member reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LedgerChange {
    /// A place took it.
    Gebruikt,
    /// It came back.
    Teruggegeven,
    /// It was lost.
    Vervallen,
}

impl From<Change> for LedgerChange {
    fn from(change: Change) -> Self {
        match change {
            Change::Used => Self::Gebruikt,
            Change::GivenBack => Self::Teruggegeven,
            Change::Lost => Self::Vervallen,
        }
    }
}

/// One change of one right.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemberLedgerLine {
    /// The day of the change.
    pub date: NaiveDate,
    /// The kind of change.
    pub kind: LedgerChange,
    /// The club.
    pub club: NamedClub,
    /// Length of the round.
    pub holes: u8,
    /// The play date.
    pub play_date: NaiveDate,
    /// The booking.
    pub booking_id: Uuid,
    /// The member's own place in it.
    pub place_id: Uuid,
    /// The sentence that the member reads where it is not their own doing, in Dutch; null otherwise.
    pub explanation: Option<String>,
    /// By whom, when and why; null where the journal has lost the event.
    pub act: Option<RightAct>,
}

/// A page of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemberLedger {
    /// Latest first.
    pub lines: Vec<MemberLedgerLine>,
    /// The `before` of the next page; null on the last one.
    pub next: Option<String>,
}

/// The ledger of a member's pass
#[utoipa::path(
    get,
    path = "/operator/api/members/{id}/ledger",
    operation_id = "operator_member_ledger",
    tag = "members",
    security(("operator" = ["support", "auditor"])),
    params(("id" = String, Path, description = "The member's id"), MemberLedgerQuery),
    responses(
        (status = 200, description = "Every right that was used, given back or forfeited, a page at a time", body = MemberLedger),
        (status = 404, description = "There is no such member, or the pass is not theirs", body = FailureBody),
        (status = 422, description = "No id of a pass, or a page that cannot be found", body = FailureBody),
    ),
)]
pub(crate) async fn ledger(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    PathText(id): PathText,
    OperatorQuery(query): OperatorQuery<MemberLedgerQuery>,
) -> Result<Json<MemberLedger>, OperatorFailure> {
    let id = act::member_id(&id)?;
    let no_pass = || OperatorFailure::invalid_field("pass", "Write the id of one of the member's passes.");
    let pass: SubscriptionId = query.pass.parse().map_err(|_| no_pass())?;
    let no_page = || {
        OperatorFailure::invalid_field("before", "This page cannot be found: begin again with the newest.")
    };
    let after = query.before.as_deref().filter(|text| !text.is_empty());
    let after = after.map(|text| read_cursor(text).ok_or_else(no_page)).transpose()?;
    if member_account::find(&common.pool, id).await?.is_none() {
        return Err(act::unknown_member(&common, id).await?);
    }
    views::record_member(&common, &permitted.operator, id).await?;
    let limit = i64::try_from(LINES_PER_PAGE + 1).unwrap_or(i64::MAX);
    let mut lines = common.reads.ledger(id, pass, after, limit).await?;
    // An unused pass has no lines either.
    if lines.is_empty() && !common.reads.subscriptions(id).await?.iter().any(|known| known.id == pass) {
        return Err(OperatorFailure::not_found(format!("This member has no pass {pass}.")));
    }
    let next = next_page(&mut lines).map(write_cursor);
    let positions: Vec<Position> = lines.iter().map(|line| line.cursor.position).collect();
    let acts = Acts::read(&common, &positions).await?;
    let clubs = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let shown = |line: &LedgerEntry| MemberLedgerLine {
        date: line.cursor.day,
        kind: Change::from(line.kind).into(),
        club: named(&line.club, &clubs),
        holes: line.holes.count(),
        play_date: line.play_date,
        booking_id: line.booking.0,
        place_id: line.place.0,
        explanation: explanation(line),
        act: acts.at(Some(line.cursor.position)),
    };
    Ok(Json(MemberLedger { lines: lines.iter().map(shown).collect(), next }))
}
