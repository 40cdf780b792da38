//! `GET /operator/api/session/acts`: what the operator did last, to go on with it.

use axum::Json;
use axum::extract::State;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_operator_accounts::access::{FindMembers, OwnSession, Permission, Permitted};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::operator_actions::listing::{self, ActionFilter, Kinds, Recorded};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::actions::ActionMember;
use crate::views;

/// Acts that are shown.
const LATEST: i64 = 10;

/// An act of the operator who asks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnAct {
    /// The record's id.
    pub id: Uuid,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The act, such as `close day`.
    pub action: String,
    /// The subject, such as `account` or `booking` with its id.
    pub subject: String,
    /// The subject as people name it: the number of a booking or an order, or a club's day; empty: it has no name. Nodes of
    /// the release before leave it out.
    #[schema(required = false)]
    pub subject_name: String,
    /// The member concerned; null too where the operator's roles find no members any more.
    pub member: Option<ActionMember>,
    /// Why.
    pub reason: String,
}

/// The last acts of the operator who asks, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnActs {
    /// Ten at most: no views, searches and log-ins.
    pub acts: Vec<OwnAct>,
}

/// One's own last acts
#[utoipa::path(
    get,
    path = "/operator/api/session/acts",
    operation_id = "operator_own_acts",
    tag = "session",
    responses((status = 200, description = "The last ten", body = OwnActs)),
)]
pub(crate) async fn acts(
    State(common): State<Common>,
    permitted: Permitted<OwnSession>,
) -> Result<Json<OwnActs>, OperatorFailure> {
    let operator = &permitted.operator;
    let filter = ActionFilter {
        kinds: Kinds::Work,
        operator_id: Some(operator.account_id()),
        ..ActionFilter::default()
    };
    let mut found = listing::list(&common.pool, &filter, LATEST).await?;
    let roles = operator.roles();
    if !FindMembers::ROLES.iter().any(|role| roles.contains(role)) {
        for act in &mut found {
            act.member_id = None;
        }
    }
    let shown: Vec<String> = found.iter().filter_map(|act| act.member_id).map(views::member).collect();
    views::record_list(&common, operator, "own acts", shown).await?;
    Ok(Json(OwnActs { acts: found.into_iter().map(OwnAct::from).collect() }))
}

impl From<Recorded> for OwnAct {
    fn from(act: Recorded) -> Self {
        Self {
            subject_name: act.subject_name(),
            id: act.id,
            at: dates::rfc3339(act.at),
            action: act.action,
            subject: act.subject,
            member: act.member_id.map(|id| ActionMember { id, name: act.member_name }),
            reason: act.reason,
        }
    }
}
