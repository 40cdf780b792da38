//! Traces by OpenTelemetry, if a collector is configured: a request, the command that it submits, the commit that this
//! command shares with others. Ids and route templates, no personal data.
//!
//! Spans wait in a bounded queue and a thread of their own sends them: when the collector is slow or unavailable, spans
//! are lost and requests are not. The spans have level debug, so that they cost almost nothing without a collector.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use axum::http::{Method, StatusCode};
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing::{Level, Span, Subscriber, field};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::registry::LookupSpan;
use uuid::Uuid;

/// The target of request spans. The spans of the log have more fields and another target.
const REQUESTS: &str = "fairway_trace";
/// The time limit of one delivery; a span is delivered within it, or never.
const DELIVERY: Duration = Duration::from_secs(5);
/// How long the end of the process waits for the last spans.
const FLUSH: Duration = Duration::from_secs(3);

/// A running delivery of spans.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Sends to an OTLP endpoint over HTTP, such as `http://localhost:4318`. Whether a collector responds there is
    /// reported later, in the log.
    ///
    /// # Errors
    /// When the endpoint is no address.
    pub fn to(endpoint: &str) -> anyhow::Result<Self> {
        let base = endpoint.trim_end_matches('/').trim_end_matches("/v1/traces");
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Delivery::new()?)
            .with_endpoint(format!("{base}/v1/traces"))
            .with_timeout(DELIVERY)
            .build()
            .context("OTEL_EXPORTER_OTLP_ENDPOINT is not the address of a collector")?;
        let resource =
            Resource::builder().with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
        // `OTEL_SERVICE_NAME` has priority; without a name the service would be called unknown_service.
        let resource = match std::env::var_os("OTEL_SERVICE_NAME") {
            Some(_) => resource,
            None => resource.with_service_name("fairway"),
        };
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build())
            .build();
        Ok(Self(provider))
    }

    /// The layer that receives the spans.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        let exported_targets =
            Targets::new().with_target(REQUESTS, Level::DEBUG).with_target("fairway_command", Level::DEBUG);
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("fairway"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            // Events of the log are not exported: only the fields of these spans may leave the system.
            .with_filter(tracing_subscriber::filter::FilterExt::and(
                exported_targets,
                filter_fn(|it| it.is_span()),
            ))
    }

    /// Sends the remaining spans, for a bounded time.
    pub async fn finish(self) {
        let flushing = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(FLUSH));
        match tokio::time::timeout(FLUSH + Duration::from_secs(1), flushing).await {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(error))) => tracing::warn!(%error, "the last traces were not delivered"),
            Ok(Err(_)) | Err(_) => tracing::warn!("the last traces were not delivered in time"),
        }
    }
}

/// Sends spans with the HTTP client that the portal already uses.
#[derive(Debug)]
struct Delivery {
    client: reqwest::Client,
    /// Spans are sent from a thread without a runtime.
    runtime: Handle,
    failing: AtomicBool,
}

impl Delivery {
    fn new() -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .timeout(DELIVERY)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .context("the client of the collector")?;
        Ok(Self { client, runtime: Handle::current(), failing: AtomicBool::new(false) })
    }

    /// Logs once when deliveries fail, and once when they succeed again.
    fn note(&self, problem: Option<&str>) {
        match (problem, self.failing.swap(problem.is_some(), Relaxed)) {
            (Some(problem), false) => tracing::warn!(problem, "traces are not delivered"),
            (None, true) => tracing::info!("traces are delivered again"),
            (Some(_), true) | (None, false) => {}
        }
    }
}

#[async_trait]
impl HttpClient for Delivery {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let delivery = self.runtime.spawn(async move {
            let answer = client.execute(reqwest::Request::try_from(request)?).await?;
            Ok::<_, HttpError>((answer.status(), answer.bytes().await?))
        });
        let sent = match delivery.await {
            Ok(sent) => sent,
            Err(ended) => Err(ended.into()),
        };
        match &sent {
            Ok((status, _)) if status.is_success() => self.note(None),
            Ok((status, _)) => self.note(Some(status.as_str())),
            Err(error) => self.note(Some(&error.to_string())),
        }
        let (status, body) = sent?;
        Ok(Response::builder().status(status.as_u16()).body(body)?)
    }
}

/// The trace of a request. `route` is its template; none: no endpoint matched. A client's own trace is not continued:
/// browsers are not trusted.
#[must_use]
pub fn of_request(method: &Method, route: Option<&str>, id: Uuid) -> Span {
    let name = route.map_or(Cow::Borrowed("elsewhere"), |route| Cow::Owned(format!("{method} {route}")));
    tracing::debug_span!(
        target: REQUESTS,
        "request",
        otel.name = %name,
        otel.kind = "server",
        otel.status_code = field::Empty,
        http.request.method = %method,
        http.route = route,
        http.response.status_code = field::Empty,
        correlation_id = %id,
    )
}

/// Completes a request's trace.
pub fn answered(trace: &Span, status: StatusCode) {
    trace.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        trace.record("otel.status_code", "ERROR");
    }
}
