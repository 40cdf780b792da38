//! `GET /metrics` for Prometheus, on the portal's own port: no second port to open, and no access for strangers.
//!
//! With `FAIRWAY_METRICS_TOKEN` set, callers with this token may read. Without it, only a development machine may
//! read its own metrics, and not through a proxy: behind a proxy, every request seems to come from this machine.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use fairway_clock::random;
use fairway_endpoint::client_address::Peer;
use fairway_endpoint::failure::{Failure, FailureBody};

use super::loopback_only;
use crate::app::App;
use crate::config::Config;
use crate::services::metrics;

/// Metrics
///
/// In the text format of OpenMetrics, as Prometheus reads it; no personal data. Needs `FAIRWAY_METRICS_TOKEN` as bearer
/// token if that is set; if not, only requests from the machine itself are answered, and only in development.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operations",
    security((), ("bearer" = [])),
    responses(
        (status = 200, description = "The metrics",
         body = String, content_type = "application/openmetrics-text"),
        (status = 401, description = "The token is missing or wrong", body = FailureBody),
        (status = 404, description = "Metrics are not served to this client", body = FailureBody),
    )
)]
pub async fn metrics(
    State(app): State<Arc<App>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    authorize(&app.config, peer.ip(), &headers)?;
    answer(metrics::serving::page(&app).await)
}

/// A page that was written, or the failure.
pub(super) fn answer(page: Result<String, std::fmt::Error>) -> Result<Response, Failure> {
    match page {
        Ok(page) => Ok(([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], page).into_response()),
        Err(error) => {
            tracing::error!(%error, "the metrics cannot be written");
            Err(Failure::internal())
        }
    }
}

/// Whether this client may read the metrics.
pub(super) fn authorize(config: &Config, peer: IpAddr, headers: &HeaderMap) -> Result<(), Failure> {
    match &config.metrics_token {
        // Digests are compared, so that the duration reveals nothing about the token.
        Some(token) => match bearer(headers) {
            Some(given) if random::digest(given.as_bytes()) == random::digest(token.as_bytes()) => Ok(()),
            Some(_) | None => Err(Failure::unauthorized()),
        },
        None if !config.is_production() && peer.is_loopback() && is_local(headers) => Ok(()),
        None => Err(Failure::not_found("Dit adres bestaat niet.")),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Whether the request was sent to this machine by name, and by nobody else's program.
fn is_local(headers: &HeaderMap) -> bool {
    loopback_only::names_this_machine(&Uri::default(), headers) && !loopback_only::is_forwarded(headers)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn status(token: Option<&str>, production: bool, peer: &str, given: &[(&str, &str)]) -> u16 {
        let mut config = Config::from_lookup(|_| None).expect("the defaults");
        config.metrics_token = token.map(str::to_owned);
        if production {
            config.environment = crate::config::Environment::Production;
        }
        let headers = given
            .iter()
            .map(|(name, value)| {
                (name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value"))
            })
            .collect();
        match authorize(&config, peer.parse().expect("an address"), &headers) {
            Ok(()) => 200,
            Err(failure) => failure.status().as_u16(),
        }
    }

    #[test]
    fn only_the_token_allows_reading_from_anywhere() {
        let right = [("authorization", "Bearer scrape")];
        assert_eq!(status(Some("scrape"), true, "10.0.0.9", &right), 200);
        for given in ["Bearer Scrape", "Bearer ", "scrape", "Basic scrape"] {
            assert_eq!(status(Some("scrape"), false, "127.0.0.1", &[("authorization", given)]), 401);
        }
        assert_eq!(status(Some("scrape"), false, "127.0.0.1", &[]), 401);
    }

    #[test]
    fn without_a_token_only_a_development_machine_reads_its_own() {
        let host = ("host", "localhost:8080");
        assert_eq!(status(None, false, "127.0.0.1", &[host]), 200);
        assert_eq!(status(None, false, "::1", &[host]), 200);
        assert_eq!(
            status(None, true, "127.0.0.1", &[host]),
            404,
            "a proxy that adds no header looks like this"
        );
        assert_eq!(status(None, false, "192.0.2.1", &[host]), 404);
        assert_eq!(status(None, false, "127.0.0.1", &[("host", "evil.example")]), 404);
        assert_eq!(status(None, false, "127.0.0.1", &[host, ("via", "192.0.2.1")]), 404);
    }
}
