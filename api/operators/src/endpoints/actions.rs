//! `GET /operator/api/actions`: what operators did and looked at.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_store::operator_actions::{self, ActionFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::access::{Permitted, Watch};
use crate::body::OperatorQuery;
use crate::failure::OperatorFailure;
use crate::views;

/// Actions of a page.
const PAGE: i64 = 100;

/// The filters, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ActionsQuery {
    /// `next` of the page before.
    pub before: Option<String>,
    /// A part of an operator's name.
    pub operator: Option<String>,
    /// A part of the action or its subject, or a member's id.
    pub subject: Option<String>,
}

/// An act of an operator, or a view.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionEntry {
    /// The record's id.
    pub id: Uuid,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The operator's name.
    pub operator: String,
    /// The operator's account; null for a command on a machine, and for a link to a member's view.
    pub operator_id: Option<Uuid>,
    /// `view` or `search`, or the act, such as `close day`.
    pub action: String,
    /// The subject, such as `account` or `booking` with its id.
    pub subject: String,
    /// The member concerned.
    pub member: Option<ActionMember>,
    /// Why; empty for a view.
    pub reason: String,
}

/// A member whom an act concerns.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionMember {
    /// The member.
    pub id: Uuid,
    /// The name; null for one who was erased.
    pub name: Option<String>,
}

/// A page of actions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionsPage {
    /// The actions.
    pub actions: Vec<ActionEntry>,
    /// Where the next page begins; null: there is none.
    pub next: Option<String>,
}

/// Acts and views of operators
#[utoipa::path(
    get,
    path = "/operator/api/actions",
    operation_id = "operator_actions",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(ActionsQuery),
    responses(
        (status = 200, description = "A page, newest first", body = ActionsPage),
        (status = 422, description = "A page that cannot be found", body = FailureBody),
    ),
)]
pub(crate) async fn actions(
    State(common): State<Common>,
    permitted: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<ActionsQuery>,
) -> Result<Json<ActionsPage>, OperatorFailure> {
    let before = match query.before.as_deref() {
        None => None,
        Some(text) => Some(cursor(text).ok_or_else(|| {
            OperatorFailure::invalid_field(
                "before",
                "This page cannot be found: begin again with the newest.",
            )
        })?),
    };
    let wanted = |text: Option<String>| text.filter(|text| !text.trim().is_empty() && !text.contains('\0'));
    let filter = ActionFilter { before, operator: wanted(query.operator), subject: wanted(query.subject) };
    let mut found = operator_actions::list(&common.pool, &filter, PAGE + 1).await?;
    let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let has_more = found.len() > page;
    found.truncate(page);
    let next =
        found.last().filter(|_| has_more).map(|last| format!("{}.{}", last.at.timestamp_micros(), last.id));
    let shown: Vec<String> = found.iter().filter_map(|action| action.member_id).map(views::member).collect();
    views::record_list(&common, &permitted.operator, "actions", shown).await?;
    let actions = found
        .into_iter()
        .map(|action| ActionEntry {
            id: action.id,
            at: dates::rfc3339(action.at),
            operator: action.operator,
            operator_id: action.operator_id,
            action: action.action,
            subject: action.subject,
            member: action.member_id.map(|id| ActionMember { id, name: action.member_name }),
            reason: action.reason,
        })
        .collect();
    Ok(Json(ActionsPage { actions, next }))
}

/// The instant and the id of the last action of the page before.
fn cursor(text: &str) -> Option<(DateTime<Utc>, Uuid)> {
    let (micros, id) = text.split_once('.')?;
    Some((DateTime::from_timestamp_micros(micros.parse().ok()?)?, id.parse().ok()?))
}
