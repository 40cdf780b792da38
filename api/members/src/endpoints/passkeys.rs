//! `/api/users/me/passkeys`: the member's passkeys. Adding one needs a session of the last minutes or the password, so
//! that somebody who found an open session cannot stay in the account (docs/security.md, 66). Only for the member.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::random;
use fairway_documents::mail::PasskeyChange as Change;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_store::passkeys::table::{MEMBERS, MOST};
use fairway_store::passkeys::{self, Added, Removed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::login_attempts::Client;
use super::{passkey_notice, present_password};
use crate::passkeys::PasskeyError;
use crate::state::Members;

/// A session that began so recently adds a passkey without the password.
const FRESH: TimeDelta = TimeDelta::minutes(10);

/// A passkey of the member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyRow {
    /// Names it.
    pub id: Uuid,
    /// As the member called it.
    pub name: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// The last log-in with it; null: none yet.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The passkeys of the member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeysAnswer {
    /// Always true.
    pub success: bool,
    /// Whether this portal's address can have passkeys.
    pub available: bool,
    /// The address at which a browser has them; null where there are no passkeys.
    #[schema(required = false)]
    pub address: Option<String>,
    /// Whether the password is asked before one is added.
    pub password_needed: bool,
    /// Whether the member ever set a password; without one the last passkey cannot be removed.
    pub has_password: bool,
    /// Oldest first, at most 10.
    pub data: Vec<PasskeyRow>,
    /// The argument of `PublicKeyCredential.signalAllAcceptedCredentials` (W3C WebAuthn), so that a device no longer
    /// offers a passkey that was removed elsewhere; null where there are no passkeys.
    #[schema(value_type = Option<Object>)]
    pub accepted: Option<Value>,
}

/// The member's passkeys
#[utoipa::path(
    get,
    path = "/api/users/me/passkeys",
    tag = "users",
    responses(
        (status = 200, description = "The passkeys", body = PasskeysAnswer),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
    )
)]
pub(crate) async fn list(
    State(members): State<Arc<Members>>,
    caller: Caller,
) -> Result<Json<PasskeysAnswer>, Failure> {
    refuse_operator(&caller)?;
    let found = passkeys::list(&members.common.pool, caller.id()).await?;
    let keys = MEMBERS.keys(&members.common.pool, caller.id().0).await?;
    let data = found
        .into_iter()
        .map(|passkey| PasskeyRow {
            id: passkey.id,
            name: passkey.name,
            created_at: passkey.created_at,
            last_used_at: passkey.last_used_at,
        })
        .collect();
    Ok(Json(PasskeysAnswer {
        success: true,
        available: members.passkeys.are_available(),
        address: members.passkeys.address().map(str::to_owned),
        password_needed: !is_fresh(&members.common, &caller),
        has_password: passkeys::has_password(&members.common.pool, caller.id()).await?,
        data,
        accepted: members.passkeys.accepted(caller.id().0, &keys),
    }))
}

/// A member who wants to add a passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct BeginPasskeyRequest {
    /// The member's password; not needed in the first ten minutes of a session.
    #[serde(default)]
    pub password: Option<String>,
}

/// A challenge for the browser.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyChallenge {
    /// Always true.
    pub success: bool,
    /// Comes back with the answer; valid once, for five minutes.
    pub challenge: String,
    /// The options of `navigator.credentials.create` or `get` (W3C WebAuthn); binary values are base64url.
    #[schema(value_type = Object)]
    pub options: Value,
}

/// Begin to add a passkey
#[utoipa::path(
    post,
    path = "/api/users/me/passkeys/begin",
    operation_id = "passkey_add_begin",
    tag = "users",
    request_body = BeginPasskeyRequest,
    responses(
        (status = 200, description = "The challenge", body = PasskeyChallenge),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 409, description = "The member has ten passkeys, or this portal's address can have none",
         body = FailureBody),
        (status = 422, description = "The session is older than ten minutes, and `password` is missing or wrong",
         body = FailureBody),
        (status = 429, description = "Too many wrong passwords; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn begin(
    State(members): State<Arc<Members>>,
    caller: Caller,
    client: Client,
    JsonBody(request): JsonBody<BeginPasskeyRequest>,
) -> Result<Json<PasskeyChallenge>, Failure> {
    refuse_operator(&caller)?;
    if !is_fresh(&members.common, &caller) {
        let password = request.password;
        let password = password.ok_or_else(|| Failure::invalid_field("password", "Vul je wachtwoord in."))?;
        present_password::check_callers(&members, &caller, &client, password).await?;
    }
    let present = MEMBERS.keys(&members.common.pool, caller.id().0).await?;
    if present.len() >= MOST {
        return Err(too_many());
    }
    let member = &caller.member;
    let name = format!("{} {} {}", member.first_name, member.prefix, member.last_name).replace("  ", " ");
    let now = members.common.clock.now();
    let challenge = members.passkeys.begin_registration(member.id.0, &member.email, &name, &present, now);
    let challenge = challenge.map_err(refusal)?;
    Ok(Json(PasskeyChallenge { success: true, challenge: challenge.sealed, options: challenge.options }))
}

/// A new passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AddPasskeyRequest {
    /// The challenge, as it was sent.
    pub challenge: String,
    /// The member's name for it, 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The answer of `navigator.credentials.create`, as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Add a passkey
