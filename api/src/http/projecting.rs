//! The endpoints of `fairway project` at `FAIRWAY_PROJECT_LISTEN`: liveness, readiness, and metrics. Nothing of the
//! portal: members do not use this port.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use fairway_clock::clock::Clock;
use fairway_endpoint::client_address::Peer;
use fairway_endpoint::failure::Failure;
use fairway_store::PgPool;
use serde::Serialize;
use tower_http::catch_panic::CatchPanicLayer;

use super::probes::{self, DatabaseCheck, ProjectionHealth};
use super::{guard, prometheus};
use crate::config::Config;
use crate::services::health::Health;
use crate::services::metrics;

/// The data of a projecting process for its endpoints.
#[derive(Debug)]
pub struct Projecting {
    /// The configuration.
    pub config: Config,
    /// The only clock.
    pub clock: Clock,
    /// Connections that are reserved for these endpoints.
    pub pool: PgPool,
    /// The state of the database and the disk that the process depends on.
    pub health: Health,
    /// When it began to project.
    pub started: Instant,
}

/// Whether the process can work. A hot standby is ready too, although another process projects.
#[derive(Debug, Serialize)]
struct Readiness {
    ready: bool,
    database: bool,
    migrations: bool,
    troubles: Vec<String>,
    projections: Vec<ProjectionHealth>,
}

/// The three endpoints.
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
    prometheus::authorize(&projecting.config, peer.ip(), &headers)?;
    let Projecting { pool, clock, health, started, .. } = &*projecting;
    prometheus::answer(metrics::projecting(pool, clock, health, *started).await)
}

/// This port has no page for a browser: it may load and frame nothing.
async fn protect(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    response
}
