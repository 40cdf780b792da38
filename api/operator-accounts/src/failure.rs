//! Failures under `/operator/api`: the shape of every failure of the portal, with an English sentence.
//!
//! Layers and extractors that members' requests pass too answer in Dutch. [`in_english`] replaces what they say.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fairway_endpoint::failure::Failure;
use fairway_endpoint::request_context::REQUEST_ID;
use fairway_text::error_chain::Chain;
use serde_json::{Value, json};

/// Where the operators' endpoints are.
pub const PREFIX: &str = "/operator/api";

/// Marks a response whose sentence is English already.
#[derive(Debug, Clone, Copy)]
struct English;

/// Why an operator's request fails.
#[derive(Debug)]
pub enum OperatorFailure {
    /// With an English sentence.
    English(Failure),
    /// With a sentence that [`in_english`] replaces.
    General(Failure),
    /// 409 with an English sentence and what is stored now.
    Conflict(Value),
}

impl OperatorFailure {
    /// A failure of this status.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self::English(Failure::new(status, sentence.into()))
    }

    /// 401: nobody is logged in.
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "You are not logged in, or your session has ended. Log in again.")
    }

    /// 403.
    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, sentence)
    }

    /// 403: the act needs a factor of the last minutes. `errors.factor` says which.
    pub fn unconfirmed(has_second_factor: bool) -> Self {
        let sentence = if has_second_factor {
            "Enter the 6 digits that your authenticator app shows, to confirm that it is you."
        } else {
            "Enter your password, to confirm that it is you."
        };
        let errors = BTreeMap::from([("factor".to_owned(), sentence.to_owned())]);
        Self::English(Failure::invalid(errors).with_status(StatusCode::FORBIDDEN))
    }

    /// 404: nothing is known under what was asked for.
    pub fn not_found(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// 409 with this body: another change came in between.
    pub const fn conflict(body: Value) -> Self {
        Self::Conflict(body)
    }

    /// 422 of the request as a whole.
    pub fn invalid(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// 422 of one field.
    pub fn invalid_field(field: &str, sentence: impl Into<String>) -> Self {
        Self::invalid_fields(BTreeMap::from([(field.to_owned(), sentence.into())]))
    }

    /// 422 of several fields.
    pub fn invalid_fields(errors: BTreeMap<String, String>) -> Self {
        Self::English(Failure::invalid(errors))
    }
}

impl IntoResponse for OperatorFailure {
    fn into_response(self) -> Response {
        match self {
            Self::English(failure) => {
                let mut response = failure.into_response();
                response.extensions_mut().insert(English);
                response
            }
            Self::General(failure) => failure.into_response(),
            Self::Conflict(body) => {
                let mut response = (StatusCode::CONFLICT, Json(body)).into_response();
                response.extensions_mut().insert(English);
                response
            }
        }
    }
}

impl From<Failure> for OperatorFailure {
    fn from(failure: Failure) -> Self {
        Self::General(failure)
    }
}

impl From<fairway_store::Error> for OperatorFailure {
    fn from(error: fairway_store::Error) -> Self {
        Self::General(error.into())
    }
}

impl From<fairway_query::ReadError> for OperatorFailure {
    fn from(error: fairway_query::ReadError) -> Self {
        Self::General(error.into())
    }
}

impl From<fairway_members::password::PasswordError> for OperatorFailure {
    fn from(error: fairway_members::password::PasswordError) -> Self {
        Self::General(error.into())
    }
}

impl From<fairway_events::JournalError> for OperatorFailure {
    fn from(error: fairway_events::JournalError) -> Self {
        Self::General(error.into())
    }
}

impl From<anyhow::Error> for OperatorFailure {
    /// The audit library's errors: mostly the database's.
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<fairway_store::Error>() {
            Ok(error) => error.into(),
            Err(error) => {
                tracing::error!(error = %Chain(error.as_ref()), "an operator's question was not answered");
                Self::General(Failure::internal())
            }
        }
    }
}

/// Gives every failure under [`PREFIX`] an English sentence, also those of the layers and of unknown addresses.
pub async fn in_english(request: Request, next: Next) -> Response {
    let is_ours = request.uri().path() == PREFIX || request.uri().path().starts_with("/operator/api/");
    let response = next.run(request).await;
    let status = response.status();
    let is_failure = status.is_client_error() || status.is_server_error();
    if !is_ours || !is_failure || response.extensions().get::<English>().is_some() {
        return response;
    }
    let (parts, _) = response.into_parts();
    let mut english =
        (status, Json(json!({ "success": false, "error": sentence(status, &parts) }))).into_response();
    for kept in [header::RETRY_AFTER, header::CONNECTION, header::ALLOW] {
        if let Some(value) = parts.headers.get(&kept) {
            english.headers_mut().insert(kept, value.clone());
        }
    }
    for (name, value) in &parts.headers {
        if name.as_str().starts_with("x-") {
            english.headers_mut().insert(name.clone(), value.clone());
        }
    }
    english.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    english
}

fn sentence(status: StatusCode, parts: &axum::http::response::Parts) -> String {
    let sentence = match status {
        StatusCode::BAD_REQUEST => "The request is no valid JSON.",
        StatusCode::NOT_FOUND => "There is nothing at this address.",
        StatusCode::MISDIRECTED_REQUEST => {
            "This portal runs in development and answers to localhost only, and not through a proxy or tunnel. Open it on \
             its own machine, or start it with FAIRWAY_ENV=production."
        }
        StatusCode::METHOD_NOT_ALLOWED => "This address does not take such requests.",
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            "The request is too large."
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "The request must be JSON (application/json).",
        StatusCode::UNPROCESSABLE_ENTITY => "A field of the request is missing or has an invalid value.",
        StatusCode::TOO_MANY_REQUESTS => "Too many attempts. Wait a while and try again.",
        StatusCode::SERVICE_UNAVAILABLE => {
            "The portal cannot answer at the moment: the database is away, or it took too long. Try again in a moment."
        }
        _ => {
            let id = parts.headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
            let log = id.map_or_else(String::new, |id| format!(" Its request id in the log is {id}."));
            return format!("The portal failed to answer.{log}");
        }
    };
    sentence.to_owned()
}
