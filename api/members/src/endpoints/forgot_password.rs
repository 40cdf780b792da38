//! `POST /api/users/forgot_password`: sends a mail with a link to a new password, if the address is known. The response
//! is sent before the look-up, so that neither its text nor its time reveals whether it is (docs/security.md, 3).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::TimeDelta;
use fairway_clock::random;
use fairway_documents::PersonName;
use fairway_documents::mail::PasswordForgotten;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::client_address::Origin;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::outbox::Recipient;
use fairway_store::password_resets::{self, RequestLimits};
use fairway_text::error_chain::Chain;
use serde::Deserialize;
use tracing::Instrument;
use utoipa::ToSchema;

use crate::state::Members;

/// How long a link works.
const LINK_VALIDITY: TimeDelta = TimeDelta::hours(1);
/// How long a request counts.
const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Requests per client address in the window. Members share the address of a club's network, so first tries have a
/// limit that a club never reaches; repeated tries have the limit of one household.
const PER_ADDRESS: RequestLimits = RequestLimits { first: 100, repeats: 20 };

/// The member who forgot the password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    /// Upper and lower case are the same.
    #[schema(example = "jan.devries@fairway.example")]
    pub email: String,
}

/// Ask for a new password
///
/// The answer is the same for known and unknown addresses.
#[utoipa::path(
    post,
    path = "/api/users/forgot_password",
    tag = "users",
    security(()),
    request_body = ForgotPasswordRequest,
    responses(
        (status = 200, description = "A mail follows if the address is known", body = Done),
        (status = 429, description = "Too many requests from this address; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn forgot_password(
    State(members): State<Arc<Members>>,
    origin: Origin,
    JsonBody(request): JsonBody<ForgotPasswordRequest>,
) -> Result<Json<Done>, Failure> {
    let sentence = "Te vaak een nieuw wachtwoord aangevraagd. Probeer het over een kwartier opnieuw.";
    let email = fairway_text::email::canonical(&request.email);
    note_request(&members, origin, &email, sentence).await?;
    let writing = async move {
        if let Err(error) = send_link(&members, &email).await {
            tracing::error!(error = %Chain(&*error), "a link for a new password was not sent");
        }
    };
    tokio::spawn(writing.in_current_span());
    Ok(Json(Done::SUCCESS))
}

/// Counts a request for a link by mail to an address in lower case, whatever the link is for.
///
/// # Errors
/// 429 with `sentence` for a client address without requests left.
pub(super) async fn note_request(
    members: &Members,
    origin: Origin,
    email: &str,
    sentence: &'static str,
) -> Result<(), Failure> {
    let address = origin.digest(&members.pseudonyms);
    let account = members.pseudonyms.pseudonym(password_resets::ASKED_ACCOUNT, email);
    let (pool, now) = (&members.common.pool, members.common.clock.now());
    let noted =
        password_resets::note_request(pool, &address, &account, PER_ADDRESS, now - WINDOW, now).await?;
    let Err(oldest) = noted else { return Ok(()) };
    let seconds = (oldest + WINDOW - now).num_seconds().saturating_add(1);
    Err(Failure::throttled(sentence, u64::try_from(seconds).unwrap_or(1)))
}

async fn send_link(members: &Members, email: &str) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    if email.contains('\0') {
        return Ok(());
    }
    let (token, now) = (random::new_token(), members.common.clock.now());
    let token_hash = random::digest(token.as_bytes());
    let mut transaction = members.common.pool.begin().await?;
    let valid_until = now + LINK_VALIDITY;
    let started = password_resets::start(&mut transaction, email, &token_hash, now, valid_until).await?;
    let Some(to) = started else { return Ok(()) };
    let portal = &members.portal;
    let recipient = PersonName::new(to.first_name, to.prefix, to.last_name);
    let mail = PasswordForgotten { portal, recipient: &recipient, token: &token, valid_until }.compose();
    let key = format!("reset:{}", hex::encode(&token_hash));
    members.outbox.queue(&mut transaction, &key, &Recipient::Member(to.member), &mail).await?;
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(member = %to.member, "a link for a new password was sent");
    Ok(())
}
