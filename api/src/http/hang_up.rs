//! Whether a client still waits for its answer. A request that was begun is carried on when its client hangs up
//! (`server`); what is costly and only for that client need not be begun any more.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Notifies a handler that its client has gone. Without a connection, as in a test, it never has.
#[derive(Debug, Clone, Default)]
pub struct HangUp(CancellationToken);

impl HangUp {
    /// With what stands for the client: dropped without [`DropGuard::disarm`], it hung up.
    #[must_use]
    pub fn watch() -> (Self, DropGuard) {
        let token = CancellationToken::new();
        (Self(token.clone()), token.drop_guard())
    }

    /// Whether it has gone.
    #[must_use]
    pub fn has_come(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits until it goes; for ever when it stays.
    pub async fn comes(&self) {
        self.0.cancelled().await;
    }
}

impl<S: Sync> FromRequestParts<S> for HangUp {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}
