//! Reads a JSON body of an operator's request, with an English message for each field.

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use fairway_endpoint::body::RawBody;
use serde::de::DeserializeOwned;

use crate::failure::OperatorFailure;

/// A JSON body.
#[derive(Debug)]
pub struct OperatorBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OperatorBody<T> {
    type Rejection = OperatorFailure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, OperatorFailure> {
        let RawBody(bytes) = RawBody::from_request(request, &()).await?;
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let field = error.path().iter().next().map(ToString::to_string).filter(|field| field != ".");
            let problem = error.into_inner();
            if !problem.is_data() {
                return OperatorFailure::new(
                    axum::http::StatusCode::BAD_REQUEST,
                    "The request is no valid JSON.",
                );
            }
            match field {
                Some(field) => {
                    let sentence = format!("The value of {field} is not valid.");
                    OperatorFailure::invalid_field(&field, sentence)
                }
                // serde's own message names a missing field, and nothing of the value.
                None => {
                    OperatorFailure::invalid(format!("The request is incomplete: {}.", missing(&problem)))
                }
            }
        })?;
        reader.end().map_err(|_| {
            OperatorFailure::new(axum::http::StatusCode::BAD_REQUEST, "The request is no valid JSON.")
        })?;
        Ok(Self(value))
    }
}

fn missing(problem: &serde_json::Error) -> String {
    let text = problem.to_string();
    let field = text.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
    field.map_or_else(
        || "it must be an object with the fields of the description".to_owned(),
        |(field, _)| format!("{field} is missing"),
    )
}

/// The query of a request.
#[derive(Debug)]
pub struct OperatorQuery<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for OperatorQuery<T> {
    type Rejection = OperatorFailure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, OperatorFailure> {
        Query::try_from_uri(&parts.uri).map(|Query(query)| Self(query)).map_err(|rejection| {
            let text = rejection.to_string();
            // What the library says first is not for people.
            let problem = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            OperatorFailure::invalid(format!(
                "The address has a parameter that is missing or not valid: {problem}"
            ))
        })
    }
}
