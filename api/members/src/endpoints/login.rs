//! `POST /api/users/login`: exchanges a password for a token. Known and unknown accounts get the same responses in the
//! same time; an attempt counts as a failure before its password is checked, and a right password removes that failure
//! (docs/security.md, 2, 3 and 46).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use chrono::TimeDelta;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::sessions::NewSession;
use fairway_store::{members, sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::known_device::{self, Side};
use super::login_attempts::{Attempt, Client};
use crate::password::Verdict;
use crate::state::Members;

/// A token's validity. Absolute: using the token does not prolong it.
pub(super) const SESSION: TimeDelta = TimeDelta::days(30);

/// Log-in with a password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LoginRequest {
    /// Always `password`.
    #[schema(pattern = "^password$", example = "password")]
    pub grant_type: String,
    /// The web app's identifier.
    #[schema(example = "fairway-webapp")]
    pub client_id: String,
    /// The web app's fixed secret; it is public.
    #[schema(example = "fairway-webapp-public")]
    pub client_secret: String,
    /// The member's e-mail address; upper and lower case are the same.
    #[schema(example = "jan.devries@fairway.example")]
    pub username: String,
    /// The password.
    #[schema(example = "fairway-demo")]
    pub password: String,
}

/// A new session.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginAnswer {
    /// Opaque; send it as `Authorization: Bearer …`.
    pub access_token: String,
    /// Always `Bearer`.
    #[schema(pattern = "^Bearer$")]
    pub token_type: &'static str,
    /// Seconds until the token expires.
    pub expires_in: i64,
}

/// Log in
#[utoipa::path(
    post,
    path = "/api/users/login",
    tag = "users",
    security(()),
    request_body = LoginRequest,
    responses(
        (status = 200, description = "Logged in", body = LoginAnswer, headers(
            ("Set-Cookie" = String, description = "Identifies this browser, so that its failed log-ins \
                                                   are counted apart from those of other clients"),
        )),
        (status = 400, description = "Malformed JSON, wrong client or grant type", body = FailureBody),
        (status = 401, description = "Wrong e-mail address or password", body = FailureBody),
        (status = 429, description = "Too many failures, or too many log-ins at once; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn login(
    State(members): State<Arc<Members>>,
    client: Client,
    headers: HeaderMap,
    browser: Browser,
    JsonBody(request): JsonBody<LoginRequest>,
) -> Result<([(HeaderName, String); 1], Json<LoginAnswer>), Failure> {
    check_client(&members, &request)?;
    let email = fairway_text::email::canonical(&request.username);
    let failure_key = known_device::failure_key(
        &headers,
        &members.devices,
        Side::Members,
        &email,
        members.common.clock.now(),
    );
    let attempt = Attempt::begin(&members, &client, failure_key).await?;

    // An address that cannot be in the table is looked up as the empty one, which is not: same time, same response.
    let wanted = if email.contains('\0') { "" } else { email.as_str() };
    let known = members::account(&members.common.pool, wanted).await?;
    let stored = known.as_ref().map(|account| account.password_hash.clone());
    let verdict = members.passwords.verify(request.password.clone(), stored).await?;
    let (Some(known), Verdict::Right | Verdict::RightButWeak) = (known, verdict) else {
        attempt.failed().await?;
        tracing::info!("a log-in failed");
        return Err(wrong());
    };
    let mut password_hash = known.password_hash;
    if verdict == Verdict::RightButWeak {
        let stronger = members.passwords.hash(request.password).await?;
        members::rehash(&members.common.pool, known.member, &password_hash, &stronger).await?;
        password_hash = stronger;
    }
    attempt.clear_failures().await?;
    let now = attempt.at();
    let token = random::new_token();
    let token_hash = random::digest(token.as_bytes());
    let session = NewSession {
        token_hash: &token_hash,
        browser: browser.as_str(),
        created_at: now,
        expires_at: now + SESSION,
    };
    if !sessions::start(&members.common.pool, &session, known.member, &password_hash).await? {
        return Err(wrong());
    }
    tracing::info!(member = %known.member, "logged in");
    let answer = LoginAnswer { access_token: token, token_type: "Bearer", expires_in: SESSION.num_seconds() };
    Ok(([(SET_COOKIE, known_device::remember(&members.devices, Side::Members, &email, now))], Json(answer)))
}

fn wrong() -> Failure {
    Failure::new(StatusCode::UNAUTHORIZED, "Verkeerd e-mailadres of wachtwoord")
}

fn check_client(members: &Members, request: &LoginRequest) -> Result<(), Failure> {
    let wrong = |sentence: &'static str| Err(Failure::new(StatusCode::BAD_REQUEST, sentence));
    if request.grant_type != "password" {
        return wrong("Deze manier van inloggen wordt niet ondersteund.");
    }
    if request.client_id != members.client.id || request.client_secret != members.client.secret {
        return wrong("Deze toepassing mag niet inloggen.");
    }
    Ok(())
}
