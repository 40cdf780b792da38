//! `POST /api/users/login/passkey`: exchanges a device's signature for a token. Counted and refused as a log-in with a
//! password; a removed passkey, an unknown one and one of a disabled member get the same answer (docs/security.md, 66).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, StatusCode};
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::passkeys;
use fairway_store::sessions::NewSession;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::known_device::{self, Side};
use super::login::{LoginAnswer, SESSION};
use super::login_attempts::{Attempt, Client};
use super::passkeys::PasskeyChallenge;
use crate::passkeys::{LoginAnswerOfDevice, Signed};
use crate::state::Members;

/// Begin to log in with a passkey
#[utoipa::path(
    post,
    path = "/api/users/login/passkey/begin",
    operation_id = "passkey_login_begin",
    tag = "users",
    security(()),
    responses(
        (status = 200, description = "The challenge, for whoever has a passkey", body = PasskeyChallenge),
        (status = 409, description = "This portal's address can have no passkeys", body = FailureBody),
    )
)]
pub(crate) async fn begin(State(members): State<Arc<Members>>) -> Result<Json<PasskeyChallenge>, Failure> {
    let challenge = members.passkeys.begin_login(members.common.clock.now()).map_err(|error| {
        tracing::debug!(%error, "no challenge for a log-in");
        Failure::new(StatusCode::CONFLICT, "Op dit adres van het portaal werken passkeys niet.")
    })?;
    Ok(Json(PasskeyChallenge { success: true, challenge: challenge.sealed, options: challenge.options }))
}

/// Log-in with a passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PasskeyLoginRequest {
    /// The challenge, as it was sent.
    pub challenge: String,
    /// The answer of `navigator.credentials.get`, as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Log in with a passkey
#[utoipa::path(
    post,
    path = "/api/users/login/passkey",
    operation_id = "passkey_login",
    tag = "users",
    security(()),
    request_body = PasskeyLoginRequest,
    responses(
        (status = 200, description = "Logged in", body = LoginAnswer, headers(
            ("Set-Cookie" = String, description = "Identifies this browser, as after a log-in with a password"),
        )),
        (status = 401, description = "The passkey is unknown or was removed, the challenge expired or was used, or the \
                                      signature is wrong", body = FailureBody),
        (status = 429, description = "Too many failures, counted with those of passwords; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn login(
    State(members): State<Arc<Members>>,
    client: Client,
    browser: Browser,
    JsonBody(request): JsonBody<PasskeyLoginRequest>,
) -> Result<([(HeaderName, String); 1], Json<LoginAnswer>), Failure> {
    let answer = LoginAnswerOfDevice::read(request.credential);
    // No address contains a line break, so this key is unique; all unreadable answers share one.
    let named = answer.as_ref().map_or(&[][..], LoginAnswerOfDevice::credential_id);
    let failure_key = random::digest(&[b"passkey\n", named].concat());
    let attempt = Attempt::begin(&members, &client, failure_key).await?;
    let checked = match answer {
        Ok(answer) => {
            let (pool, now) = (&members.common.pool, members.common.clock.now());
            members.passkeys.signed(pool, &request.challenge, &answer, now).await?
        }
        Err(error) => Err(error),
    };
    let Signed { known, challenge_hash, expires_at } = match checked {
        Ok(checked) => checked,
        Err(error) => {
            attempt.failed().await?;
            tracing::info!(%error, "a log-in with a passkey failed");
            return Err(wrong());
        }
    };
    let now = attempt.at();
    let token = random::new_token();
    let token_hash = random::digest(token.as_bytes());
    let session = NewSession {
        token_hash: &token_hash,
        browser: browser.as_str(),
        created_at: now,
        expires_at: now + SESSION,
    };
    let mut transaction = members.common.pool.begin().await?;
    let is_first = passkeys::use_challenge(&mut *transaction, &challenge_hash, expires_at).await?;
    if !is_first || !passkeys::start_session(&mut transaction, &session, known.id, &known.key).await? {
        transaction.rollback().await?;
        attempt.failed().await?;
        return Err(wrong());
    }
    transaction.commit().await?;
    attempt.clear_failures().await?;
    tracing::info!(member = %known.owner, "logged in with a passkey");
    let answer = LoginAnswer { access_token: token, token_type: "Bearer", expires_in: SESSION.num_seconds() };
    Ok((
        [(SET_COOKIE, known_device::remember(&members.devices, Side::Members, &known.email, now))],
        Json(answer),
    ))
}

fn wrong() -> Failure {
    Failure::new(StatusCode::UNAUTHORIZED, "Deze passkey werkt hier niet meer. Log in met je wachtwoord.")
}