#[utoipa::path(
    post,
    path = "/api/users/me/passkeys",
    tag = "users",
    request_body = AddPasskeyRequest,
    responses(
        (status = 200, description = "It can log in now; the member is mailed", body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 409, description = "The member has ten passkeys, or the key is known already", body = FailureBody),
        (status = 422, description = "The challenge expired or was used, the answer is not valid, or `name` is not",
         body = FailureBody),
    )
)]
pub(crate) async fn add(
    State(members): State<Arc<Members>>,
    caller: Caller,
    JsonBody(request): JsonBody<AddPasskeyRequest>,
) -> Result<Json<Done>, Failure> {
    refuse_operator(&caller)?;
    let name = checked_name(&request.name)?;
    let now = members.common.clock.now();
    let challenge =
        members.passkeys.open_registration(&request.challenge, caller.id().0, now).map_err(refusal)?;
    let key = members.passkeys.finish_registration(&challenge, request.credential).map_err(refusal)?;
    let mut transaction = members.common.pool.begin().await?;
    if !passkeys::use_challenge(&mut *transaction, &challenge.hash, challenge.expires_at).await? {
        return Err(refusal(PasskeyError::Challenge));
    }
    let id = random::new_id(now);
    let (member, session) = (caller.id(), caller.session_id);
    let to = match passkeys::add(&mut transaction, member, session, id, &name, &key, now).await? {
        Added::Stored(to) => to,
        Added::TooMany => return Err(too_many()),
        Added::Taken => {
            return Err(Failure::new(StatusCode::CONFLICT, "Deze passkey is al toegevoegd."));
        }
        Added::NotLoggedIn => return Err(Failure::unauthorized()),
    };
    passkey_notice::queue(&members, &mut transaction, to, id, Change::Added { name: &name }, now).await?;
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(member = %caller.id(), "a passkey was added");
    Ok(Json(Done::SUCCESS))
}

/// Another name.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RenamePasskeyRequest {
    /// 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
}

/// Rename a passkey
#[utoipa::path(
    post,
    path = "/api/users/me/passkeys/{id}/rename",
    operation_id = "passkey_rename",
    tag = "users",
    params(("id" = String, Path, description = "The passkey")),
    request_body = RenamePasskeyRequest,
    responses(
        (status = 200, description = "Renamed", body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 404, description = "There is no such passkey", body = FailureBody),
        (status = 422, description = "`name` is empty or too long", body = FailureBody),
    )
)]
pub(crate) async fn rename(
    State(common): State<Common>,
    caller: Caller,
    PathText(id): PathText,
    JsonBody(request): JsonBody<RenamePasskeyRequest>,
) -> Result<Json<Done>, Failure> {
    refuse_operator(&caller)?;
    let id: Uuid = id.parse().map_err(|_| unknown())?;
    let name = checked_name(&request.name)?;
    if !passkeys::rename(&common.pool, caller.id(), id, &name).await? {
        return Err(unknown());
    }
    Ok(Json(Done::SUCCESS))
}

/// Remove a passkey
#[utoipa::path(
    post,
    path = "/api/users/me/passkeys/{id}/remove",
    operation_id = "passkey_remove",
    tag = "users",
    params(("id" = String, Path, description = "The passkey")),
    responses(
        (status = 200, description = "It cannot log in any more, and its other sessions have ended; the member is mailed",
         body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 404, description = "There is no such passkey", body = FailureBody),
        (status = 409, description = "The member has no password, and it is the last passkey", body = FailureBody),
    )
)]
pub(crate) async fn remove(
    State(members): State<Arc<Members>>,
    caller: Caller,
    PathText(id): PathText,
) -> Result<Json<Done>, Failure> {
    refuse_operator(&caller)?;
    let id: Uuid = id.parse().map_err(|_| unknown())?;
    let now = members.common.clock.now();
    let mut transaction = members.common.pool.begin().await?;
    match passkeys::remove(&mut transaction, caller.id(), id, caller.session_id, now).await? {
        Removed::Gone(to, name) => {
            let cause = random::new_id(now);
            passkey_notice::queue(
                &members,
                &mut transaction,
                to,
                cause,
                Change::Removed { name: &name },
                now,
            )
            .await?;
        }
        Removed::LastWayIn => {
            let sentence = "Dit is je laatste manier om in te loggen. Stel eerst een wachtwoord in.";
            return Err(Failure::new(StatusCode::CONFLICT, sentence));
        }
        Removed::Unknown => return Err(unknown()),
    }
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(member = %caller.id(), "a passkey was removed");
    Ok(Json(Done::SUCCESS))
}

fn is_fresh(common: &Common, caller: &Caller) -> bool {
    common.clock.now() - caller.session_started_at < FRESH
}

fn checked_name(name: &str) -> Result<String, Failure> {
    crate::passkeys::name(name)
        .ok_or_else(|| Failure::invalid_field("name", "Geef de passkey een naam van hoogstens 60 tekens."))
}

fn refuse_operator(caller: &Caller) -> Result<(), Failure> {
    if caller.impersonation.is_some() {
        return Err(Failure::forbidden("Alleen het lid zelf kan passkeys beheren."));
    }
    Ok(())
}

fn too_many() -> Failure {
    Failure::new(StatusCode::CONFLICT, "Je hebt al tien passkeys. Verwijder er eerst een.")
}

fn unknown() -> Failure {
    Failure::not_found("Deze passkey is al verwijderd.")
}

fn refusal(error: PasskeyError) -> Failure {
    match error {
        PasskeyError::Unavailable => {
            Failure::new(StatusCode::CONFLICT, "Op dit adres van het portaal werken passkeys niet.")
        }
        PasskeyError::Unknown => unknown(),
        PasskeyError::Challenge => {
            Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "Dit duurde te lang. Probeer het opnieuw.")
        }
        PasskeyError::Answer(source) => {
            tracing::info!(error = %source, "a passkey was refused");
            Failure::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "Je apparaat gaf geen geldige passkey. Probeer het opnieuw.",
            )
        }
    }
}
