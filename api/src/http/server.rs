//! Accepting connections: time-outs from the first byte on, the client's address on every request, and an end that
//! lets running requests finish.

use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::IntoResponse;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower::ServiceExt;

use super::client_address::Peer;
use super::drain::Drained;
use super::failure::Failure;

/// A client must send its headers in this time; also how long an idle connection is kept.
const HEADERS: Duration = Duration::from_secs(30);
/// Bytes of headers that are read, at most; `guard` refuses half as much in words. What is beyond this, or is no HTTP
/// at all, hyper answers itself: 400, 414 or 431 without any other header or body, and closes (docs/security.md).
const LARGEST_HEADERS: usize = 32 * 1024;
/// Accepting failed, most likely for want of file handles: a moment's rest lets others finish.
const REST: Duration = Duration::from_millis(100);

/// Serves until `shutdown` completes, then lets running requests finish for at most `patience`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    shutdown: impl Future<Output = ()>,
    patience: Duration,
) {
    let graceful = GracefulShutdown::new();
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
        // Small answers must not wait for more to come.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            // A task of its own, which a client that hangs up does not end: dropped amid a statement, a connection
            // that fell silent would never find back to its pool. `guard` bounds how long it runs on.
            let answering = tokio::spawn(router.clone().oneshot(Drained::of(request).map(Body::new)));
            async move {
                Ok::<_, Infallible>(match answering.await {
                    Ok(answered) => answered.unwrap_or_else(|never| match never {}),
                    Err(error) => {
                        tracing::error!(%error, "a request was not answered");
                        Failure::internal().into_response()
                    }
                })
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            // The buffer alone is no sharp bound: what arrives in one piece may be larger.
            .max_buf_size(LARGEST_HEADERS)
            .max_header_size(LARGEST_HEADERS)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(patience, graceful.shutdown()).await.is_err() {
        tracing::warn!(patience_s = patience.as_secs(), "requests were still running at the end");
    }
}
