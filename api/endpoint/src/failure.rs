//! The one shape of every failure under `/api`: `{"success": false, "error": "<Dutch sentence>"}` with a fitting
//! status (docs/domain.md §4). Every error becomes a failure at the boundary and nowhere else.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fairway_documents::portal::InvalidPortal;
use fairway_events::{JournalError, Position, connections};
use fairway_query::ReadError;
use fairway_store::full_disk;
use fairway_text::error_chain::Chain;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{position, request_context};

/// The body of a failure, for the API's description.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FailureBody {
    /// Always false.
    #[schema(example = false)]
    pub success: bool,
    /// A Dutch sentence that may be shown to the member.
    pub error: String,
    /// The problem of each invalid field of the request; only where single fields are invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub errors: Option<BTreeMap<String, String>>,
}

/// Why a request fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    status: StatusCode,
    error: Cow<'static, str>,
    errors: BTreeMap<String, String>,
    /// Seconds after which a retry makes sense.
    retry_after: Option<u64>,
    /// Its cause is temporary, for an unknown time.
    is_temporary: bool,
    /// The body of the request could not be read.
    is_unread: bool,
    /// The position of the journal on which the writer decided it; none where another part refused.
    decided_at: Option<Position>,
}

impl Failure {
    /// A failure of the given status with a Dutch sentence.
    pub fn new(status: StatusCode, error: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            error: error.into(),
            errors: BTreeMap::new(),
            retry_after: None,
            is_temporary: false,
            is_unread: false,
            decided_at: None,
        }
    }

    /// 400: not JSON.
    pub fn malformed() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "De aanvraag is geen geldige JSON.")
    }

    /// 401: no token, or one that is not valid any more.
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "Je bent niet ingelogd of je sessie is verlopen.")
    }

    /// 403: a participant who may not do this.
    pub fn forbidden(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::FORBIDDEN, error)
    }

    /// 404: unknown, or not the caller's.
    pub fn not_found(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// 404 of a booking: the same for one that does not exist and for one of another member.
    pub fn no_such_reservation() -> Self {
        Self::not_found("Deze reservering bestaat niet.")
    }

    /// 404 of a club.
    pub fn no_such_club() -> Self {
        Self::not_found("Deze baan bestaat niet.")
    }

    /// 409: the current state forbids it.
    pub fn conflict(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, error)
    }

    /// 413.
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "De aanvraag is te groot.")
    }

    /// 415.
    pub fn unsupported_media() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "De aanvraag moet JSON zijn (application/json).")
    }

    /// 422 with what is wrong per field; the sentence is that of the first field.
    pub fn invalid(errors: BTreeMap<String, String>) -> Self {
        let first = errors.values().next().cloned().unwrap_or_else(|| "De aanvraag is ongeldig.".to_owned());
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, first) }
    }

    /// 422 of one field.
    pub fn invalid_field(field: &str, error: impl Into<String>) -> Self {
        Self::invalid(BTreeMap::from([(field.to_owned(), error.into())]))
    }

    /// 429.
    pub fn throttled(error: impl Into<Cow<'static, str>>, retry_after: u64) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, error).retry_in(retry_after.max(1))
    }

    /// 503: the database does not answer or the server is overloaded.
    pub fn unavailable() -> Self {
        let error = "De dienst is even niet bereikbaar. Probeer het zo opnieuw.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error).retry_in(5)
    }

    /// 503: not every node runs the release yet that supports the request.
    pub fn introduced_soon() -> Self {
        let error = "Dit wordt op dit moment ingevoerd. Probeer het over een paar minuten opnieuw.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error).retry_in(60)
    }

    /// 500: our own mistake. The sentence contains the request's id, by which support finds it in the log.
    pub fn internal() -> Self {
        let mut sentence = "Er is bij ons iets misgegaan. Probeer het later opnieuw.".to_owned();
        if let Some(id) = request_context::current() {
            sentence
                .push_str(&format!(" Blijft het misgaan, noem dan bij de klantenservice dit nummer: {id}"));
        }
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    /// The same, with `Retry-After`.
    #[must_use]
    pub fn retry_in(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// The same, with a temporary cause: the same request may succeed later, so that an idempotency key does not
    /// store the failure.
    #[must_use]
    pub fn temporary(self) -> Self {
        Self { is_temporary: true, ..self }
    }

    /// The same, of a body that does not fit the endpoint: an idempotency key does not store the failure, since any
    /// number of such bodies costs nothing to write.
    #[must_use]
    pub fn unread(self) -> Self {
        Self { is_unread: true, ..self }
    }

    /// The same, decided by the writer on the journal up to this position.
    #[must_use]
    pub fn decided_at(self, position: Position) -> Self {
        Self { decided_at: Some(position), ..self }
    }

    /// The same, with another status.
    #[must_use]
    pub fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Whether the cause is temporary, as it is for every failure with a retry time.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        self.is_temporary || self.retry_after.is_some()
    }

    /// Whether the body could not be read.
    #[must_use]
    pub const fn is_unread(&self) -> bool {
        self.is_unread
    }

    /// The Dutch sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.error
    }

    /// The JSON body.
    #[must_use]
    pub fn body(&self) -> Value {
        let mut body = json!({ "success": false, "error": self.error });
        if !self.errors.is_empty() {
            body["errors"] = json!(self.errors);
        }
        body
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        match self.decided_at {
            Some(position) => position::stands_for(response, position),
            None => response,
        }
    }
}

impl From<InvalidPortal> for Failure {
    fn from(error: InvalidPortal) -> Self {
        tracing::error!(error = %Chain(&error), "the mail cannot be written");
        Self::internal()
    }
}

impl From<fairway_store::Error> for Failure {
    /// A database that does not answer is a 503 and worth a retry; any other error is our mistake.
    fn from(error: fairway_store::Error) -> Self {
        connections::invalidate_after(&error);
        tracing::error!(error = %Chain(&error), "the database failed");
        full_disk::note_failure(&error);
        match &error {
            // A proxy without a server behind it closes during the handshake, which is a protocol error.
            fairway_store::Error::Io(_)
            | fairway_store::Error::Tls(_)
            | fairway_store::Error::Protocol(_)
            | fairway_store::Error::PoolTimedOut
            | fairway_store::Error::PoolClosed => Self::unavailable(),
            fairway_store::Error::Database(refusal)
                if refusal.code().is_some_and(|code| is_temporary(&code)) =>
            {
                Self::unavailable()
            }
            _ => Self::internal(),
        }
    }
}

/// Whether the server refuses for a reason that is independent of the statement: the classes 08 (connection), 53
/// (resources) and 57 (shutting down, cancelled), a read-only standby, a lock or an idle transaction that timed out.
fn is_temporary(code: &str) -> bool {
    ["08", "53", "57"].iter().any(|class| code.starts_with(class))
        || ["25006", "25P03", "55P03"].contains(&code)
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Database(error) => error.into(),
            JournalError::Unreadable(error) => {
                tracing::error!(error = %Chain(&error), "the journal cannot be read");
                Self::internal()
            }
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Database(error) => error.into(),
            ReadError::Holes(error) => {
                tracing::error!(error = %Chain(&error), "a read model holds what no projection writes");
                Self::internal()
            }
        }
    }
}
