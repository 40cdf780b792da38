//! `/api/users/me/sessions`: where a member is logged in, and ending it there. Only for the member: an operator under the
//! member's account sees and ends nothing here, and the member sees the operator's session (docs/security.md, 64).

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_store::account_access::Spared;
use fairway_store::{account_access, own_sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A session of the member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionRow {
    /// Names the session; opens nothing.
    pub id: Uuid,
    /// The browser, as it named itself at the log-in: a `User-Agent` header of at most 200 characters, or empty.
    pub browser: String,
    /// The log-in.
    pub created_at: DateTime<Utc>,
    /// The last use, to the hour.
    pub last_seen_at: DateTime<Utc>,
    /// Whether it is the session of this request.
    pub is_current: bool,
    /// Whether an operator sees the portal as the member.
    pub is_support: bool,
}

/// The sessions of the member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionsAnswer {
    /// Always true.
    pub success: bool,
    /// The one of this request first, then the one that was used last; at most 100.
    pub data: Vec<SessionRow>,
}

/// Where the member is logged in
#[utoipa::path(
    get,
    path = "/api/users/me/sessions",
    tag = "users",
    responses(
        (status = 200, description = "The sessions", body = SessionsAnswer),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
    )
)]
pub(crate) async fn sessions(
    State(common): State<Common>,
    caller: Caller,
) -> Result<Json<SessionsAnswer>, Failure> {
    refuse_operator(&caller)?;
    let found = own_sessions::list(&common.pool, caller.id(), caller.session_id, common.clock.now()).await?;
    let data = found
        .into_iter()
        .map(|session| SessionRow {
            is_current: session.id == caller.session_id,
            id: session.id,
            browser: session.browser,
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
            is_support: session.is_support,
        })
        .collect();
    Ok(Json(SessionsAnswer { success: true, data }))
}

/// End one session
#[utoipa::path(
    post,
    path = "/api/users/me/sessions/{id}/logout",
    operation_id = "session_logout",
    tag = "users",
    params(("id" = String, Path, description = "The session's id")),
    responses(
        (status = 200, description = "Its token is no longer valid", body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 404, description = "It has ended already, or is not the member's", body = FailureBody),
    )
)]
pub(crate) async fn end(
    State(common): State<Common>,
    caller: Caller,
    PathText(id): PathText,
) -> Result<Json<Done>, Failure> {
    refuse_operator(&caller)?;
    let ended = || Failure::not_found("Dit apparaat is al uitgelogd.");
    let id: Uuid = id.parse().map_err(|_| ended())?;
    if !own_sessions::end(&common.pool, caller.id(), id, common.clock.now()).await? {
        return Err(ended());
    }
    tracing::info!(member = %caller.id(), "a member ended a session");
    Ok(Json(Done::SUCCESS))
}

/// The sessions to end.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LogoutEverywhereRequest {
    /// Whether the session of this request ends too.
    pub including_this: bool,
}

/// Sessions that have ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoggedOutEverywhere {
    /// Always true.
    pub success: bool,
    /// How many.
    pub ended: u64,
}

/// Log out everywhere
///
/// Ends the sessions, the calendar feed, the devices that show news, and links that were not used yet. Passkeys stay.
#[utoipa::path(
    post,
    path = "/api/users/me/sessions/logout_everywhere",
    tag = "users",
    request_body = LogoutEverywhereRequest,
    responses(
        (status = 200, description = "The ended sessions are no longer valid", body = LoggedOutEverywhere),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
    )
)]
pub(crate) async fn logout_everywhere(
    State(common): State<Common>,
    caller: Caller,
    JsonBody(request): JsonBody<LogoutEverywhereRequest>,
) -> Result<Json<LoggedOutEverywhere>, Failure> {
    refuse_operator(&caller)?;
    let kept = (!request.including_this).then_some(caller.session_id);
    let spared = Spared { session: kept, passkeys: true };
    let mut transaction = common.pool.begin().await?;
    let ended =
        account_access::end(&mut transaction, caller.id(), spared, common.clock.now()).await?.sessions;
    transaction.commit().await?;
    tracing::info!(member = %caller.id(), ended, "a member logged out everywhere");
    Ok(Json(LoggedOutEverywhere { success: true, ended }))
}

fn refuse_operator(caller: &Caller) -> Result<(), Failure> {
    if caller.impersonation.is_some() {
        return Err(Failure::forbidden("Alleen het lid zelf ziet de ingelogde apparaten."));
    }
    Ok(())
}
