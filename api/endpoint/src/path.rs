//! A text in the path, with a Dutch response when it is invalid.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use super::failure::Failure;

/// The one parameter of a path, as text.
#[derive(Debug)]
pub struct PathText(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathText {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(text)) => Ok(Self(text)),
            // Bytes that are no UTF-8 name nothing.
            Err(_) => Err(Failure::not_found("Dit adres bestaat niet.")),
        }
    }
}
