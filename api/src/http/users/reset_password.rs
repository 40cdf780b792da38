//! `POST /api/users/reset_password`: the link of the mail becomes a new password. Every session of the member ends,
//! whoever holds it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_documents::PersonName;
use fairway_documents::mail::PasswordChanged;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::http::answers::Done;
use crate::http::body::JsonBody;
use crate::http::failure::{Chain, Failure, FailureBody};
use crate::mail::Recipient;
use crate::password::guessable::is_guessable;
use crate::random;
use crate::store::password_resets;

/// Characters of a password, at least.
const SHORTEST: usize = 8;
/// Characters of a password, at most; far beyond what a password manager makes.
const LONGEST: usize = 256;

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The link's token; it works once, for an hour.
    pub token: String,
    /// 8 to 256 characters of any kind, not one that everybody uses.
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
        (status = 200, description = "Stored; every session has ended", body = Done),
        (status = 422, description = "The link does not work any more, or the password is refused (then `errors` \
                                      names it, and the link still works)", body = FailureBody),
    )
)]
pub async fn reset_password(
    State(app): State<Arc<App>>,
    JsonBody(request): JsonBody<ResetPasswordRequest>,
) -> Result<Json<Done>, Failure> {
    let token_hash = random::digest(request.token.as_bytes());
    // Before the costly part: hashing is for who has a link.
    if !password_resets::is_open(&app.pool, &token_hash, app.clock.now()).await? {
        return Err(dead_link());
    }
    let password = checked(request.password).await?;
    let password_hash = app.passwords.hash(password).await?;

    let now = app.clock.now();
    let mut transaction = app.pool.begin().await?;
    let finished = password_resets::finish(&mut transaction, &token_hash, &password_hash, now).await?;
    let to = finished.ok_or_else(dead_link)?;
    let portal = app.config.portal().map_err(|error| {
        tracing::error!(error = %Chain(&error), "the mail cannot be written");
        Failure::internal()
    })?;
    let recipient = PersonName::new(to.first_name, to.prefix, to.last_name);
    let mail = PasswordChanged { portal: &portal, recipient: &recipient, changed_at: now }.compose();
    let key = format!("password-changed:{}", hex::encode(&token_hash));
    app.outbox.queue(&mut transaction, &key, &Recipient::Member(to.member), &mail).await?;
    transaction.commit().await?;
    app.outbox.wake();
    tracing::info!(member = %to.member, "a password was changed; every session has ended");
    Ok(Json(Done::yes()))
}

fn dead_link() -> Failure {
    let sentence = "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.";
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
}

/// The password, if it may be one.
async fn checked(password: String) -> Result<String, Failure> {
    let refuse = |sentence: &str| Err(Failure::invalid_field("password", sentence));
    let length = password.chars().count();
    if length < SHORTEST {
        return refuse("Kies een wachtwoord van minstens 8 tekens.");
    }
    if length > LONGEST {
        return refuse("Kies een wachtwoord van hoogstens 256 tekens.");
    }
    // Reading a long password against long lists takes milliseconds: not on a thread that answers others.
    let judged = tokio::task::spawn_blocking(move || (is_guessable(&password), password)).await;
    match judged {
        Ok((false, password)) => Ok(password),
        Ok((true, _)) => refuse("Dit wachtwoord is te makkelijk te raden. Kies een ander."),
        Err(error) => {
            tracing::error!(error = %Chain(&error), "a password cannot be judged");
            Err(Failure::internal())
        }
    }
}
