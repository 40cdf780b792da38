//! `GET /club/api/sessions` and `POST /club/api/sessions/end`: one's own log-ins.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::FailureBody;
use fairway_store::club_sessions;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ClubTarget;
use crate::access::{OwnAccount, Permitted};
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// A log-in that is valid.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubOwnSession {
    /// Names it.
    pub id: Uuid,
    /// RFC 3339
    pub created_at: String,
    /// RFC 3339, to the minute
    pub last_seen_at: String,
    /// The browser, as it names itself.
    pub browser: String,
    /// Whether it is the one of this request.
    pub is_current: bool,
}

/// One's own sessions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubOwnSessions {
    /// Latest first, at most 100.
    pub sessions: Vec<ClubOwnSession>,
}

/// One's own sessions
#[utoipa::path(
    get,
    path = "/club/api/sessions",
    operation_id = "club_sessions",
    tag = "session",
    responses((status = 200, description = "The sessions", body = ClubOwnSessions)),
)]
pub(crate) async fn list(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<OwnAccount>,
) -> Result<Json<ClubOwnSessions>, ClubFailure> {
    let user = &permitted.user;
    let found = club_sessions::list(&clubs.common.pool, user.id().0, clubs.common.clock.now()).await?;
    let sessions = found
        .into_iter()
        .map(|session| ClubOwnSession {
            is_current: session.id == user.session_id(),
            id: session.id,
            created_at: dates::rfc3339(session.created_at),
            last_seen_at: dates::rfc3339(session.last_used_at),
            browser: session.browser,
        })
        .collect();
    Ok(Json(ClubOwnSessions { sessions }))
}

/// End one of one's own sessions
#[utoipa::path(
    post,
    path = "/club/api/sessions/end",
    operation_id = "club_session_end",
    tag = "session",
    request_body = ClubTarget,
    responses(
        (status = 204, description = "It has ended"),
        (status = 404, description = "It had ended already, or is not the caller's", body = FailureBody),
    ),
)]
pub(crate) async fn end(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<OwnAccount>,
    JsonBody(request): JsonBody<ClubTarget>,
) -> Result<StatusCode, ClubFailure> {
    if !club_sessions::end(&clubs.common.pool, permitted.user.id().0, request.id).await? {
        return Err(ClubFailure::not_found("Deze sessie is al beëindigd."));
    }
    Ok(StatusCode::NO_CONTENT)
}
