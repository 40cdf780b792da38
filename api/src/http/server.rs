//! Accepting connections: so many and no more, time-outs from the first byte to the last, the client's address on every
//! request, and an end that lets running requests finish.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use super::client_address::Peer;
use super::connections::{Connection, Connections, Limits, Work};
use super::drain::Drained;
use super::failure::Failure;
use super::hang_up::HangUp;
use super::holding_body::HoldingBody;

/// A client must send its headers in this time; also how long an idle connection is kept.
const HEADERS: Duration = Duration::from_secs(30);
/// A client must take some of what is sent to it in this time.
const WRITING: Duration = Duration::from_secs(30);
/// Bytes of headers that are read, at most; `guard` refuses half as much in words. What is beyond this, or is no HTTP
/// at all, hyper answers itself: 400, 414 or 431 without any other header or body, and closes (docs/security.md).
const LARGEST_HEADERS: usize = 32 * 1024;
/// Accepting failed, most likely because no file handle is left: a short pause lets others finish.
const REST: Duration = Duration::from_millis(100);

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
                tokio::time::sleep(REST).await;
                continue;
            }
        };
        let Some(connection) = connections.admit(peer.ip()) else {
            tracing::warn!(%peer, "all connections are at work: one more is closed");
            continue;
        };
        open(stream, peer, connection, router.clone(), &graceful);
    }
    drop(listener);
    if tokio::time::timeout(patience, graceful.shutdown()).await.is_err() {
        tracing::warn!(patience_s = patience.as_secs(), "requests were still running at the end");
    }
}

/// Answers what comes on one connection, in a task of its own.
fn open(
    stream: TcpStream,
    peer: SocketAddr,
    connection: Connection,
    router: Router,
    graceful: &GracefulShutdown,
) {
    // Small answers must not wait for more to come.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITING));
    let admitted = connection.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let answering = connection.work().map(|work| answer(router.clone(), request, work));
        async move {
            match answering {
                Some(answering) => Ok(answering.await),
                None => Err(Closed),
            }
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        // The buffer alone is no sharp bound: what arrives in one piece may be larger.
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

/// The connection is being closed for another: nothing that comes on it is begun.
#[derive(Debug, thiserror::Error)]
#[error("the connection is being closed")]
struct Closed;

/// Answers one request, in a task of its own, which a client that hangs up does not end: dropped amid a statement, a
/// database connection that fell silent would never find back to its pool. `guard` bounds how long it runs on, and
/// [`HangUp`] reports it.
async fn answer(router: Router, mut request: Request<Incoming>, work: Work) -> Response {
    let (hang_up, client) = HangUp::watch();
    request.extensions_mut().insert(hang_up);
    let answering = tokio::spawn(router.oneshot(Drained::of(request).map(Body::new)));
    let response = match answering.await {
        Ok(answered) => answered.unwrap_or_else(|never: Infallible| match never {}),
        Err(error) => {
            tracing::error!(%error, "a request was not answered");
            Failure::internal().into_response()
        }
    };
    client.disarm();
    response.map(|body| Body::new(HoldingBody::new(body, work)))
}
