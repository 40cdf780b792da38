//! Reading on after an early answer. Who answers before the whole body came (nobody is logged in, say) and closes,
//! breaks the pipe of a client that is still sending: a proxy then answers its client with a bad gateway instead.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use http_body_util::BodyExt;
use hyper::Request;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::header::EXPECT;

use super::body::LARGEST_BODY;

/// For how long; whoever sends more slowly is cut off.
const PATIENCE: Duration = Duration::from_secs(5);

/// A request's body, of which the rest is read and thrown away when nobody wants it any more: as much as the largest
/// body that is allowed, for a bounded time. The connection can then be used again.
#[derive(Debug)]
pub(super) struct Drained {
    /// None once it was read to its end.
    rest: Option<Incoming>,
    /// The client sends it only when it is asked to (`Expect: 100-continue`), and nobody has asked.
    withheld: bool,
}

impl Drained {
    /// The same request with such a body.
    pub(super) fn of(request: Request<Incoming>) -> Request<Self> {
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
        // Beside the answer, which is on its way meanwhile. At the end of the process there is nobody to read on.
        if let (Some(rest), Ok(runtime)) = (self.rest.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(tokio::time::timeout(PATIENCE, read_on(rest)));
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
