//! `/club/api/passkeys`: the passkeys of one's own account. The authenticator app stays beside them, and no passkey is ever
//! the last way in.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::shapes::Label;
use fairway_members::passkeys::{self, PasskeyError};
use fairway_store::club_actions::{self, ClubAct};
use fairway_store::operator_passkeys::Added;
use fairway_store::passkeys::table::{CLUBS, MOST};
use fairway_store::passkeys::use_challenge;
use fairway_store::{club_accounts, club_passkeys};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ClubTarget;
use crate::access::{OwnAccount, Permitted};
use crate::accounts::line;
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// Characters of a passkey's name, at most.
const LONGEST_NAME: usize = 40;

/// A passkey of one's own account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubPasskey {
    /// Names it.
    pub id: Uuid,
    /// As its owner called it.
    pub name: String,
    /// RFC 3339
    pub created_at: String,
    /// RFC 3339
    pub last_used_at: Option<String>,
}

/// The passkeys of one's own account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubPasskeys {
    /// Oldest first, at most 10.
    pub passkeys: Vec<ClubPasskey>,
}

/// One's own passkeys
#[utoipa::path(
    get,
    path = "/club/api/passkeys",
    operation_id = "club_passkeys",
    tag = "session",
    responses((status = 200, description = "The passkeys", body = ClubPasskeys)),
)]
pub(crate) async fn list(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<OwnAccount>,
) -> Result<Json<ClubPasskeys>, ClubFailure> {
    let found = CLUBS.list(&clubs.common.pool, permitted.user.id().0).await?;
    let passkeys = found
        .into_iter()
        .map(|passkey| ClubPasskey {
            id: passkey.id,
            name: passkey.name,
            created_at: dates::rfc3339(passkey.created_at),
            last_used_at: passkey.last_used_at.map(dates::rfc3339),
        })
        .collect();
    Ok(Json(ClubPasskeys { passkeys }))
}

/// A challenge for navigator.credentials.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubPasskeyChallenge {
    /// To be sent back; valid once, for five minutes.
    pub challenge: String,
    /// For the browser.
    #[schema(value_type = Object)]
    pub options: Value,
}

impl From<passkeys::Challenge> for ClubPasskeyChallenge {
    fn from(challenge: passkeys::Challenge) -> Self {
        Self { challenge: challenge.sealed, options: challenge.options }
    }
}

/// Begin to add a passkey
#[utoipa::path(
    post,
    path = "/club/api/passkeys/begin",
    operation_id = "club_passkey_add_begin",
    tag = "session",
    responses(
        (status = 200, description = "The challenge", body = ClubPasskeyChallenge),
        (status = 409, description = "There are ten passkeys, or the portal's address can have none", body = FailureBody),
    )
)]
pub(crate) async fn begin(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<OwnAccount>,
) -> Result<Json<ClubPasskeyChallenge>, ClubFailure> {
    let user = &permitted.user;
    let present = CLUBS.keys(&clubs.common.pool, user.id().0).await?;
    if present.len() >= MOST {
        return Err(too_many());
    }
    // A device lists it beside the passkey of the same person as a member.
    let name = format!("{} ({})", user.name(), user.club_name());
    let email = user.session().email.as_deref().unwrap_or_default();
    let now = clubs.common.clock.now();
    let challenge = clubs.passkeys.begin_registration(user.id().0, email, &name, &present, now);
    Ok(Json(challenge.map_err(refusal)?.into()))
}

/// A new passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubNewPasskey {
    /// At most 40 characters.
    #[schema(value_type = Label)]
    pub name: String,
    /// The challenge, as it was sent.
    pub challenge: String,
    /// The answer of `navigator.credentials.create`, as JSON.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// Add a passkey
#[utoipa::path(
    post,
    path = "/club/api/passkeys/finish",
    operation_id = "club_passkey_add",
    tag = "session",
    request_body = ClubNewPasskey,
    responses(
        (status = 204, description = "It can log in now"),
        (status = 409, description = "There are ten passkeys, or the key is known already", body = FailureBody),
        (status = 422, description = "The challenge expired or was used, the answer is not valid, or `name` is not",
         body = FailureBody),
    )
)]
pub(crate) async fn finish(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<OwnAccount>,
    JsonBody(request): JsonBody<ClubNewPasskey>,
) -> Result<StatusCode, ClubFailure> {
    let user = &permitted.user;
    let (id, now) = (user.id().0, clubs.common.clock.now());
    let Some(name) = line(&request.name, LONGEST_NAME) else {
        return Err(ClubFailure::invalid_field("name", "Vul een naam van hoogstens 40 tekens in."));
    };
    let challenge = clubs.passkeys.open_registration(&request.challenge, id, now).map_err(refusal)?;
    let key = clubs.passkeys.finish_registration(&challenge, request.credential).map_err(refusal)?;
    let mut transaction = clubs.common.pool.begin().await?;
    if !club_accounts::hold(&mut transaction, id, user.session_id()).await? {
        return Err(ClubFailure::unauthorized());
    }
    if !use_challenge(&mut *transaction, &challenge.hash, challenge.expires_at).await? {
        return Err(refusal(PasskeyError::Challenge));
    }
    match club_passkeys::add(&mut transaction, id, random::new_id(now), &name, &key, now).await? {
        Added::Stored => {}
        Added::TooMany => return Err(too_many()),
        Added::Taken => return Err(ClubFailure::conflict("Deze passkey is al toegevoegd.")),
    }
    let act = ClubAct { action: "add passkey", subject: "account", reason: "", member: None };
    club_actions::record(&mut *transaction, user.acting(), act, now).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a passkey
#[utoipa::path(
    post,
    path = "/club/api/passkeys/remove",
    operation_id = "club_passkey_remove",
    tag = "session",
    request_body = ClubTarget,
    responses(
        (status = 204, description = "It cannot log in any more, and its other sessions have ended"),
        (status = 404, description = "There is no such passkey", body = FailureBody),
    )
)]
pub(crate) async fn remove(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<OwnAccount>,
    JsonBody(request): JsonBody<ClubTarget>,
) -> Result<StatusCode, ClubFailure> {
    let user = &permitted.user;
    let (id, session) = (user.id().0, user.session_id());
    let mut transaction = clubs.common.pool.begin().await?;
    if !club_accounts::hold(&mut transaction, id, session).await? {
        return Err(ClubFailure::unauthorized());
    }
    if !club_passkeys::remove(&mut transaction, id, request.id, session).await? {
        return Err(ClubFailure::not_found("Deze passkey is al verwijderd."));
    }
    let act = ClubAct { action: "remove passkey", subject: "account", reason: "", member: None };
    club_actions::record(&mut *transaction, user.acting(), act, clubs.common.clock.now()).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn too_many() -> ClubFailure {
    ClubFailure::conflict("Je hebt al tien passkeys. Verwijder er eerst een.")
}

/// Why a challenge is not made, or an answer of no use.
pub(super) fn refusal(error: PasskeyError) -> ClubFailure {
    match error {
        PasskeyError::Unavailable => ClubFailure::conflict(
            "Op dit adres van de portal werken passkeys niet. Log in met je wachtwoord.",
        ),
        PasskeyError::Challenge | PasskeyError::Unknown => {
            ClubFailure::invalid("Dit duurde te lang. Probeer het opnieuw.")
        }
        PasskeyError::Answer(source) => {
            tracing::info!(error = %source, "a passkey of somebody at a club was refused");
            ClubFailure::invalid("Je toestel gaf geen geldige passkey. Probeer het opnieuw.")
        }
    }
}
