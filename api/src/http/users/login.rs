//! `POST /api/users/login`: the password becomes a token. Known and unknown accounts get the same answers in the
//! same time; an attempt counts as a failure before its password is checked, and a right one takes that back
//! (docs/security.md, 2, 3 and 46).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::known_device;
use crate::app::App;
use crate::http::body::JsonBody;
use crate::http::client_address::Origin;
use crate::http::failure::{Failure, FailureBody};
use crate::http::hang_up::HangUp;
use crate::http::login_queue::Crowded;
use crate::password::Verdict;
use crate::random;
use crate::store::throttle::Failures;
use crate::store::{members, sessions, throttle};

/// A token's life. Absolute: using it does not prolong it.
const SESSION: TimeDelta = TimeDelta::days(30);
/// Failures count for so long.
const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Failures per account in the window: of strangers together, and of the browsers it was logged in from before.
const PER_ACCOUNT: i64 = 10;
/// Failures per client address in the window.
const PER_ADDRESS: i64 = 100;
/// A wrong password whose client did not wait for the answer counts for so many: who waits learns, who does not only
/// keeps the server busy.
const ABANDONED: i32 = 5;

/// Log-in by password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LoginRequest {
    /// Always `password`.
    #[schema(pattern = "^password$", example = "password")]
    pub grant_type: String,
    /// The web app's identifier.
    #[schema(example = "fairway-webapp")]
    pub client_id: String,
    /// The web app's fixed secret; public.
    #[schema(example = "fairway-webapp-public")]
    pub client_secret: String,
    /// The member's e-mail address, in any case.
    #[schema(example = "jan.devries@fairway.example")]
    pub username: String,
    /// The password.
    #[schema(example = "fairway-demo")]
    pub password: String,
}

/// A new session.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoginAnswer {
    /// Opaque; goes into `Authorization: Bearer …`.
    pub access_token: String,
    /// Always `Bearer`.
    #[schema(pattern = "^Bearer$")]
    pub token_type: &'static str,
    /// Seconds until the token ends.
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
            ("Set-Cookie" = String, description = "By it this browser's failed log-ins count apart from strangers'"),
        )),
        (status = 400, description = "Malformed JSON, wrong client or grant type", body = FailureBody),
        (status = 401, description = "Wrong e-mail address or password", body = FailureBody),
        (status = 429, description = "Too many failures, or too many log-ins at once; see Retry-After", body = FailureBody),
    )
)]
pub async fn login(
    State(app): State<Arc<App>>,
    origin: Origin,
    hang_up: HangUp,
    headers: HeaderMap,
    JsonBody(request): JsonBody<LoginRequest>,
) -> Result<([(HeaderName, String); 1], Json<LoginAnswer>), Failure> {
    check_client(&app, &request)?;
    let (email, now) = (request.username.trim().to_lowercase(), app.clock.now());
    let (account, address) = (known_device::slate(&headers, &app.devices, &email, now), origin.digest());
    let limits = ((account.as_slice(), PER_ACCOUNT), (address.as_slice(), PER_ADDRESS));

    // Who has no more tries is told without waiting for one.
    refuse_when_exhausted(throttle::login_failures(&app.pool, limits.0, limits.1, now - WINDOW).await?, now)?;
    let _turn = tokio::select! {
        // Whoever has gone by now takes no turn; nobody reads what is answered.
        biased;
        () = hang_up.comes() => return Err(crowded()),
        turn = app.login_queue.turn(origin, &account, now) => turn.map_err(|Crowded| crowded())?,
    };
    let (now, attempt) = (app.clock.now(), random::new_id(app.clock.now()));
    let before =
        throttle::count_login_attempt(&app.pool, attempt, limits.0, limits.1, now - WINDOW, now).await?;
    refuse_when_exhausted(before, now)?;

    // An address that cannot be in the table is looked up as the empty one, which is not: same time, same answer.
    let wanted = if email.contains('\0') { "" } else { email.as_str() };
    let known = members::account(&app.pool, wanted).await?;
    let stored = known.as_ref().map(|account| account.password_hash.clone());
    let verdict = app.passwords.verify(request.password.clone(), stored).await?;
    let (Some(known), Verdict::Right | Verdict::RightButWeak) = (known, verdict) else {
        app.login_queue.failed(origin, now);
        if hang_up.has_come() {
            throttle::count_abandoned_login(&app.pool, &address, ABANDONED - 1, now).await?;
        }
        tracing::info!("a log-in failed");
        return Err(wrong());
    };
    let mut password_hash = known.password_hash;
    if verdict == Verdict::RightButWeak {
        let stronger = app.passwords.hash(request.password).await?;
        members::rehash(&app.pool, known.member, &password_hash, &stronger).await?;
        password_hash = stronger;
    }
    throttle::forgive_login(&app.pool, attempt, &account, &address).await?;
    let token = random::new_token();
    let token_hash = random::digest(token.as_bytes());
    let who = (known.member, password_hash.as_str());
    if !sessions::start(&app.pool, &token_hash, who, now, now + SESSION).await? {
        return Err(wrong());
    }
    tracing::info!(member = %known.member, "logged in");
    let answer = LoginAnswer { access_token: token, token_type: "Bearer", expires_in: SESSION.num_seconds() };
    Ok(([(SET_COOKIE, known_device::remember(&app.devices, &email, now))], Json(answer)))
}

fn wrong() -> Failure {
    Failure::new(StatusCode::UNAUTHORIZED, "Verkeerd e-mailadres of wachtwoord")
}

fn check_client(app: &App, request: &LoginRequest) -> Result<(), Failure> {
    let wrong = |sentence: &'static str| Err(Failure::new(StatusCode::BAD_REQUEST, sentence));
    if request.grant_type != "password" {
        return wrong("Deze manier van inloggen wordt niet ondersteund.");
    }
    if request.client_id != app.config.client_id || request.client_secret != app.config.client_secret {
        return wrong("Deze toepassing mag niet inloggen.");
    }
    Ok(())
}

fn crowded() -> Failure {
    Failure::throttled("Er willen nu te veel mensen tegelijk inloggen. Probeer het zo opnieuw.", 5)
}

/// Refuses when the account or the address has no more tries.
fn refuse_when_exhausted(
    (account, address): (Failures, Failures),
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let exhausted =
        [(account, PER_ACCOUNT), (address, PER_ADDRESS)].into_iter().find(|(of, limit)| of.count >= *limit);
    let Some((failures, _)) = exhausted else { return Ok(()) };
    let room_in = failures.room_from.map_or(WINDOW, |oldest| oldest + WINDOW - now);
    // Rounded up: who waits exactly as long as told must not be refused again.
    let seconds = room_in.num_seconds().saturating_add(1);
    tracing::warn!("log-ins are throttled");
    Err(Failure::throttled(
        "Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.",
        u64::try_from(seconds).unwrap_or(1),
    ))
}
