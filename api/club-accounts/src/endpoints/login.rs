//! `POST /club/api/login`: a password and a code of the authenticator app for a session. Attempts count as those of members
//! and operators do: by account and by client address, before they are checked, and apart for a browser that the account
//! knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::AppendHeaders;
use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_events::{ClubId, ClubUserId};
use fairway_members::endpoints::known_device::{self, Side};
use fairway_members::endpoints::login_attempts::{Attempt, Client, NotTried};
use fairway_members::password::Verdict;
use fairway_store::club_accounts::{self, Account};
use fairway_store::club_actions::{self, ActingUser, ClubAct};
use fairway_store::club_sessions::{self, NewSession};
use fairway_store::{PgConnection, PgPool};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::session::ClubSession;
use crate::access::{self, ClubUser};
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// The answer to a log-in: the cookies of the session and of the known browser, and who is logged in.
pub(super) type LoggedIn = (AppendHeaders<[(HeaderName, String); 2]>, Json<ClubSession>);

/// A log-in.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubLogin {
    /// Upper and lower case are the same.
    pub email: String,
    /// The password.
    pub password: String,
    /// Six digits; null to be asked for them.
    #[serde(default)]
    pub code: Option<String>,
}

/// Log in with a password and a code
#[utoipa::path(
    post,
    path = "/club/api/login",
    operation_id = "club_login",
    tag = "session",
    security(()),
    request_body = ClubLogin,
    responses(
        (status = 200, description = "Logged in; the session is in a cookie", body = ClubSession),
        (status = 401, description = "Wrong address, password or code; `errors.code` asks for the code", body = FailureBody),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn login(
    State(clubs): State<Arc<ClubAccounts>>,
    client: Client,
    headers: HeaderMap,
    browser: Browser,
    JsonBody(request): JsonBody<ClubLogin>,
) -> Result<LoggedIn, ClubFailure> {
    access::refuse_other_origin(&headers)?;
    let pool = &clubs.common.pool;
    let email = fairway_text::email::canonical(&request.email);
    let wanted = if email.contains('\0') { "" } else { email.as_str() };
    let known = club_accounts::by_email(pool, wanted).await?;
    let now = clubs.common.clock.now();
    let key = known_device::failure_key(&headers, &clubs.members.devices, Side::Clubs, &email, now);
    let attempt = begin(&clubs, &client, key, known.as_ref()).await?;
    let stored = known.as_ref().filter(|account| account.is_enabled);
    let stored = stored.and_then(|account| account.password_hash.clone());
    let verdict = clubs.members.passwords.verify(request.password, stored.clone()).await?;
    let (Some(account), Some(password_hash), Verdict::Right | Verdict::RightButWeak) =
        (&known, stored, verdict)
    else {
        record_refused(pool, known.as_ref(), "wrong address or password", attempt.at()).await?;
        attempt.failed().await?;
        tracing::info!("a club's log-in failed");
        return Err(wrong());
    };
    let proof = match check_second_factor(&clubs, account, request.code.as_deref()).await? {
        Ok(proof) => proof,
        Err((reason, refusal)) => {
            record_refused(pool, Some(account), reason, attempt.at()).await?;
            attempt.failed().await?;
            return Err(refusal);
        }
    };
    attempt.clear_failures().await?;
    let now = attempt.at();
    let token = SessionToken::new();
    let new = token.session(account.id, &browser, now);
    let mut transaction = pool.begin().await?;
    if !club_sessions::start(&mut transaction, &new, &password_hash).await? {
        return Err(wrong());
    }
    record(&mut transaction, account, new.id, proof, now).await?;
    transaction.commit().await?;
    begun(&clubs, token, &email, now).await
}

/// What the browser of a new session keeps, and the server knows by its hash.
pub(super) struct SessionToken {
    token: String,
    hash: Vec<u8>,
}

impl SessionToken {
    pub(super) fn new() -> Self {
        let token = random::new_token();
        Self { hash: random::digest(token.as_bytes()), token }
    }

    /// The session to store.
    pub(super) fn session<'a>(
        &'a self,
        account: Uuid,
        browser: &'a Browser,
        now: DateTime<Utc>,
    ) -> NewSession<'a> {
        NewSession {
            id: random::new_id(now),
            token_hash: &self.hash,
            account,
            browser: browser.as_str(),
            created_at: now,
        }
    }
}

