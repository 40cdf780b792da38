//! Failures under `/club/api`: the shape of every failure of the portal, with a Dutch sentence.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fairway_command::{Rejection, RejectionClass};
use fairway_endpoint::failure::Failure;
use fairway_text::error_chain::Chain;

/// Why a club's request fails.
#[derive(Debug)]
pub struct ClubFailure(Failure);

impl ClubFailure {
    /// A failure of this status.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self(Failure::new(status, sentence.into()))
    }

    /// 401: nobody is logged in.
    pub fn unauthorized() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "Je bent niet ingelogd, of je sessie is verlopen. Log opnieuw in.",
        )
    }

    /// 403.
    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, sentence)
    }

    /// 404: unknown, or another club's.
    pub fn not_found(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// 409: the current state forbids it.
    pub fn conflict(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, sentence)
    }

    /// 422 of the request as a whole.
    pub fn invalid(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// 422 of one field.
    pub fn invalid_field(field: &str, sentence: impl Into<String>) -> Self {
        Self(Failure::invalid_field(field, sentence))
    }
}

impl IntoResponse for ClubFailure {
    fn into_response(self) -> Response {
        self.0.into_response()
    }
}

impl From<Failure> for ClubFailure {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl From<fairway_store::Error> for ClubFailure {
    fn from(error: fairway_store::Error) -> Self {
        Self(error.into())
    }
}

impl From<fairway_query::ReadError> for ClubFailure {
    fn from(error: fairway_query::ReadError) -> Self {
        Self(error.into())
    }
}

impl From<fairway_events::JournalError> for ClubFailure {
    fn from(error: fairway_events::JournalError) -> Self {
        Self(error.into())
    }
}

impl From<fairway_members::password::PasswordError> for ClubFailure {
    fn from(error: fairway_members::password::PasswordError) -> Self {
        Self(error.into())
    }
}

impl From<anyhow::Error> for ClubFailure {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<fairway_store::Error>() {
            Ok(error) => error.into(),
            Err(error) => {
                tracing::error!(error = %Chain(error.as_ref()), "a club's request was not answered");
                Self(Failure::internal())
            }
        }
    }
}

impl From<Rejection> for ClubFailure {
    fn from(rejection: Rejection) -> Self {
        let status = match rejection.class() {
            RejectionClass::NotFound => StatusCode::NOT_FOUND,
            RejectionClass::Forbidden => StatusCode::FORBIDDEN,
            RejectionClass::Conflict => StatusCode::CONFLICT,
            RejectionClass::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, rejection.to_string())
    }
}
