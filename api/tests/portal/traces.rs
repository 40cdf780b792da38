//! Traces as a collector receives them, over OTLP/HTTP; and that a failing collector affects nothing else.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use fairway_api::services::telemetry::traces::Traces;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tracing_subscriber::layer::SubscriberExt;

use crate::support::{PASSWORD, Portal, email, round};

/// A collector: returns its address and the bodies that it receives.
async fn collector() -> (String, mpsc::UnboundedReceiver<Bytes>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let take = async |State(sender): State<mpsc::UnboundedSender<Bytes>>, body: Bytes| {
        sender.send(body).map_or(StatusCode::GONE, |()| StatusCode::OK)
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let router = Router::new().route("/v1/traces", post(take)).with_state(sender);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, receiver)
}

/// Sends this process's traces to an address.
fn trace_to(address: &str) -> Traces {
    let traces = Traces::to(address).expect("traces");
    let subscriber = tracing_subscriber::registry().with(traces.layer());
    tracing::subscriber::set_global_default(subscriber).expect("the only subscriber of this process");
    traces
}

fn text(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.clone()).and_then(|value| value.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("{key} is {other:?} in {attributes:?}"),
    }
}

#[tokio::test]
async fn a_request_its_command_and_their_commit_arrive_as_one_trace_without_personal_data() {
    let (address, mut received) = collector().await;
    let traces = trace_to(&address);
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = jan.post("/api/reservations", &round("2026-11-28", &["jan", "eva"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    portal.get("/api/nergens").await;
    traces.finish().await;

    let mut spans: Vec<Span> = Vec::new();
    let mut services = Vec::new();
    received.close();
    while let Some(body) = received.recv().await {
        for forbidden in
            [email("jan"), email("eva"), PASSWORD.to_owned(), jan.token.clone(), "Vries".to_owned()]
        {
            let found = body.windows(forbidden.len()).any(|part| part == forbidden.as_bytes());
            assert!(!found, "{forbidden} left the house");
        }
        let request = ExportTraceServiceRequest::decode(body).expect("a message of OTLP");
        for resource in request.resource_spans {
            services.push(text(&resource.resource.expect("a resource").attributes, "service.name"));
            spans.extend(resource.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
    }
    assert!(services.iter().all(|service| service == "fairway"), "{services:?}");
    let named = |name: &str| {
        let found: Vec<&Span> = spans.iter().filter(|span| span.name == name).collect();
        assert_eq!(
            found.len(),
            1,
            "{name} among {:?}",
            spans.iter().map(|span| &span.name).collect::<Vec<_>>()
        );
        found[0]
    };
    let request = named("POST /api/reservations");
    assert_eq!(request.kind, 2, "of the server");
    assert!(request.parent_span_id.is_empty());
    let attribute = |key: &str| text(&request.attributes, key);
    assert_eq!(attribute("http.route"), "/api/reservations");
    assert_eq!(
        (attribute("http.request.method"), attribute("http.response.status_code")),
        ("POST".into(), "200".into())
    );
    let id = booked.headers["x-request-id"].to_str().expect("text");
    assert_eq!(attribute("correlation_id"), id);

    let command = named("command");
    assert_eq!((&command.trace_id, &command.parent_span_id), (&request.trace_id, &request.span_id));
    assert_eq!(text(&command.attributes, "command"), "BookRound");
    assert_eq!(text(&command.attributes, "outcome"), "accepted");
    assert_eq!(text(&command.attributes, "correlation_id"), id);
    let commit = named("commit");
    assert_eq!((&commit.trace_id, &commit.parent_span_id), (&command.trace_id, &command.span_id));
    assert_eq!(text(&commit.attributes, "commands"), "1");
    assert_eq!(named("elsewhere").kind, 2);
}

#[tokio::test]
async fn a_collector_that_never_answers_delays_no_request_and_no_shutdown() {
    // It only accepts connections, in the kernel's queue.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let traces = trace_to(&format!("http://{}/", silent.local_addr().expect("an address")));
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    // More than the queue can hold: the rest is dropped.
    for _ in 0..3_000 {
        assert_eq!(portal.get("/healthz").await.status, 200);
    }
    jan.book("2026-11-28", &["jan"]).await;
    tokio::time::timeout(Duration::from_secs(20), traces.finish()).await.expect("an end in bounded time");
    assert_eq!(jan.upcoming().await.len(), 1);
}
