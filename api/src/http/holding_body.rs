//! A response body that holds a value until it is sent.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

/// The body, and the value that is dropped with it.
#[derive(Debug)]
pub(super) struct HoldingBody<T> {
    body: Body,
    _until_sent: T,
}

impl<T> HoldingBody<T> {
    /// The same body, holding `until_sent`.
    pub(super) fn new(body: Body, until_sent: T) -> Self {
        Self { body, _until_sent: until_sent }
    }
}

impl<T: Unpin> HttpBody for HoldingBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
