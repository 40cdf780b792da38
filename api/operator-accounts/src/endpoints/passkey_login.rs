//! `POST /operator/api/login/passkey/begin` and `…/finish`: a device's signature for a session. The device has verified its
//! user, so a passkey is a password and a second factor at once. Counted and recorded as a log-in with a password.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use fairway_clock::random;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::FailureBody;
use fairway_members::passkeys::{LoginAnswerOfDevice, Signed};
use fairway_store::operator_log_ins::LogIn;
use fairway_store::passkeys::table::OPERATORS;
use fairway_store::passkeys::use_challenge;
use fairway_store::{operator_log_ins, operator_passkeys};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::login::{self, Client, LoggedIn, SessionToken};
use super::own_passkeys::{OperatorPasskeyChallenge, refusal};
use super::session::SessionAnswer;
use crate::access::{self, Operator};
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// Begin to log in, or to confirm a session, with a passkey
#[utoipa::path(
    post,
    path = "/operator/api/login/passkey/begin",
    operation_id = "operator_passkey_begin",
    tag = "session",
    security(()),
    responses(
        (status = 200, description = "The challenge, for whoever has a passkey", body = OperatorPasskeyChallenge),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 409, description = "The address of these screens can have no passkeys", body = FailureBody),
    )
)]
pub(crate) async fn begin(
    State(operators): State<Arc<OperatorAccounts>>,
    headers: HeaderMap,
) -> Result<Json<OperatorPasskeyChallenge>, OperatorFailure> {
    access::refuse_other_origin(&headers)?;
    let challenge = operators.passkeys.begin_login(operators.common.clock.now());
    Ok(Json(challenge.map_err(refusal)?.into()))
}

/// The answer of a device with a passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OperatorPasskeyAnswer {
    /// The challenge, as it was sent.
    pub challenge: String,
    /// The answer of `navigator.credentials.get`, as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Log in with a passkey
#[utoipa::path(
    post,
    path = "/operator/api/login/passkey/finish",
    operation_id = "operator_passkey_finish",
    tag = "session",
    security(()),
    request_body = OperatorPasskeyAnswer,
    responses(
        (status = 200, description = "Logged in; the session is in a cookie", body = SessionAnswer),
        (status = 401, description = "The passkey is unknown or was removed, the challenge expired or was used, or the \
                                      signature is wrong", body = FailureBody),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn finish(
    State(operators): State<Arc<OperatorAccounts>>,
    client: Client,
    headers: HeaderMap,
    browser: Browser,
    OperatorBody(request): OperatorBody<OperatorPasskeyAnswer>,
) -> Result<LoggedIn, OperatorFailure> {
    access::refuse_other_origin(&headers)?;
    let pool = &operators.common.pool;
    let answer = LoginAnswerOfDevice::read(request.credential);
    // All unreadable answers share one key.
    let credential_id = answer.as_ref().map_or(&[][..], LoginAnswerOfDevice::credential_id);
    let named = operator_passkeys::account_of(pool, credential_id).await?;
    let account = named.as_ref().map(|(id, name)| (*id, name.as_str()));
    let key = random::digest(&[b"operator passkey\n", credential_id].concat());
    let attempt = login::begin(&operators, &client, key, account, LogIn::Throttled).await?;
    let checked = match answer {
        Ok(answer) => operators.passkeys.signed(pool, &request.challenge, &answer, attempt.at()).await?,
        Err(error) => Err(error),
    };
    let Signed { known, challenge_hash, expires_at } = match checked {
        Ok(signed) => signed,
        Err(error) => {
            operator_log_ins::record(pool, account, LogIn::WrongPasskey, attempt.at()).await?;
            attempt.failed().await?;
            tracing::info!(%error, "an operator's log-in with a passkey failed");
            return Err(wrong());
        }
    };
    let now = attempt.at();
    let token = SessionToken::new();
    let new = token.session(known.owner, &browser, now);
    let id = new.id;
    let mut transaction = pool.begin().await?;
    let is_first = use_challenge(&mut *transaction, &challenge_hash, expires_at).await?;
    if !is_first || !operator_passkeys::start_session(&mut transaction, &new, known.id, &known.key).await? {
        transaction.rollback().await?;
        operator_log_ins::record(pool, account, LogIn::WrongPasskey, now).await?;
        attempt.failed().await?;
        return Err(wrong());
    }
    operator_log_ins::record(&mut *transaction, account, LogIn::WithPasskey { session: id }, now).await?;
    transaction.commit().await?;
    attempt.clear_failures().await?;
    tracing::info!(operator = %known.owner, "an operator logged in with a passkey");
    login::begun(&operators, token, &known.email, now).await
}

/// Whether this operator's passkey signed the challenge, which is used up.
pub(super) async fn is_of(
    operators: &OperatorAccounts,
    operator: &Operator,
    answer: OperatorPasskeyAnswer,
) -> Result<bool, OperatorFailure> {
    let (pool, now) = (&operators.common.pool, operators.common.clock.now());
    let Ok(device) = LoginAnswerOfDevice::read(answer.credential) else { return Ok(false) };
    let signed = match operators.passkeys.signed(pool, &answer.challenge, &device, now).await? {
        Ok(signed) if signed.known.owner == operator.account_id() => signed,
        Ok(_) | Err(_) => return Ok(false),
    };
    let mut transaction = pool.begin().await?;
    let is_first = use_challenge(&mut *transaction, &signed.challenge_hash, signed.expires_at).await?;
    let is_known = OPERATORS.note_use(&mut transaction, signed.known.id, &signed.known.key, now).await?;
    if !is_first || !is_known {
        return Ok(false);
    }
    transaction.commit().await?;
    Ok(true)
}

fn wrong() -> OperatorFailure {
    OperatorFailure::new(
        StatusCode::UNAUTHORIZED,
        "This passkey does not work here, or no more. Log in with your password.",
    )
}
