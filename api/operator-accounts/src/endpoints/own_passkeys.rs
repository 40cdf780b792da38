//! `/operator/api/account/passkeys`: the passkeys of one's own account. Each logs in without password and code, so adding one
//! needs a recent factor. The authenticator app stays beside them, and no passkey is ever the last way in.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_clock::random;
use fairway_endpoint::failure::FailureBody;
use fairway_members::passkeys::{self, PasskeyError};
use fairway_store::operator_account;
use fairway_store::operator_passkeys::{self, Added};
use fairway_store::passkeys::table::{MOST, OPERATORS};
use fairway_store::passkeys::use_challenge;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::own_account::record;
use crate::access::{OwnAccount, OwnSession, Permitted};
use crate::answer::Changed;
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// A passkey of one's own account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPasskey {
    /// Names it.
    pub id: Uuid,
    /// As the operator called it.
    pub name: String,
    /// When it was added; RFC 3339 with the offset of Europe/Amsterdam.
    pub created_at: String,
    /// The last log-in or confirmation with it; null: none yet.
    pub last_used_at: Option<String>,
}

/// The passkeys of one's own account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPasskeys {
    /// Whether the address of these screens can have passkeys.
    pub available: bool,
    /// Oldest first, at most 10.
    pub passkeys: Vec<OwnPasskey>,
    /// The argument of `PublicKeyCredential.signalAllAcceptedCredentials` (W3C WebAuthn), so that a device no longer offers
    /// a passkey that was removed elsewhere; null where there are no passkeys.
    #[schema(value_type = Option<Object>)]
    pub accepted: Option<Value>,
}

/// One's own passkeys
#[utoipa::path(
    get,
    path = "/operator/api/account/passkeys",
    operation_id = "operator_account_passkeys",
    tag = "session",
    responses((status = 200, description = "The passkeys", body = OwnPasskeys)),
)]
pub(crate) async fn list(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnSession>,
) -> Result<Json<OwnPasskeys>, OperatorFailure> {
    let (pool, id) = (&operators.common.pool, permitted.operator.account_id());
    let found = OPERATORS.list(pool, id).await?;
    let keys = OPERATORS.keys(pool, id).await?;
    Ok(Json(OwnPasskeys {
        available: operators.passkeys.are_available(),
        passkeys: found
            .into_iter()
            .map(|passkey| OwnPasskey {
                id: passkey.id,
                name: passkey.name,
                created_at: dates::rfc3339(passkey.created_at),
                last_used_at: passkey.last_used_at.map(dates::rfc3339),
            })
            .collect(),
        accepted: operators.passkeys.accepted(id, &keys),
    }))
}

/// A challenge for the browser.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OperatorPasskeyChallenge {
    /// Comes back with the answer; valid once, for five minutes.
    pub challenge: String,
    /// The options of `navigator.credentials.create` or `get` (W3C WebAuthn); binary values are base64url.
    #[schema(value_type = Object)]
    pub options: Value,
}

impl From<passkeys::Challenge> for OperatorPasskeyChallenge {
    fn from(challenge: passkeys::Challenge) -> Self {
        Self { challenge: challenge.sealed, options: challenge.options }
    }
}

/// Begin to add a passkey
#[utoipa::path(
    post,
    path = "/operator/api/account/passkeys/begin",
    operation_id = "operator_account_passkeys_begin",
    tag = "session",
    responses(
        (status = 200, description = "The challenge", body = OperatorPasskeyChallenge),
        (status = 409, description = "There are ten passkeys, or the address of these screens can have none",
         body = FailureBody),
    )
)]
pub(crate) async fn begin(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnAccount>,
) -> Result<Json<OperatorPasskeyChallenge>, OperatorFailure> {
    let (id, session) = (permitted.operator.account_id(), permitted.operator.session());
    let present = OPERATORS.keys(&operators.common.pool, id).await?;
    if present.len() >= MOST {
        return Err(too_many());
    }
    // A device lists it beside the passkey of the same person as a member.
    let name = format!("{} (operator)", session.name);
    let now = operators.common.clock.now();
    let challenge = operators.passkeys.begin_registration(id, &session.email, &name, &present, now);
    Ok(Json(challenge.map_err(refusal)?.into()))
}

/// A new passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AddOwnPasskey {
    /// The challenge, as it was sent.
    pub challenge: String,
    /// The operator's name for it, 1 to 60 characters.
    pub name: String,
    /// The answer of `navigator.credentials.create`, as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Add a passkey
