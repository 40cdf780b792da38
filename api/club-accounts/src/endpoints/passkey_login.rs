//! `POST /club/api/login/passkey/begin` and `…/finish`: a device's signature for a session. The device has verified its
//! user, so a passkey is a password and a second factor at once. Counted as a log-in with a password.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::FailureBody;
use fairway_members::endpoints::login_attempts::Client;
use fairway_members::passkeys::{LoginAnswerOfDevice, Signed};
use fairway_store::passkeys::use_challenge;
use fairway_store::{club_accounts, club_sessions};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::login::{self, LoggedIn, SessionToken};
use super::passkeys::{ClubPasskeyChallenge, refusal};
use super::session::ClubSession;
use crate::access;
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// Begin to log in with a passkey
#[utoipa::path(
    post,
    path = "/club/api/login/passkey/begin",
    operation_id = "club_passkey_begin",
    tag = "session",
    security(()),
    responses(
        (status = 200, description = "The challenge, for whoever has a passkey", body = ClubPasskeyChallenge),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 409, description = "The portal's address can have no passkeys", body = FailureBody),
    )
)]
pub(crate) async fn begin(
    State(clubs): State<Arc<ClubAccounts>>,
    headers: HeaderMap,
) -> Result<Json<ClubPasskeyChallenge>, ClubFailure> {
    access::refuse_other_origin(&headers)?;
    let challenge = clubs.passkeys.begin_login(clubs.common.clock.now());
    Ok(Json(challenge.map_err(refusal)?.into()))
}

/// A device's answer.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubPasskeyAnswer {
    /// The challenge, as it was sent.
    pub challenge: String,
    /// The answer of `navigator.credentials.get`, as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Log in with a passkey
#[utoipa::path(
    post,
    path = "/club/api/login/passkey/finish",
    operation_id = "club_passkey_finish",
    tag = "session",
    security(()),
    request_body = ClubPasskeyAnswer,
    responses(
        (status = 200, description = "Logged in; the session is in a cookie", body = ClubSession),
        (status = 401, description = "The passkey is unknown or was removed, the challenge expired or was used, or the \
                                      signature is wrong", body = FailureBody),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn finish(
    State(clubs): State<Arc<ClubAccounts>>,
    client: Client,
    headers: HeaderMap,
    browser: Browser,
    JsonBody(request): JsonBody<ClubPasskeyAnswer>,
) -> Result<LoggedIn, ClubFailure> {
    access::refuse_other_origin(&headers)?;
    let pool = &clubs.common.pool;
    let answer = LoginAnswerOfDevice::read(request.credential);
    // All unreadable answers share one key.
    let credential_id = answer.as_ref().map_or(&[][..], LoginAnswerOfDevice::credential_id);
    let key = random::digest(&[b"club passkey\n", credential_id].concat());
    let attempt = login::begin(&clubs, &client, key, None).await?;
    let now = attempt.at();
    let checked = match answer {
        Ok(answer) => clubs.passkeys.signed(pool, &request.challenge, &answer, now).await?,
        Err(error) => Err(error),
    };
    let Signed { known, challenge_hash, expires_at } = match checked {
        Ok(signed) => signed,
        Err(error) => {
            attempt.failed().await?;
            tracing::info!(%error, "a club's log-in with a passkey failed");
            return Err(wrong());
        }
    };
    let account = club_accounts::by_email(pool, &known.email).await?.ok_or_else(wrong)?;
    let token = SessionToken::new();
    let new = token.session(known.owner, &browser, now);
    let mut transaction = pool.begin().await?;
    let is_first = use_challenge(&mut *transaction, &challenge_hash, expires_at).await?;
    if !is_first || !club_sessions::start_with_passkey(&mut transaction, &new, known.id, &known.key).await? {
        transaction.rollback().await?;
        login::record_refused(pool, Some(&account), "wrong passkey", now).await?;
        attempt.failed().await?;
        return Err(wrong());
    }
    login::record(&mut transaction, &account, new.id, "passkey", now).await?;
    transaction.commit().await?;
    attempt.clear_failures().await?;
    login::begun(&clubs, token, &known.email, now).await
}

fn wrong() -> ClubFailure {
    let sentence = "Deze passkey werkt hier niet, of niet meer. Log in met je wachtwoord.";
    ClubFailure::new(StatusCode::UNAUTHORIZED, sentence)
}
