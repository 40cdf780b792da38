//! `POST /api/users/login_link` sends a mail with a link that logs in, for a new device; `POST /api/users/login/link/account`
//! names the account, so that nobody is logged in to another's without seeing it; `POST /api/users/login/link` uses the link.
//! The response to the first is sent before the look-up, so that neither its text nor its time reveals whether the address is
//! known; requests count together with those for a new password (docs/security.md, 3 and 66).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, StatusCode};
use chrono::TimeDelta;
use fairway_documents::PersonName;
use fairway_documents::mail::LoginLink;
use serde::{Deserialize, Serialize};
use tracing::Instrument;
use utoipa::ToSchema;

use super::forgot_password::note_request;
use super::known_device::{self, Side};
use super::login::SESSION;
use crate::app::App;
use crate::error_chain::Chain;
use crate::http::answers::Done;
use crate::http::body::JsonBody;
use crate::http::browser::Browser;
use crate::http::client_address::Origin;
use crate::http::failure::{Failure, FailureBody};
use crate::random;
use crate::services::mail::Recipient;
use crate::store::login_links;
use crate::store::sessions::NewSession;

/// How long a link works.
const LINK_VALIDITY: TimeDelta = TimeDelta::minutes(15);

/// The member who is at a new device.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LoginLinkRequest {
    /// Upper and lower case are the same.
    #[schema(example = "jan.devries@fairway.example")]
    pub email: String,
}

/// Ask for a link that logs in
///
/// The answer is the same for known and unknown addresses.
#[utoipa::path(
    post,
    path = "/api/users/login_link",
    tag = "users",
    security(()),
    request_body = LoginLinkRequest,
    responses(
        (status = 200, description = "A mail follows if the address is known", body = Done),
        (status = 429, description = "Too many requests from this address, counted with those for a new password; see \
                                      Retry-After", body = FailureBody),
    )
)]
pub async fn request(
    State(app): State<Arc<App>>,
    origin: Origin,
    JsonBody(request): JsonBody<LoginLinkRequest>,
) -> Result<Json<Done>, Failure> {
    let email = fairway_text::email::canonical(&request.email);
    let sentence = "Te vaak een link aangevraagd. Probeer het over een kwartier opnieuw.";
    note_request(&app, origin, &email, sentence).await?;
    let writing = async move {
        if let Err(error) = send_link(&app, &email).await {
            tracing::error!(error = %Chain(&*error), "a link to log in was not sent");
        }
    };
    tokio::spawn(writing.in_current_span());
    Ok(Json(Done::yes()))
}

async fn send_link(app: &App, email: &str) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    if email.contains('\0') {
        return Ok(());
    }
    let (token, now) = (random::new_token(), app.clock.now());
    let token_hash = random::digest(token.as_bytes());
    let mut transaction = app.pool.begin().await?;
    let started = login_links::start(&mut transaction, email, &token_hash, now, now + LINK_VALIDITY).await?;
    let Some(to) = started else { return Ok(()) };
    let portal = app.config.portal()?;
    let recipient = PersonName::new(to.first_name, to.prefix, to.last_name);
    let mail = LoginLink { portal: &portal, recipient: &recipient, token: &token }.compose();
    let key = format!("login-link:{}", hex::encode(&token_hash));
    app.outbox.queue(&mut transaction, &key, &Recipient::Member(to.member), &mail).await?;
    transaction.commit().await?;
    app.outbox.wake();
    tracing::info!(member = %to.member, "a link to log in was sent");
    Ok(())
}

/// The link of the mail.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LinkLoginRequest {
    /// The link's token; it works once, for 15 minutes.
    pub token: String,
}

/// Whose link it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkAccount {
    /// The member's address.
    pub email: String,
}

/// Whom a link of a mail logs in
///
/// To be shown before the link is used. The link stays unused, also when a program that scans mails asks.
#[utoipa::path(
    post,
    path = "/api/users/login/link/account",
    operation_id = "link_account",
    tag = "users",
    security(()),
    request_body = LinkLoginRequest,
    responses(
        (status = 200, description = "The account", body = LinkAccount),
        (status = 401, description = "The link is invalid, used or expired", body = FailureBody),
    )
)]
pub async fn account(
    State(app): State<Arc<App>>,
    JsonBody(request): JsonBody<LinkLoginRequest>,
) -> Result<Json<LinkAccount>, Failure> {
    let link_hash = random::digest(request.token.as_bytes());
    let email = login_links::account(&app.pool, &link_hash, app.clock.now()).await?;
    email.map(|email| Json(LinkAccount { email })).ok_or_else(expired)
}

fn expired() -> Failure {
    let sentence = "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.";
    Failure::new(StatusCode::UNAUTHORIZED, sentence)
}

/// A new session, and whose it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkLoginAnswer {
    /// Opaque; send it as `Authorization: Bearer …`.
    pub access_token: String,
    /// Always `Bearer`.
    #[schema(pattern = "^Bearer$")]
    pub token_type: &'static str,
    /// Seconds until the token expires.
    pub expires_in: i64,
    /// The member's address.
    pub email: String,
}

/// Log in with a link of a mail
#[utoipa::path(
    post,
    path = "/api/users/login/link",
    operation_id = "link_login",
    tag = "users",
    security(()),
    request_body = LinkLoginRequest,
    responses(
        (status = 200, description = "Logged in", body = LinkLoginAnswer, headers(
            ("Set-Cookie" = String, description = "Identifies this browser, as after a log-in with a password"),
        )),
        (status = 401, description = "The link is invalid, used or expired", body = FailureBody),
    )
)]
pub async fn login(
    State(app): State<Arc<App>>,
    browser: Browser,
    JsonBody(request): JsonBody<LinkLoginRequest>,
) -> Result<([(HeaderName, String); 1], Json<LinkLoginAnswer>), Failure> {
    let (token, now) = (random::new_token(), app.clock.now());
    let token_hash = random::digest(token.as_bytes());
    let session = NewSession {
        token_hash: &token_hash,
        browser: browser.as_str(),
        created_at: now,
        expires_at: now + SESSION,
    };
    let link_hash = random::digest(request.token.as_bytes());
    let mut transaction = app.pool.begin().await?;
    let used = login_links::redeem(&mut transaction, &link_hash, &session).await?;
    let used = used.ok_or_else(expired)?;
    transaction.commit().await?;
    tracing::info!(member = %used.member, "logged in with a link of a mail");
    let cookie = known_device::remember(&app.devices, (Side::Members, &used.email), now);
    let answer = LinkLoginAnswer {
        access_token: token,
        token_type: "Bearer",
        expires_in: SESSION.num_seconds(),
        email: used.email,
    };
    Ok(([(SET_COOKIE, cookie)], Json(answer)))
}
