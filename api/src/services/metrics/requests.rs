//! Requests by route template, method and status. A path without a route has a fixed label: random requests must not
//! make the page grow.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use super::page::Page;

/// Bucket bounds in seconds: from a cached response to the time limit of a request.
const DURATIONS: [f64; 13] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    route: Cow<'static, str>,
    method: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: Cow<'static, str>,
    method: &'static str,
    status: u16,
}

/// The requests of this process. Cheap to clone; clones count together.
#[derive(Debug, Clone)]
pub struct Requests {
    answers: Family<Answered, Counter>,
    durations: Family<Asked, Histogram, fn() -> Histogram>,
    in_flight: Arc<AtomicUsize>,
}

impl Default for Requests {
    fn default() -> Self {
        Self {
            answers: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(DURATIONS)),
            in_flight: Arc::default(),
        }
    }
}

/// Counts as a running request until it is dropped, also when the client disconnects.
#[derive(Debug)]
pub struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Requests {
    /// A request begins.
    #[must_use]
    pub fn begin(&self) -> Running {
        self.in_flight.fetch_add(1, Relaxed);
        Running(Arc::clone(&self.in_flight))
    }

    /// A request was answered. `route` is its template; none: no endpoint matched.
    pub fn answered(
        &self,
        route: Option<&str>,
        method: &Method,
        path: &str,
        status: StatusCode,
        took: Duration,
    ) {
        let route = match route {
            Some(route) => Cow::Owned(route.to_owned()),
            None if path.starts_with("/api") => Cow::Borrowed("unknown"),
            None => Cow::Borrowed("web"),
        };
        let method = known(method);
        let asked = Asked { route: route.clone(), method };
        self.durations.get_or_create(&asked).observe(took.as_secs_f64());
        self.answers.get_or_create(&Answered { route, method, status: status.as_u16() }).inc();
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        page.metric("fairway_http_requests", "Requests by route, method and status", &self.answers)?;
        page.metric(
            "fairway_http_request_duration_seconds",
            "Time to the response's first byte",
            &self.durations,
        )?;
        page.gauge("fairway_http_requests_in_flight", "Requests in progress", self.in_flight.load(Relaxed))
    }
}

/// The method; unknown methods share one label.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
