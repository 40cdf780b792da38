//! Texts in the path, with a Dutch response when one is invalid.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::failure::Failure;

/// The one parameter of a path as text; of several, a tuple of texts.
#[derive(Debug)]
pub struct PathText<T = String>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathText<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(text)) => Ok(Self(text)),
            // Bytes that are no UTF-8 name nothing.
            Err(_) => Err(Failure::not_found("Dit adres bestaat niet.")),
        }
    }
}
