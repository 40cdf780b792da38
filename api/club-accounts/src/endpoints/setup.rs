//! `POST /club/api/setup/begin` and `POST /club/api/setup`: an invited person chooses a password and enrols an
//! authenticator app, and is logged in. The token is in the body, so that no log has it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::FailureBody;
use fairway_events::{ClubId, ClubUserId};
use fairway_members::endpoints::login_attempts::Client;
use fairway_operator_accounts::new_password::{self, LONGEST, SHORTEST, Unfit};
use fairway_store::club_accounts::{self, Choice};
use fairway_store::club_actions::{self, ActingUser, ClubAct};
use fairway_store::club_sessions;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login::{LoggedIn, SessionToken, begin as begin_attempt, begun};
use super::session::ClubSession;
use crate::access;
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// An invitation.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubSetupBegin {
    /// The part of the link after #.
    pub token: String,
}

/// What the invited person sets up with.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubSetup {
    /// The person's name.
    pub name: String,
    /// The address to log in with.
    pub email: String,
    /// The club's name.
    pub club_name: String,
    /// For the authenticator app, in groups of four.
    pub secret: String,
    /// otpauth://…
    pub uri: String,
    /// The same as an SVG document.
    pub qr_svg: String,
    /// To be sent back with the choice. Each opening of the link makes another secret.
    pub enrolment: String,
}

/// Open an invitation
#[utoipa::path(
    post,
    path = "/club/api/setup/begin",
    operation_id = "club_setup_begin",
    tag = "session",
    security(()),
    request_body = ClubSetupBegin,
    responses(
        (status = 200, description = "The secret for the authenticator app", body = ClubSetup),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 404, description = "The invitation has expired or was used", body = FailureBody),
    )
)]
pub(crate) async fn begin(
    State(clubs): State<Arc<ClubAccounts>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<ClubSetupBegin>,
) -> Result<Json<ClubSetup>, ClubFailure> {
    access::refuse_other_origin(&headers)?;
    let token_hash = random::digest(request.token.as_bytes());
    let now = clubs.common.clock.now();
    let invited =
        club_accounts::open_link(&clubs.common.pool, &token_hash, now).await?.ok_or_else(expired)?;
    let proposed = clubs.second_factors.propose();
    let enrolment = clubs.second_factors.enrolment(&proposed, &invited.email).ok_or_else(expired)?;
    Ok(Json(ClubSetup {
        name: invited.name,
        email: invited.email,
        club_name: invited.club_name,
        secret: enrolment.secret,
        uri: enrolment.uri,
        qr_svg: enrolment.qr_svg,
        enrolment: URL_SAFE_NO_PAD.encode(&proposed),
    }))
}

/// The choice.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubSetupChoice {
    /// The part of the link after #.
    pub token: String,
    /// 12 to 256 characters.
    pub password: String,
    /// Six digits of the authenticator app.
    pub code: String,
    /// As it came with the secret.
    pub enrolment: String,
}

/// Choose a password and an authenticator app
#[utoipa::path(
    post,
    path = "/club/api/setup",
    operation_id = "club_setup",
    tag = "session",
    security(()),
    request_body = ClubSetupChoice,
    responses(
        (status = 200, description = "The account can be used now, the invitation cannot; the session is in a cookie", body = ClubSession),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 404, description = "The invitation has expired or was used", body = FailureBody),
        (status = 422, description = "The password is too weak, or the code is wrong", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn complete(
    State(clubs): State<Arc<ClubAccounts>>,
    client: Client,
    headers: HeaderMap,
    browser: Browser,
    JsonBody(request): JsonBody<ClubSetupChoice>,
) -> Result<LoggedIn, ClubFailure> {
    access::refuse_other_origin(&headers)?;
    let token_hash = random::digest(request.token.as_bytes());
    // A code has a million values: attempts at it are counted like attempts at a password.
    let attempt = begin_attempt(&clubs, &client, token_hash.clone(), None).await?;
    let (pool, now) = (&clubs.common.pool, attempt.at());
    let invited = club_accounts::open_link(pool, &token_hash, now).await?.ok_or_else(expired)?;
    let password = new_password::checked(request.password).await?.map_err(unfit)?;
    // A text that this portal did not make cannot be decrypted, and has no right code.
    let secret = URL_SAFE_NO_PAD.decode(&request.enrolment).unwrap_or_default();
    let Some(step) = clubs.second_factors.check(&secret, &request.code, now) else {
        attempt.failed().await?;
        let sentence = "Deze code klopt niet. Scan de QR-code opnieuw en vul in wat de app nu toont.";
        return Err(ClubFailure::invalid_field("code", sentence));
    };
    let password_hash = clubs.members.passwords.hash(password).await?;
    let choice = Choice { password_hash: &password_hash, second_factor: &secret, step };
    let mut transaction = pool.begin().await?;
    if !club_accounts::use_link(&mut transaction, &token_hash, choice, now).await? {
        return Err(expired());
    }
    // The code counts once: a log-in would have to wait for the next one.
    let session = SessionToken::new();
    let new = session.session(invited.id, &browser, now);
    if !club_sessions::start(&mut transaction, &new, &password_hash).await? {
        return Err(expired());
    }
    let club = ClubId(invited.club_id);
    let by = ActingUser { id: ClubUserId(invited.id), name: &invited.name, club: &club };
    let subject = format!("session {}", new.id);
    let act = ClubAct { action: "set up", subject: "account", reason: "", member: None };
    club_actions::record(&mut *transaction, by, act, now).await?;
    let act = ClubAct { action: "log in", subject: &subject, reason: "password and code", member: None };
    club_actions::record(&mut *transaction, by, act, now).await?;
    transaction.commit().await?;
    attempt.clear_failures().await?;
    begun(&clubs, session, &invited.email, now).await
}

fn unfit(unfit: Unfit) -> ClubFailure {
    let sentence = match unfit {
        Unfit::Length => format!("Kies een wachtwoord van {SHORTEST} tot {LONGEST} tekens."),
        Unfit::Guessable => "Dit wachtwoord is te makkelijk te raden. Kies een ander.".to_owned(),
    };
    ClubFailure::invalid_field("password", sentence)
}

fn expired() -> ClubFailure {
    ClubFailure::not_found(
        "Deze uitnodiging is verlopen of al gebruikt. Vraag een beheerder van je club om een nieuwe.",
    )
}