#[utoipa::path(
    post,
    path = "/operator/api/account/passkeys",
    operation_id = "operator_account_passkeys_add",
    tag = "session",
    request_body = AddOwnPasskey,
    responses(
        (status = 200, description = "It can log in now", body = Changed),
        (status = 409, description = "There are ten passkeys, or the key is known already", body = FailureBody),
        (status = 422, description = "The challenge expired or was used, the answer is not valid, or `name` is not",
         body = FailureBody),
    )
)]
pub(crate) async fn add(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnAccount>,
    OperatorBody(request): OperatorBody<AddOwnPasskey>,
) -> Result<Json<Changed>, OperatorFailure> {
    let operator = &permitted.operator;
    let (id, now) = (operator.account_id(), operators.common.clock.now());
    let Some(name) = passkeys::name(&request.name) else {
        return Err(OperatorFailure::invalid_field("name", "Enter a name of 1 to 60 characters."));
    };
    let challenge = operators.passkeys.open_registration(&request.challenge, id, now).map_err(refusal)?;
    let key = operators.passkeys.finish_registration(&challenge, request.credential).map_err(refusal)?;
    let mut transaction = operators.common.pool.begin().await?;
    if !operator_account::lock(&mut transaction, id, operator.session().id).await? {
        return Err(OperatorFailure::unauthorized());
    }
    if !use_challenge(&mut *transaction, &challenge.hash, challenge.expires_at).await? {
        return Err(refusal(PasskeyError::Challenge));
    }
    match operator_passkeys::add(&mut transaction, id, random::new_id(now), &name, &key, now).await? {
        Added::Stored => {}
        Added::TooMany => return Err(too_many()),
        Added::Taken => {
            return Err(OperatorFailure::new(StatusCode::CONFLICT, "This passkey was added already."));
        }
    }
    record(&mut transaction, operator, "add passkey", now).await?;
    transaction.commit().await?;
    tracing::info!(operator = %id, "an operator added a passkey");
    Ok(Json(Changed {}))
}

/// The passkey to remove.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RemoveOwnPasskey {
    /// Its id.
    #[schema(value_type = String, example = "019aab3c-0000-7000-8000-000000000001")]
    pub id: Uuid,
}

/// Remove a passkey
#[utoipa::path(
    post,
    path = "/operator/api/account/passkeys/remove",
    operation_id = "operator_account_passkeys_remove",
    tag = "session",
    request_body = RemoveOwnPasskey,
    responses(
        (status = 200, description = "It cannot log in any more, and its other sessions have ended", body = Changed),
        (status = 404, description = "There is no such passkey", body = FailureBody),
    )
)]
pub(crate) async fn remove(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnAccount>,
    OperatorBody(request): OperatorBody<RemoveOwnPasskey>,
) -> Result<Json<Changed>, OperatorFailure> {
    let operator = &permitted.operator;
    let (id, session) = (operator.account_id(), operator.session().id);
    let mut transaction = operators.common.pool.begin().await?;
    if !operator_account::lock(&mut transaction, id, session).await? {
        return Err(OperatorFailure::unauthorized());
    }
    if !operator_passkeys::remove(&mut transaction, id, request.id, session).await? {
        return Err(OperatorFailure::not_found("This passkey was removed already."));
    }
    record(&mut transaction, operator, "remove passkey", operators.common.clock.now()).await?;
    transaction.commit().await?;
    tracing::info!(operator = %id, "an operator removed a passkey");
    Ok(Json(Changed {}))
}

fn too_many() -> OperatorFailure {
    OperatorFailure::new(StatusCode::CONFLICT, "You have ten passkeys. Remove one first.")
}

/// Why a challenge is not made, or an answer of no use.
pub(super) fn refusal(error: PasskeyError) -> OperatorFailure {
    match error {
        PasskeyError::Unavailable => {
            OperatorFailure::new(StatusCode::CONFLICT, "At this address of the portal passkeys do not work.")
        }
        PasskeyError::Challenge | PasskeyError::Unknown => {
            OperatorFailure::invalid("This took too long. Try again.")
        }
        PasskeyError::Answer(source) => {
            tracing::info!(error = %source, "a passkey of an operator was refused");
            OperatorFailure::invalid("Your device gave no valid passkey. Try again.")
        }
    }
}
