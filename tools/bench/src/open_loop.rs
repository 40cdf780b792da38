//! Sends requests when they are due, whether or not the earlier ones were answered, and measures each latency from the
//! instant at which it was due.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use hyper::StatusCode;
use hyper::body::Bytes;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::client::{Call, SharedConnections, excerpt};

/// A request that is due at an instant after the start.
#[derive(Debug)]
pub(crate) struct Due<K> {
    pub(crate) at: Duration,
    pub(crate) kind: K,
    pub(crate) call: Call,
}

/// The end of a request.
#[derive(Debug)]
pub(crate) struct Ended<K> {
    /// The instant at which it was due.
    pub(crate) at: Duration,
    pub(crate) kind: K,
    /// From the instant at which it was due until its whole answer was read.
    pub(crate) latency: Duration,
    pub(crate) result: Result<(StatusCode, Bytes), String>,
}

/// Sends all requests, which are in order of their instants, and waits for their ends. A request without an answer after
/// `patience` has failed, which bounds a run against a server that hangs.
pub(crate) async fn send_when_due<K: Send + 'static>(
    connections: Arc<SharedConnections>,
    start: Instant,
    patience: Duration,
    requests: Vec<Due<K>>,
) -> Result<Vec<Ended<K>>> {
    let mut running = JoinSet::new();
    for Due { at, kind, call } in requests {
        let due = start + at;
        if due > Instant::now() {
            // Precise to a millisecond, which counts as latency.
            sleep_until(due).await;
        }
        let connections = Arc::clone(&connections);
        running.spawn(async move {
            let result = match timeout_at(due + patience, connections.call(call)).await {
                Ok(answer) => answer.map_err(|error| format!("{error:#}")),
                Err(_elapsed) => Err(format!("no answer in {patience:?}")),
            };
            Ended { at, kind, latency: due.elapsed(), result }
        });
    }
    let mut ended = Vec::with_capacity(running.len());
    while let Some(request) = running.join_next().await {
        ended.push(request?);
    }
    Ok(ended)
}

/// The message of a request that did not succeed; none for one that did.
pub(crate) fn failure(result: &Result<(StatusCode, Bytes), String>) -> Option<String> {
    match result {
        Ok((StatusCode::OK, _)) => None,
        Ok((status, body)) => Some(format!("{status}: {}", excerpt(body))),
        Err(message) => Some(message.clone()),
    }
}