/// The answer once a session is stored.
pub(super) async fn begun(
    clubs: &ClubAccounts,
    SessionToken { token, hash }: SessionToken,
    email: &str,
    now: DateTime<Utc>,
) -> Result<LoggedIn, ClubFailure> {
    let session = club_sessions::find(&clubs.common.pool, &hash, now).await?.ok_or_else(wrong)?;
    let user = ClubUser::new(session, hash).ok_or_else(wrong)?;
    tracing::info!(club_user = %user.id(), "somebody at a club logged in");
    let device = known_device::remember(&clubs.members.devices, Side::Clubs, email, now);
    let cookies = AppendHeaders([(SET_COOKIE, access::session_cookie(&token)), (SET_COOKIE, device)]);
    Ok((cookies, Json(ClubSession::of(clubs, &user))))
}

/// Begins an attempt at a password, a code or a passkey. One for which the account has no attempts left is recorded.
pub(super) async fn begin<'a>(
    clubs: &'a ClubAccounts,
    client: &'a Client,
    key: Vec<u8>,
    account: Option<&Account>,
) -> Result<Attempt<'a>, ClubFailure> {
    match Attempt::begin(&clubs.members, client, key).await {
        Ok(attempt) => Ok(attempt),
        Err(not_tried) => {
            if matches!(not_tried, NotTried::Exhausted(_)) {
                let now = clubs.common.clock.now();
                record_refused(&clubs.common.pool, account, "too many failures: not tried", now).await?;
            }
            Err(Failure::from(not_tried).into())
        }
    }
}

/// Records a log-in that began a session.
pub(super) async fn record(
    connection: &mut PgConnection,
    account: &Account,
    session: Uuid,
    proof: &str,
    at: DateTime<Utc>,
) -> Result<(), fairway_store::Error> {
    let (club, subject) = (ClubId(account.club_id.clone()), format!("session {session}"));
    let by = ActingUser { id: ClubUserId(account.id), name: &account.name, club: &club };
    let act = ClubAct { action: "log in", subject: &subject, reason: proof, member: None };
    club_actions::record(connection, by, act, at).await
}

/// Records a refused log-in; one to no account is nobody's.
pub(super) async fn record_refused(
    pool: &PgPool,
    account: Option<&Account>,
    reason: &str,
    at: DateTime<Utc>,
) -> Result<(), fairway_store::Error> {
    let Some(account) = account else { return Ok(()) };
    let club = ClubId(account.club_id.clone());
    let by = ActingUser { id: ClubUserId(account.id), name: &account.name, club: &club };
    club_actions::record_refused_log_in(pool, by, reason, at).await
}

/// The proof that was given, if the code is right, and was not used before.
async fn check_second_factor(
    clubs: &ClubAccounts,
    account: &Account,
    code: Option<&str>,
) -> Result<Result<&'static str, (&'static str, ClubFailure)>, ClubFailure> {
    let Some(stored) = &account.second_factor else {
        if clubs.settings.is_production {
            let sentence = "Dit account heeft nog geen authenticator-app. Vraag een beheerder van je club om een \
                            nieuwe uitnodiging.";
            let refusal = ClubFailure::new(StatusCode::UNAUTHORIZED, sentence);
            return Ok(Err(("right password, no authenticator app", refusal)));
        }
        return Ok(Ok("password"));
    };
    let Some(code) = code.filter(|code| !code.trim().is_empty()) else {
        let refusal = wrong_code("Vul de 6 cijfers in die je authenticator-app toont.");
        return Ok(Err(("right password, no code yet", refusal)));
    };
    let Some(step) = clubs.second_factors.check(stored, code, clubs.common.clock.now()) else {
        let refusal = wrong_code("Deze code klopt niet. Vul de code in die je authenticator-app nu toont.");
        return Ok(Err(("right password, wrong code", refusal)));
    };
    if !club_accounts::use_code(&clubs.common.pool, account.id, step).await? {
        let refusal = wrong_code("Deze code is al gebruikt. Wacht op de volgende.");
        return Ok(Err(("right password, wrong code", refusal)));
    }
    Ok(Ok("password and code"))
}

fn wrong() -> ClubFailure {
    ClubFailure::new(StatusCode::UNAUTHORIZED, "Het e-mailadres of het wachtwoord klopt niet.")
}

/// 401 of the code.
fn wrong_code(sentence: &str) -> ClubFailure {
    let errors = BTreeMap::from([("code".to_owned(), sentence.to_owned())]);
    Failure::invalid(errors).with_status(StatusCode::UNAUTHORIZED).into()
}
