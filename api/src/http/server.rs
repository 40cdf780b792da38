//! Accepts connections: a limited number, with time-outs from the first byte to the last, the client's address on every
//! request, and a shutdown that lets running requests finish.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use fairway_endpoint::client_address::Peer;
use fairway_endpoint::disconnect::Disconnect;
use fairway_endpoint::failure::Failure;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::connections::{ActiveRequest, Connection, Connections, Limits};
use super::drain::Drained;
use super::holding_body::HoldingBody;

/// The time limit for a request's headers; also how long an idle connection stays open.
const HEADER_TIME_LIMIT: Duration = Duration::from_secs(30);
/// The time limit in which a client must accept some of the sent data.
const WRITE_TIME_LIMIT: Duration = Duration::from_secs(30);
/// Bytes of headers that are read, at most; `guard` refuses half as much with a sentence. Beyond this limit, and for
/// data that is no HTTP, hyper responds itself: 400, 414 or 431 without any other header or body, and closes
/// (docs/security.md).
const LARGEST_HEADERS: usize = 32 * 1024;
/// Accepting failed, most likely because no file handle is free: a short pause lets other connections end.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `shutdown` completes, then lets running requests finish for at most `patience`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
    patience: Duration,
) {
    let graceful = GracefulShutdown::new();
    let connections = Connections::new(limits);
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Some(connection) = connections.admit(peer.ip()) else {
            tracing::warn!(%peer, "all connections are in use: a new one is closed");
            continue;
        };
        open(stream, peer, connection, router.clone(), &graceful);
    }
    drop(listener);
    if tokio::time::timeout(patience, graceful.shutdown()).await.is_err() {
        tracing::warn!(patience_s = patience.as_secs(), "requests were still running at the end");
    }
}

/// Serves one connection, in a task of its own.
fn open(
    stream: TcpStream,
    peer: SocketAddr,
    connection: Connection,
    router: Router,
    graceful: &GracefulShutdown,
) {
    // Small responses must be sent at once.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME_LIMIT));
    let admitted = connection.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let answering = connection.begin_request().map(|active| answer(router.clone(), request, active));
        async move {
            match answering {
                Some(answering) => Ok(answering.await),
                None => Err(Closed),
            }
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME_LIMIT)
        // The buffer alone is no exact limit: data that arrives in one piece may be larger.
        .max_buf_size(LARGEST_HEADERS)
        .max_header_size(LARGEST_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let serving = graceful.watch(serving);
    tokio::spawn(async move {
        tokio::select! {
            served = serving => if let Err(error) = served {
                tracing::debug!(%error, "a connection ended early");
            },
            () = admitted.is_closed() => {}
        }
    });
}

/// The connection is being closed for another: no further request is started on it.
#[derive(Debug, thiserror::Error)]
#[error("the connection is being closed")]
struct Closed;

/// Answers one request, in a task of its own, which a disconnecting client does not end: if the future were dropped
/// during a statement on a dead connection, that connection would never return to its pool. `guard` limits its time,
/// and [`Disconnect`] reports the client's disconnect.
async fn answer(router: Router, mut request: Request<Incoming>, active: ActiveRequest) -> Response {
    let (disconnect, client) = Disconnect::watch();
    request.extensions_mut().insert(disconnect);
    let answering = tokio::spawn(router.oneshot(Drained::wrap(request).map(Body::new)));
    let response = match answering.await {
        Ok(answered) => answered.unwrap_or_else(|never: Infallible| match never {}),
        Err(error) => {
            tracing::error!(%error, "a request was not answered");
            Failure::internal().into_response()
        }
    };
    client.disarm();
    response.map(|body| Body::new(HoldingBody::new(body, active)))
}
