//! Query parameters, with a Dutch response to invalid ones.

use axum::extract::{FromRequestParts, Query};
use axum::http::{StatusCode, request::Parts};
use serde::de::DeserializeOwned;

use super::failure::Failure;

/// The query of a request.
#[derive(Debug)]
pub struct QueryFields<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryFields<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failure> {
        Query::try_from_uri(&parts.uri).map(|Query(query)| Self(query)).map_err(|_| {
            Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "De parameters van de aanvraag zijn ongeldig.")
        })
    }
}
