//! For load balancers and operators: does the process live, and should it get requests?

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fairway_query::{Projection, ProjectionState, ProjectionStatus};
use serde::Serialize;
use utoipa::ToSchema;

use super::failure::Chain;
use crate::app::App;
use crate::database::is_migrated;

/// Longer, and a load balancer has given up anyway.
const PATIENCE: Duration = Duration::from_secs(3);

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
    /// The database answers.
    pub database: bool,
    /// Every migration that this program knows has been run.
    pub migrations: bool,
    /// The writer takes commands.
    pub writer: bool,
    /// Commands that wait for the writer.
    pub queue_depth: usize,
    /// What is known to be wrong with the own PostgreSQL, and what to do where it does not mend by itself.
    pub troubles: Vec<String>,
    /// The read models.
    pub projections: Vec<ProjectionHealth>,
}

/// One read model.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectionHealth {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` at an event that cannot be read, or `failing`.
    pub state: &'static str,
    /// The last position that it has taken in.
    pub position: i64,
    /// Events that it is behind.
    pub lag: i64,
}

/// Ready
///
/// A read model that is behind is no reason to send members away; one that stands still is, if members see it.
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

fn runs(status: &ProjectionStatus) -> bool {
    status.state == ProjectionState::Running
}

/// Whether members' screens are made of it. Mails, figures and the seal may stand still without a reason to close the
/// portal; metrics and operators are told.
fn is_seen(status: &ProjectionStatus) -> bool {
    Projection::MEMBER_FACING.iter().any(|projection| projection.name() == status.name)
}

async fn readiness(app: &App) -> Readiness {
    let looking = async {
        let migrations = is_migrated(&app.pool).await?;
        Ok::<_, fairway_query::ReadError>((migrations, app.reads.projections().await?))
    };
    let writer = app.writer.is_running();
    let queue_depth = app.writer.queue_depth();
    let troubles = app.health.troubles();
    match tokio::time::timeout(PATIENCE, looking).await {
        Ok(Ok((migrations, statuses))) => {
            let projecting = statuses.iter().all(|status| runs(status) || !is_seen(status));
            Readiness {
                ready: migrations && projecting && writer && troubles.is_empty(),
                database: true,
                migrations,
                writer,
                queue_depth,
                troubles,
                projections: statuses
                    .into_iter()
                    .map(|status| ProjectionHealth {
                        state: status.state.as_str(),
                        position: status.position,
                        lag: status.lag(),
                        name: status.name,
                    })
                    .collect(),
            }
        }
        away => {
            if let Ok(Err(error)) = away {
                tracing::warn!(error = %Chain(&error), "not ready: the database does not answer");
            }
            Readiness {
                ready: false,
                database: false,
                migrations: false,
                writer,
                queue_depth,
                troubles,
                projections: Vec::new(),
            }
        }
    }
}
