//! Whether the client still waits for its response. A request that was begun is completed when its client disconnects
//! (`server`); expensive work that only serves this client is not started any more.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Notifies a handler that its client disconnected. Without a connection, as in a test, it never does.
#[derive(Debug, Clone, Default)]
pub struct Disconnect(CancellationToken);

impl Disconnect {
    /// With a guard for the client: it is disconnected when the guard is dropped without [`DropGuard::disarm`].
    #[must_use]
    pub fn watch() -> (Self, DropGuard) {
        let token = CancellationToken::new();
        (Self(token.clone()), token.drop_guard())
    }

    /// Whether the client disconnected.
    #[must_use]
    pub fn has_happened(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Completes when the client disconnects; otherwise never.
    pub async fn happened(&self) {
        self.0.cancelled().await;
    }
}

impl<S: Sync> FromRequestParts<S> for Disconnect {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}
