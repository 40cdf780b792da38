//! `POST /api/users/me/password`: the member replaces the password, given the present one. Attempts are limited like
//! log-ins, so that somebody who took over a session cannot guess it. Every session ends, and the calling one continues
//! under a new token: a copy of the former token is worthless (docs/security.md, 2 and 5).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::account_access::Spared;
use fairway_store::sessions::NewSession;
use fairway_store::throttle::FailureKeys;
use fairway_store::{members, passwords, sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login::SESSION;
use super::login_attempts::{Attempt, Client};
use super::new_password;
use crate::password::Verdict;
use crate::state::Members;

/// The current password and a new one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangePasswordRequest {
    /// The current password.
    pub current: String,
    /// 8 to 256 characters of any kind, not a common password, and different from the current one.
    #[schema(min_length = 8, max_length = 256)]
    pub new: String,
}

/// The caller's new session.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasswordChangedAnswer {
    /// Always true.
    pub success: bool,
    /// Replaces the token of the request, which is no longer valid.
    pub access_token: String,
    /// Always `Bearer`.
    #[schema(pattern = "^Bearer$")]
    pub token_type: &'static str,
    /// Seconds until the token expires.
    pub expires_in: i64,
}

/// Change the member's password
#[utoipa::path(
    post,
    path = "/api/users/me/password",
    tag = "users",
    request_body = ChangePasswordRequest,
    responses(
        (status = 200, description = "Stored; everything that opened the account has ended but passkeys, and the answer \
                                      holds a new token for the caller's session",
         body = PasswordChangedAnswer),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 422, description = "`current` is not the current password, or `new` is refused",
         body = FailureBody),
        (status = 429, description = "Too many failures, counted with those of log-ins, or too many log-ins at once; \
                                      see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn change_password(
    State(members): State<Arc<Members>>,
    caller: Caller,
    client: Client,
    browser: Browser,
    JsonBody(request): JsonBody<ChangePasswordRequest>,
) -> Result<Json<PasswordChangedAnswer>, Failure> {
    if caller.impersonation.is_some() {
        return Err(Failure::forbidden("Alleen het lid zelf kan het wachtwoord wijzigen."));
    }
    if request.new == request.current {
        return Err(Failure::invalid_field("new", "Kies een ander wachtwoord dan je huidige."));
    }
    // Failures of strangers must not stop a member from changing a password that they know.
    let failure_key = FailureKeys::for_email(&caller.member.email).known_devices;
    let attempt = Attempt::begin(&members, &client, failure_key).await?;
    let known = members::account(&members.common.pool, &caller.member.email).await?;
    let former = known.ok_or_else(Failure::unauthorized)?.password_hash;
    if members.passwords.verify(request.current, Some(former.clone())).await? == Verdict::Wrong {
        attempt.failed().await?;
        tracing::info!("a change of password failed");
        return Err(wrong());
    }
    attempt.clear_failures().await?;
    // After the check: judging and hashing is only for callers who know the present one.
    let password = new_password::checked("new", request.new).await?;
    let password_hash = members.passwords.hash(password).await?;

    let now = members.common.clock.now();
    let token = random::new_token();
    let token_hash = random::digest(token.as_bytes());
    let mut transaction = members.common.pool.begin().await?;
    // The member is here, and proved to be it: their passkeys stay, and the mail names them.
    let (member, spared) = (caller.id(), Spared::PASSKEYS);
    let replaced =
        passwords::replace(&mut transaction, member, Some(&former), &password_hash, spared, now).await?;
    // The password was replaced in the meantime: the given one is not the present one any more.
    let replaced = replaced.ok_or_else(wrong)?;
    let session = NewSession {
        token_hash: &token_hash,
        browser: browser.as_str(),
        created_at: now,
        expires_at: now + SESSION,
    };
    if !sessions::start(&mut *transaction, &session, member, &password_hash).await? {
        return Err(Failure::unauthorized());
    }
    let cause = attempt.id().to_string();
    new_password::queue_notice(&members, &mut transaction, replaced, &cause, now).await?;
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(member = %caller.id(), "a password was changed; every other session has ended");
    Ok(Json(PasswordChangedAnswer {
        success: true,
        access_token: token,
        token_type: "Bearer",
        expires_in: SESSION.num_seconds(),
    }))
}

/// Not 401: the session is valid, and on a 401 the web app would end it.
fn wrong() -> Failure {
    Failure::invalid_field("current", "Dit is niet je huidige wachtwoord.")
}
