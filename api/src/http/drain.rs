//! Reads the rest of a request's body after an early response. A server that answers before the whole body came (for
//! example 401) and closes breaks the connection of a client that is still sending: a proxy then answers with 502
//! instead.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use fairway_endpoint::body::LARGEST_BODY;
use http_body_util::BodyExt;
use hyper::Request;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::header::EXPECT;

/// The time limit; a slower client is disconnected.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// A request's body whose unread rest is read and discarded when it is dropped: up to the largest allowed body, for a
/// limited time. The connection can then be used again.
#[derive(Debug)]
pub(super) struct Drained {
    /// None after it was read to its end.
    rest: Option<Incoming>,
    /// The client sends it only on request (`Expect: 100-continue`), and nothing has requested it.
    withheld: bool,
}

impl Drained {
    /// The same request with such a body.
    pub(super) fn wrap(request: Request<Incoming>) -> Request<Self> {
        let withheld = request.headers().contains_key(EXPECT);
        request.map(|body| Self { rest: (!body.is_end_stream()).then_some(body), withheld })
    }
}

impl Body for Drained {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        self.withheld = false;
        let Some(rest) = &mut self.rest else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(rest).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.rest = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.rest.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.rest.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for Drained {
    fn drop(&mut self) {
        if self.is_end_stream() || self.withheld {
            return;
        }
        // At the same time as the response is sent. At the end of the process there is no runtime to read on.
        if let (Some(rest), Ok(runtime)) = (self.rest.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(tokio::time::timeout(TIME_LIMIT, read_on(rest)));
        }
    }
}

async fn read_on(mut body: Incoming) {
    let mut seen = 0;
    while seen <= LARGEST_BODY
        && let Some(Ok(frame)) = body.frame().await
    {
        seen += frame.data_ref().map_or(0, Bytes::len);
    }
}
