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
use fairway_store::PgPool;
use fairway_store::database;
use fairway_text::error_chain::Chain;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;

/// The time limit of the check: load balancers do not wait longer.
const TIME_LIMIT: Duration = Duration::from_millis(2500);
/// A command that waits longer means that this node cannot write; another may.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The process is alive.
#[derive(Debug, Serialize, ToSchema)]
pub struct Alive {
    /// Always `ok`.
    pub status: &'static str,
}

/// Liveness
///
/// Does not check the database: a restart of this process would not repair it.
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

/// Whether this node can answer requests, and the state of each check.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// Whether this node can answer requests.
    pub ready: bool,
    /// The process is shutting down: it still answers for some seconds, and then ends.
    pub draining: bool,
    /// The database answers.
    pub database: bool,
    /// Every migration of this program's version has run.
    pub migrations: bool,
    /// The writer accepts commands, and none has waited for more than 5 s.
    pub writer: bool,
    /// Number of commands that wait for the writer.
    pub queue_depth: usize,
    /// Seconds that the oldest waiting command has waited.
    pub oldest_waiting_s: u64,
    /// State of the circuit breaker for the payment provider: `closed` means that calls work. With `open` or `half_open`
    /// the node stays ready, since only payments fail, and on every node.
    #[schema(pattern = "^(closed|open|half_open)$")]
    pub payment_breaker: &'static str,
    /// The known problem of Fairway's own PostgreSQL or of the journal, and what to do if it needs an operator.
    pub troubles: Vec<String>,
    /// A problem that an operator must investigate although this node works.
    pub warnings: Vec<String>,
    /// The read models. They do not affect readiness: all nodes show the same ones.
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
    /// The position of the last event that it has processed.
    pub position: i64,
    /// Number of events that it has not processed yet.
    pub lag: i64,
}

/// Readiness
///
/// Whether this node can answer requests: its database answers, its migrations have run, its writer makes progress, and
/// it is not shutting down. A read model that is behind or stopped is reported here, but the node stays ready: all nodes
/// show the same read models, and booking continues.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operations",
    security(()),
    responses(
        (status = 200, description = "Ready", body = Readiness),
        (status = 503, description = "Not ready, with the reason", body = Readiness),
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
    /// Every migration of this program's version has run.
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
    let DatabaseCheck { database, migrations, projections } = check_database(&app.monitoring.pool).await;
    let oldest_waiting = app.common.writer.oldest_waiting().unwrap_or_default();
    let writer = app.common.writer.is_running() && oldest_waiting <= LONGEST_WAIT;
    if !writer {
        tracing::warn!(?oldest_waiting, "not ready: the writer makes no progress");
    }
    let troubles = app.monitoring.health.problems();
    let draining = app.monitoring.health.is_draining();
    Readiness {
        ready: migrations && writer && troubles.is_empty() && !draining,
        draining,
        database,
        migrations,
        writer,
        queue_depth: app.common.writer.queue_depth(),
        oldest_waiting_s: oldest_waiting.as_secs(),
        payment_breaker: app.payments.provider.known().state.as_str(),
        troubles,
        warnings: warnings(app),
        projections,
    }
}

/// A journal that went back does not make a node unready: every node finds the same, and continues from its present
/// head.
fn warnings(app: &App) -> Vec<String> {
    let rewinds = app.common.writer.stats().rewinds();
    let went_back = (rewinds > 0).then(|| {
        format!(
            "the journal was found to have gone back ({rewinds} times since the start): bookings that were acknowledged \
             may be lost (docs/operations/incidents.md, \"The journal went back\")"
        )
    });
    let held_back = app.monitoring.health.kinds_of_others().held_back;
    let upgrading = (!held_back.is_empty()).then(|| {
        format!(
            "events that are not written until every node can read them: {} (docs/operations/run.md, \"Upgrades\")",
            held_back.join(", ")
        )
    });
    let away = app.payments.provider.is_unavailable().then(|| {
        "the payment provider does not answer: members see that they cannot pay; open orders are settled when \
         it answers again"
            .to_owned()
    });
    let archiving = app.monitoring.health.archiving.as_ref().and_then(Archiving::problem);
    [went_back, upgrading, away, archiving].into_iter().flatten().collect()
}
