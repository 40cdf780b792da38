//! `GET /operator/api/runs`: the nodes with what each says about itself, and what waits in the database. A part that
//! cannot be shown says why, and the others are shown.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use fairway_audit::{dates, projections};
use fairway_events::connections;
use fairway_operator_accounts::access::{Permitted, SeeRuns};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::nodes::ListedNode;
use fairway_store::nodes::status::NodeStatus;
use fairway_store::{nodes, outbox};
use fairway_text::error_chain::Chain;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::state::Operators;

/// How long each part may take.
const TIME_LIMIT: Duration = Duration::from_secs(3);

/// A process.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NodeEntry {
    /// Made anew with each start.
    pub id: Uuid,
    /// `serve`: it answers members and writes; `project`: it only projects.
    pub role: String,
    /// Its release.
    pub version: String,
    /// Its last announcement; RFC 3339 with the offset of Europe/Amsterdam.
    pub seen_at: String,
    /// Whether it announces itself no more: then all that is shown of it is as old as `seen_at`.
    pub is_silent: bool,
    /// Whether it answers this request.
    pub is_this_one: bool,
    /// Its last status; null: it stored none, or one that this release cannot read.
    pub status: Option<NodeStatus>,
}

/// The mails that wait.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailQueue {
    /// Mails that wait.
    pub waiting: i64,
    /// Of these: after at least one failed attempt.
    pub retrying: i64,
    /// Mails of the last 90 days that were given up.
    pub failed: i64,
    /// When the mail that waits longest was queued; null: none waits that is due.
    pub oldest_queued_at: Option<String>,
}

/// The orders whose payment is not known yet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PaymentQueue {
    /// Orders that are open.
    pub open: i64,
    /// When the oldest of them was placed; null: there is none.
    pub oldest_placed_at: Option<String>,
    /// Refunds that the provider has not confirmed.
    pub refunds_due: i64,
}

/// A projection, and how far it is behind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProjectionEntry {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` or `failing`.
    pub state: &'static str,
    /// Events that it has not processed.
    pub lag_events: i64,
}

/// The processes, and the work that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Runs {
    /// The processes of the last day, those that announce themselves first; null: not known now.
    pub nodes: Option<Vec<NodeEntry>>,
    /// The mails that wait; null: not known now.
    pub mails: Option<MailQueue>,
    /// The payments that are open; null: not known now.
    pub payments: Option<PaymentQueue>,
    /// Every projection; null: not known now.
    pub projections: Option<Vec<ProjectionEntry>>,
    /// A sentence for each part that cannot be shown, with the cause.
    pub missing: Vec<String>,
}

/// The processes, and the work that waits
#[utoipa::path(
    get,
    path = "/operator/api/runs",
    operation_id = "operator_runs",
    tag = "watching",
    security(("operator" = ["support", "auditor", "admin"])),
    responses((status = 200, description = "The nodes, and what waits", body = Runs)),
)]
pub(crate) async fn runs(
    State(operators): State<Arc<Operators>>,
    _: Permitted<SeeRuns>,
) -> Result<Json<Runs>, OperatorFailure> {
    let mut missing = Vec::new();
    let (nodes, mails, payments, projections) = tokio::join!(
        part("The nodes", async { Ok(nodes::list(&operators.common.pool).await?) }),
        part("The mails that wait", async { Ok(outbox::counts(&operators.common.pool).await?) }),
        part("The open payments", async { Ok(operators.common.reads.open_order_totals().await?) }),
        part("The projections", async { projections::watch(&operators.common.pool).await }),
    );
    let this_one = operators.node;
    Ok(Json(Runs {
        nodes: kept(nodes, &mut missing)
            .map(|nodes| nodes.into_iter().map(|node| NodeEntry::from_node(node, this_one)).collect()),
        mails: kept(mails, &mut missing).map(|counts| MailQueue {
            waiting: counts.queued,
            retrying: counts.retrying,
            failed: counts.failed,
            oldest_queued_at: counts.oldest_queued_at.map(dates::rfc3339),
        }),
        payments: kept(payments, &mut missing).map(|open| PaymentQueue {
            open: open.count,
            oldest_placed_at: open.oldest.map(dates::rfc3339),
            refunds_due: open.refunds_due,
        }),
        projections: kept(projections, &mut missing).map(|watch| {
            let entry = |one: projections::WatchedProjection| ProjectionEntry {
                name: one.name,
                state: one.state,
                lag_events: one.lag_events,
            };
            watch.projections.into_iter().map(entry).collect()
        }),
        missing,
    }))
}

impl NodeEntry {
    fn from_node(node: ListedNode, this_one: Option<Uuid>) -> Self {
        Self {
            is_this_one: Some(node.id) == this_one,
            id: node.id,
            role: node.role,
            version: node.version,
            seen_at: dates::rfc3339(node.seen_at),
            is_silent: node.is_silent,
            // Another release may have stored what this one cannot read.
            status: node.status.and_then(|status| serde_json::from_value(status).ok()),
        }
    }
}

/// A part of the answer, or the sentence that says why it is missing.
pub(super) async fn part<T>(
    name: &str,
    requester: impl Future<Output = anyhow::Result<T>>,
) -> Result<T, String> {
    match connections::bounded(TIME_LIMIT, requester).await {
        Some(Ok(part)) => Ok(part),
        Some(Err(error)) => {
            tracing::warn!(part = name, error = %Chain(error.as_ref()), "a part of what runs cannot be read");
            Err(format!("{name} cannot be shown: the database did not answer."))
        }
        None => Err(format!("{name} cannot be shown: the database took too long.")),
    }
}

pub(super) fn kept<T>(part: Result<T, String>, missing: &mut Vec<String>) -> Option<T> {
    part.map_err(|why| missing.push(why)).ok()
}
