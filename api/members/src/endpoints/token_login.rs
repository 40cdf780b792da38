//! `POST /api/token/login`: exchanges an operator's link for a session under the member's account. Actions in it are
//! recorded under the operator's name (docs/security.md, 7 and 17).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::TimeDelta;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::impersonations;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// Short: support work does not need the length of a member's session.
const SESSION: TimeDelta = TimeDelta::hours(1);

/// Both parts of a log-in link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TokenLoginRequest {
    /// The link's `id`.
    pub id_token: String,
    /// The link's `login`.
    pub login_token: String,
}

/// A session under the member's account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenLoginAnswer {
    /// Opaque; send it as `Authorization: Bearer …`.
    pub access_token: String,
    /// Always `Bearer`.
    #[schema(pattern = "^Bearer$")]
    pub token_type: &'static str,
    /// Seconds until the token expires.
    pub expires_in: i64,
    /// The member's address.
    pub email: String,
}

/// Log in with a link that an operator made
///
/// The link works once, within five minutes.
#[utoipa::path(
    post,
    path = "/api/token/login",
    operation_id = "token_login",
    tag = "users",
    security(()),
    request_body = TokenLoginRequest,
    responses(
        (status = 200, description = "Logged in as the member", body = TokenLoginAnswer),
        (status = 401, description = "The link is invalid, used or expired", body = FailureBody),
    )
)]
pub(crate) async fn login(
    State(common): State<Common>,
    JsonBody(request): JsonBody<TokenLoginRequest>,
) -> Result<Json<TokenLoginAnswer>, Failure> {
    let expired = || Failure::new(StatusCode::UNAUTHORIZED, "Deze link is verlopen of al gebruikt.");
    let id: Uuid = request.id_token.parse().map_err(|_| expired())?;
    let login_hash = random::digest(request.login_token.as_bytes());
    let (token, now) = (random::new_token(), common.clock.now());
    let session_hash = random::digest(token.as_bytes());
    let mut transaction = common.pool.begin().await?;
    let used =
        impersonations::redeem(&mut transaction, id, &login_hash, &session_hash, now, now + SESSION).await?;
    let used = used.ok_or_else(expired)?;
    transaction.commit().await?;
    tracing::warn!(
        member = %used.member,
        operator = used.operator,
        impersonation = %id,
        "an operator logged in as a member"
    );
    Ok(Json(TokenLoginAnswer {
        access_token: token,
        token_type: "Bearer",
        expires_in: SESSION.num_seconds(),
        email: used.email,
    }))
}
