//! `GET /operator/api/sessions` and `POST /operator/api/sessions/end`: an operator's own log-ins.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_store::{operator_access, operator_sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::{OwnSession, Permitted};
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;

/// A log-in that is valid.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnSessionEntry {
    /// The session.
    pub id: Uuid,
    /// The log-in; RFC 3339 with the offset of Europe/Amsterdam.
    pub created_at: String,
    /// The last use, to the minute.
    pub last_seen_at: String,
    /// The browser, as it names itself.
    pub browser: String,
    /// Whether it is the one of this request.
    pub is_current: bool,
}

/// The operator's sessions, latest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnSessions {
    /// At most 100.
    pub sessions: Vec<OwnSessionEntry>,
}

/// One's own sessions
#[utoipa::path(
    get,
    path = "/operator/api/sessions",
    operation_id = "operator_sessions",
    tag = "session",
    responses((status = 200, description = "The sessions", body = OwnSessions)),
)]
pub(crate) async fn list(
    State(common): State<Common>,
    permitted: Permitted<OwnSession>,
) -> Result<Json<OwnSessions>, OperatorFailure> {
    let operator = &permitted.operator;
    let sessions = operator_sessions::list(&common.pool, operator.account_id(), common.clock.now()).await?;
    let sessions = sessions
        .into_iter()
        .map(|session| OwnSessionEntry {
            is_current: session.id == operator.session().id,
            id: session.id,
            created_at: dates::rfc3339(session.created_at),
            last_seen_at: dates::rfc3339(session.last_used_at),
            browser: session.browser,
        })
        .collect();
    Ok(Json(OwnSessions { sessions }))
}

/// The session to end.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EndSession {
    /// Its id.
    pub id: Uuid,
}

/// End one of one's own sessions
#[utoipa::path(
    post,
    path = "/operator/api/sessions/end",
    operation_id = "operator_session_end",
    tag = "session",
    request_body = EndSession,
    responses(
        (status = 204, description = "It has ended, with the members' portals that were opened in it"),
        (status = 404, description = "It had ended already, or is not the operator's", body = FailureBody),
    ),
)]
pub(crate) async fn end(
    State(common): State<Common>,
    permitted: Permitted<OwnSession>,
    OperatorBody(request): OperatorBody<EndSession>,
) -> Result<StatusCode, OperatorFailure> {
    let mut transaction = common.pool.begin().await?;
    if !operator_access::end_session(&mut transaction, permitted.operator.account_id(), request.id).await? {
        return Err(OperatorFailure::not_found("This session has ended already."));
    }
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
