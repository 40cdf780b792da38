//! `POST /api/users/reset_password`: the link of the mail allows setting a new password. Everything that opened the
//! account ends, on every device, the passkeys too. `POST /api/users/reset_password/account` names the account first:
//! for the member, and for a password manager, which has to know whose password it keeps.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_clock::random;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::password_resets;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::new_password;
use crate::state::Members;

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The link's token; it works once, for an hour.
    pub token: String,
    /// 8 to 256 characters of any kind, not a common password.
    #[schema(min_length = 8, max_length = 256)]
    pub password: String,
}

/// Set a new password
#[utoipa::path(
    post,
    path = "/api/users/reset_password",
    tag = "users",
    security(()),
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, description = "Stored; every session, the calendar feed, the devices that show news and the \
                                      passkeys have ended", body = Done),
        (status = 422, description = "The link is used or expired, or the password is refused (then `errors` \
                                      names it, and the link still works)", body = FailureBody),
    )
)]
pub(crate) async fn reset_password(
    State(members): State<Arc<Members>>,
    JsonBody(request): JsonBody<ResetPasswordRequest>,
) -> Result<Json<Done>, Failure> {
    let token_hash = random::digest(request.token.as_bytes());
    // Before the expensive part: hashing is only for callers with a valid link.
    if password_resets::account(&members.common.pool, &token_hash, members.common.clock.now())
        .await?
        .is_none()
    {
        return Err(invalid_link());
    }
    let password = new_password::checked("password", request.password).await?;
    let password_hash = members.passwords.hash(password).await?;

    let now = members.common.clock.now();
    let mut transaction = members.common.pool.begin().await?;
    let finished = password_resets::finish(&mut transaction, &token_hash, &password_hash, now).await?;
    let replaced = finished.ok_or_else(invalid_link)?;
    let member = replaced.to.member;
    new_password::queue_notice(&members, &mut transaction, replaced, &hex::encode(&token_hash), now).await?;
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(%member, "a password was changed; every session has ended");
    Ok(Json(Done::SUCCESS))
}

/// A link of a mail.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ResetAccountRequest {
    /// The link's token.
    pub token: String,
}

/// The account of a link.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResetAccount {
    /// The member's address; null where the link is invalid, used or expired.
    pub email: Option<String>,
}

/// The account whose password a link of a mail changes
///
/// The link stays unused, also when a program that scans mails asks.
#[utoipa::path(
    post,
    path = "/api/users/reset_password/account",
    operation_id = "reset_account",
    tag = "users",
    security(()),
    request_body = ResetAccountRequest,
    responses(
        (status = 200, description = "The account", body = ResetAccount),
    )
)]
pub(crate) async fn account(
    State(common): State<Common>,
    JsonBody(request): JsonBody<ResetAccountRequest>,
) -> Result<Json<ResetAccount>, Failure> {
    let token_hash = random::digest(request.token.as_bytes());
    let email = password_resets::account(&common.pool, &token_hash, common.clock.now()).await?;
    Ok(Json(ResetAccount { email }))
}

fn invalid_link() -> Failure {
    let sentence = "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.";
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
}
