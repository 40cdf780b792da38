//! What `fairway project` answers at `FAIRWAY_PROJECT_LISTEN`: whether it lives, whether it can work, and its numbers.
//! Nothing of the portal: members have no business here.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use serde::Serialize;
use sqlx::PgPool;
use tower_http::catch_panic::CatchPanicLayer;

use super::client_address::Peer;
use super::failure::Failure;
use super::probes::{self, DatabaseCheck, ProjectionHealth};
use super::{guard, prometheus};
use crate::clock::Clock;
use crate::config::Config;
use crate::services::health::Health;
use crate::services::metrics;

/// A process that projects, as far as it is asked about.
#[derive(Debug)]
pub struct Projecting {
    /// As the operator set it.
    pub config: Config,
    /// The only clock.
    pub clock: Clock,
    /// Connections that nothing else uses.
    pub pool: PgPool,
    /// What is known of the database and the disk that the process depends on.
    pub health: Health,
    /// When it began to project.
    pub started: Instant,
}

/// Whether the process can work. A hot standby can, although another one does.
#[derive(Debug, Serialize)]
struct Readiness {
    ready: bool,
    database: bool,
    migrations: bool,
    troubles: Vec<String>,
    projections: Vec<ProjectionHealth>,
}

/// The three addresses.
pub fn router(projecting: Arc<Projecting>) -> Router {
    Router::new()
        .route("/healthz", get(probes::healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(page))
        .fallback(async || Failure::not_found("Dit adres bestaat niet."))
        .layer(from_fn(guard::bound_time))
        .layer(CatchPanicLayer::custom(guard::answer_panic))
        .layer(from_fn(guard::bound_head))
        .layer(map_response(protect))
        .with_state(projecting)
}

async fn readyz(State(projecting): State<Arc<Projecting>>) -> Response {
    let DatabaseCheck { database, migrations, projections } = probes::check_database(&projecting.pool).await;
    let troubles = projecting.health.problems();
    let ready = migrations && troubles.is_empty();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Readiness { ready, database, migrations, troubles, projections })).into_response()
}

async fn page(
    State(projecting): State<Arc<Projecting>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    prometheus::let_in(&projecting.config, peer.ip(), &headers)?;
    let Projecting { pool, clock, health, started, .. } = &*projecting;
    prometheus::answer(metrics::projecting(pool, clock, health, *started).await)
}

/// There is no page here for a browser to show: it may load and frame nothing.
async fn protect(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    response
}
