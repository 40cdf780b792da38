//! `POST /api/users/login_link` sends a mail with a link that logs in, for a new device, and with a code
//! (`login_code.rs`); `POST /api/users/login/link/account` names the account, so that nobody is logged in to another's
//! without seeing it; `POST /api/users/login/link` uses the link. The response to the first is sent before the look-up,
//! so that neither its text nor its time reveals whether the address is known; requests count together with those for a
//! new password (docs/security.md, 3 and 66).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, StatusCode};
use chrono::TimeDelta;
use fairway_clock::random;
use fairway_documents::PersonName;
use fairway_documents::mail::LoginLink;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::client_address::Origin;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::login_links::{self, LinkHashes, LinkKey};
use fairway_store::outbox::Recipient;
use fairway_store::sessions::NewSession;
use fairway_text::error_chain::Chain;
use serde::{Deserialize, Serialize};
use tracing::Instrument;
use utoipa::ToSchema;

use super::forgot_password::note_request;
use super::known_device::{self, Side};
use super::login::SESSION;
use crate::state::Members;

/// How long a link and its code work.
const LINK_VALIDITY: TimeDelta = TimeDelta::minutes(15);

/// A mail follows if the address is known.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LinkRequested {
    /// Always true.
    pub success: bool,
    /// Goes with the code of the mail, at `/api/users/login/code`: the code works only where the link was asked for.
    pub request: String,
}

/// The member who is at a new device.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LoginLinkRequest {
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
        (status = 200, description = "A mail follows if the address is known", body = LinkRequested),
        (status = 429, description = "Too many requests from this address, counted with those for a new password; see \
                                      Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn request(
    State(members): State<Arc<Members>>,
    origin: Origin,
    JsonBody(request): JsonBody<LoginLinkRequest>,
) -> Result<Json<LinkRequested>, Failure> {
    let email = fairway_text::email::canonical(&request.email);
    let sentence = "Te vaak een link aangevraagd. Probeer het over een kwartier opnieuw.";
    note_request(&members, origin, &email, sentence).await?;
    // For everybody, so that it does not tell whether the address is known.
    let asked = random::new_token();
    let answer = LinkRequested { success: true, request: asked.clone() };
    let writing = async move {
        if let Err(error) = send_link(&members, &email, &asked).await {
            tracing::error!(error = %Chain(&*error), "a link to log in was not sent");
        }
    };
    tokio::spawn(writing.in_current_span());
    Ok(Json(answer))
}

async fn send_link(
    members: &Members,
    email: &str,
    asked: &str,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    if email.contains('\0') {
        return Ok(());
    }
    let (token, code, now) = (random::new_token(), random::new_code(), members.common.clock.now());
    let (token_hash, valid_until) = (random::digest(token.as_bytes()), now + LINK_VALIDITY);
    let hashes = LinkHashes { token: &token_hash, code: &code_hash(asked, &code) };
    let mut transaction = members.common.pool.begin().await?;
    let started = login_links::start(&mut transaction, email, hashes, now, valid_until).await?;
    let Some(to) = started else { return Ok(()) };
    let portal = &members.portal;
    let recipient = PersonName::new(to.first_name, to.prefix, to.last_name);
    let mail = LoginLink { portal, recipient: &recipient, token: &token, code: &code, valid_until }.compose();
    let key = format!("login-link:{}", hex::encode(&token_hash));
    members.outbox.queue(&mut transaction, &key, &Recipient::Member(to.member), &mail).await?;
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(member = %to.member, "a link to log in was sent");
    Ok(())
}

/// The link of the mail.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LinkLoginRequest {
    /// The link's token; it works once, for 15 minutes.
    pub token: String,
}

/// The account of a link.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LinkAccount {
    /// The member's address.
    pub email: String,
}

/// The account that a link of a mail logs in to
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
pub(crate) async fn account(
    State(common): State<Common>,
    JsonBody(request): JsonBody<LinkLoginRequest>,
) -> Result<Json<LinkAccount>, Failure> {
    let link_hash = random::digest(request.token.as_bytes());
    let email = login_links::account(&common.pool, &link_hash, common.clock.now()).await?;
    email.map(|email| Json(LinkAccount { email })).ok_or_else(expired)
}

fn expired() -> Failure {
    let sentence = "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.";
    Failure::new(StatusCode::UNAUTHORIZED, sentence)
}

/// A new session, and its member's address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LinkLoginAnswer {
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
pub(crate) async fn login(
    State(members): State<Arc<Members>>,
    browser: Browser,
    JsonBody(request): JsonBody<LinkLoginRequest>,
) -> Result<LoggedIn, Failure> {
    let link_hash = random::digest(request.token.as_bytes());
    redeem(&members, &browser, LinkKey::Token(&link_hash)).await?.ok_or_else(expired)
}

/// A session, and the cookie that marks its browser as known.
pub(super) type LoggedIn = ([(HeaderName, String); 1], Json<LinkLoginAnswer>);

/// Logs in with a link. None: it is invalid, used or expired.
/// Fails when the database does not answer.
pub(super) async fn redeem(
    members: &Members,
    browser: &Browser,
    key: LinkKey<'_>,
) -> Result<Option<LoggedIn>, Failure> {
    let (token, now) = (random::new_token(), members.common.clock.now());
    let token_hash = random::digest(token.as_bytes());
    let session = NewSession {
        token_hash: &token_hash,
        browser: browser.as_str(),
        created_at: now,
        expires_at: now + SESSION,
    };
    let mut transaction = members.common.pool.begin().await?;
    let Some(used) = login_links::redeem(&mut transaction, key, &session).await? else {
        return Ok(None);
    };
    transaction.commit().await?;
    tracing::info!(member = %used.member, "logged in with a link of a mail");
    let cookie = known_device::remember(&members.devices, Side::Members, &used.email, now);
    let answer = LinkLoginAnswer {
        access_token: token,
        token_type: "Bearer",
        expires_in: SESSION.num_seconds(),
        email: used.email,
    };
    Ok(Some(([(SET_COOKIE, cookie)], Json(answer))))
}

/// The hash of a code and of the token that the asking device was given.
pub(super) fn code_hash(asked: &str, code: &str) -> Vec<u8> {
    // No token contains a line break, so that no other pair has the same text.
    random::digest(format!("login code\n{asked}\n{code}").as_bytes())
}
