//! For load balancers and operators: whether the process is alive, and whether it should get requests.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fairway_events::connections;
use fairway_postgres::backup::Archiving;
use fairway_query::{ProjectionStatus, ReadError, Reads};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::app::App;
use crate::error_chain::Chain;
use crate::store::database;

/// The time limit of the check: load balancers do not wait longer.
const TIME_LIMIT: Duration = Duration::from_millis(2500);
/// A command that waits longer means that this node cannot write; another may.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The process lives.
#[derive(Debug, Serialize, ToSchema)]
pub struct Alive {
    /// Always `ok`.
    pub status: &'static str,
}

/// Alive
///
/// Says nothing about the database: restarting the process would not bring that back.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operations",
    security(()),
    responses((status = 200, description = "The process answers", body = Alive))
)]
pub async fn healthz() -> Json<Alive> {
    Json(Alive { status: "ok" })
}

/// Whether requests should come here, and what stands in the way.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// Whether requests should come here.
    pub ready: bool,
    /// The process was asked to end: it answers for some seconds more, and then ends.
    pub draining: bool,
    /// The database answers.
    pub database: bool,
    /// Every migration that this program knows has been run.
    pub migrations: bool,
    /// The writer takes commands, and none has waited for more than 5 s.
    pub writer: bool,
    /// Commands that wait for the writer.
    pub queue_depth: usize,
    /// How long the command has waited that waits longest, seconds.
    pub oldest_waiting_s: u64,
    /// The breaker before the payment provider: `closed` is well; `open` or `half_open` closes no node, since only paying
    /// fails, and on every node.
    #[schema(pattern = "^(closed|open|half_open)$")]
    pub payment_breaker: &'static str,
    /// What is known to be wrong with the own PostgreSQL or with the journal, and what to do where it does not mend
    /// by itself.
    pub troubles: Vec<String>,
    /// What an operator must look into although this node works.
    pub warnings: Vec<String>,
    /// The read models. They close no node: all nodes show the same ones.
    pub projections: Vec<ProjectionHealth>,
}

/// One read model.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectionHealth {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` at an event that cannot be read, or `failing`.
    #[schema(pattern = "^(running|stopped|failing)$")]
    pub state: &'static str,
    /// The last position that it has taken in.
    pub position: i64,
    /// Events that it is behind.
    pub lag: i64,
}

/// Ready
///
/// What this node lacks to answer: its database, migrations, a writer that gets on, and time, once it was asked to end.
/// A read model that is behind or stands
/// still is told here and is no reason to send members away: all nodes show the same one, and booking goes on.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operations",
    security(()),
    responses(
        (status = 200, description = "Ready", body = Readiness),
        (status = 503, description = "Not ready, and why", body = Readiness),
    )
)]
pub async fn readyz(State(app): State<Arc<App>>) -> Response {
    let readiness = readiness(&app).await;
    let status = if readiness.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(readiness)).into_response()
}

/// The result of a database check.
pub(super) struct DatabaseCheck {
    /// It answers.
    pub(super) database: bool,
    /// Every migration that this program knows has been run.
    pub(super) migrations: bool,
    /// The read models.
    pub(super) projections: Vec<ProjectionHealth>,
}

/// Checks the database, for a limited time.
pub(super) async fn check_database(pool: &PgPool) -> DatabaseCheck {
    let checking = async {
        let migrations = database::missing_migrations(pool).await? == 0;
        Ok::<_, ReadError>((migrations, Reads::new(pool.clone()).projections().await?))
    };
    let health = |status: ProjectionStatus| ProjectionHealth {
        state: status.state.as_str(),
        position: status.position,
        lag: status.lag(),
        name: status.name,
    };
    match connections::bounded(TIME_LIMIT, checking).await {
        Some(Ok((migrations, statuses))) => DatabaseCheck {
            database: true,
            migrations,
            projections: statuses.into_iter().map(health).collect(),
        },
        Some(Err(error)) => {
            if let ReadError::Database(error) = &error {
                connections::invalidate_after(error);
            }
            tracing::warn!(error = %Chain(&error), "not ready: the database does not answer");
            DatabaseCheck { database: false, migrations: false, projections: Vec::new() }
        }
        None => {
            tracing::warn!("not ready: the database does not answer in time");
            DatabaseCheck { database: false, migrations: false, projections: Vec::new() }
        }
    }
}

async fn readiness(app: &App) -> Readiness {
    let DatabaseCheck { database, migrations, projections } = check_database(&app.health_pool).await;
    let oldest_waiting = app.writer.oldest_waiting().unwrap_or_default();
    let writer = app.writer.is_running() && oldest_waiting <= LONGEST_WAIT;
    if !writer {
        tracing::warn!(?oldest_waiting, "not ready: the writer does not get on");
    }
    let troubles = app.health.problems();
    let draining = app.health.is_draining();
    Readiness {
        ready: migrations && writer && troubles.is_empty() && !draining,
        draining,
        database,
        migrations,
        writer,
        queue_depth: app.writer.queue_depth(),
        oldest_waiting_s: oldest_waiting.as_secs(),
        payment_breaker: app.provider.known().state.as_str(),
        troubles,
        warnings: warnings(app),
        projections,
    }
}

/// A journal that went back does not make a node unready: every node finds the same, and continues from its present
/// head.
fn warnings(app: &App) -> Vec<String> {
    let rewinds = app.writer.stats().rewinds();
    let went_back = (rewinds > 0).then(|| {
        format!(
            "the journal was found to have gone back ({rewinds} times since the start): bookings that were acknowledged \
             may be lost (docs/operations.md, \"The journal went back\")"
        )
    });
    let held_back = app.health.kinds_of_others().held_back;
    let upgrading = (!held_back.is_empty()).then(|| {
        format!(
            "not written until every node can read it: {} (docs/operations.md, \"Upgrades\")",
            held_back.join(", ")
        )
    });
    let away = app.provider.is_unavailable().then(|| {
        "the payment provider does not answer: members are told that paying is not possible, open orders are settled when \
         it is back"
            .to_owned()
    });
    let archiving = app.health.archiving.as_ref().and_then(Archiving::problem);
    [went_back, upgrading, away, archiving].into_iter().flatten().collect()
}
