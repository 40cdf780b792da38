//! Every request gets an id of its own: it is in the response (`x-request-id`), on every log line, and it is the
//! correlation id of the events that the request causes. A client's own id is only logged beside it: used as
//! correlation id, it could link events of different members.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use fairway_clock::random;
use fairway_endpoint::request_context::{self, REQUEST_ID, RequestId, client_id};
use tracing::{Instrument, Span, field};

use crate::app::App;
use crate::services::telemetry::traces;

/// The server's time: the web app's calendar uses it instead of the device's clock.
const SERVER_NOW: HeaderName = HeaderName::from_static("x-fairway-now");

/// The position of the read models before a member's request was answered. A client that then opens `/api/live`
/// receives the changes after this position, and so misses none.
const READ_UP_TO: HeaderName = HeaderName::from_static("x-fairway-position");

/// Endpoints that load balancers and Prometheus request all the time.
pub(super) const MONITORING_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Assigns the request's id and logs its outcome. Paths hold ids of rounds and no personal data (signed links are
/// shortened); queries and bodies are never logged, because they can hold tokens and addresses.
pub async fn identify(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let now = app.common.clock.now();
    let id = random::new_id(now);
    request.extensions_mut().insert(RequestId(id));
    let span = tracing::info_span!(
        "request",
        request_id = %id,
        method = %request.method(),
        path = %loggable(&request),
        client_request_id = field::Empty,
        member = field::Empty,
        operator = field::Empty,
        club_user = field::Empty,
    );
    if let Some(theirs) = client_id(request.headers()) {
        span.record("client_request_id", theirs);
    }
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let trace = traces::of_request(&method, route.as_deref(), id);
    let is_members = request.headers().contains_key(header::AUTHORIZATION);
    let read_up_to = app.common.progress.reached();
    let started = Instant::now();
    let running = app.monitoring.metrics.requests.begin();
    let answering = async {
        let response = next.run(request).await;
        log(&response, route.as_deref(), started);
        response
    };
    let answering = answering.instrument(span).instrument(trace.clone());
    let mut response = request_context::scope(id, answering).await;
    drop(running);
    traces::answered(&trace, response.status());
    let (requests, took) = (&app.monitoring.metrics.requests, started.elapsed());
    requests.answered(route.as_deref(), &method, &path, response.status(), took);
    if let Ok(value) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    if let Ok(value) = HeaderValue::from_str(&now.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)) {
        response.headers_mut().insert(SERVER_NOW, value);
    }
    if is_members && response.status().is_success() {
        response.headers_mut().insert(READ_UP_TO, HeaderValue::from(read_up_to));
    }
    response
}

fn log(response: &Response, route: Option<&str>, started: Instant) {
    let status = response.status().as_u16();
    let duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    // Requests for files of the web app are many and say little, and so are those of monitoring.
    if route.is_some_and(|route| !MONITORING_PATHS.contains(&route)) {
        tracing::info!(parent: Span::current(), status, duration_ms, "answered");
    } else {
        tracing::debug!(status, duration_ms, "answered");
    }
}

/// The path; of a signed link only its route, so that readers of the log cannot open it.
fn loggable(request: &Request) -> String {
    let path = request.uri().path();
    let routes = ["/api/vouchers/", "/api/calendar/", "/api/shared/", "/shared/"];
    let signed = routes.into_iter().find(|route| path.starts_with(route));
    signed.map_or_else(|| path.to_owned(), |route| format!("{route}…"))
}
