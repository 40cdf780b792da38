//! `POST /operator/api/login`: a password and a code of the authenticator app, or a recovery code, for a session. Attempts
//! count as those of members do: by account and by client address, before they are checked, and apart for a browser that
//! the account knows. Each is recorded, failed or not.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::AppendHeaders;
use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_members::endpoints::known_device::{self, Side};
pub(crate) use fairway_members::endpoints::login_attempts::{Attempt, Client, NotTried};
use fairway_members::password::Verdict;
use fairway_store::operator_log_ins::LogIn;
use fairway_store::operator_sessions::{NewSession, Proof};
use fairway_store::operators::Account;
use fairway_store::{operator_account, operator_log_ins, operator_sessions, operators};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::session::SessionAnswer;
use crate::access::{self, Operator};
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// The answer to a log-in: the cookies of the session and of the known browser, and who is logged in.
pub(super) type LoggedIn = (AppendHeaders<[(HeaderName, String); 2]>, Json<SessionAnswer>);

/// A log-in.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OperatorLogin {
    /// The operator's address; upper and lower case are the same.
    pub email: String,
    /// The password.
    pub password: String,
    /// Six digits of the authenticator app, or a recovery code; null where the account has none, or to be asked for them.
    #[serde(default)]
    pub code: Option<String>,
}

/// Log in
#[utoipa::path(
    post,
    path = "/operator/api/login",
    operation_id = "operator_login",
    tag = "session",
    security(()),
    request_body = OperatorLogin,
    responses(
        (status = 200, description = "Logged in; the session is in a cookie", body = SessionAnswer),
        (status = 401, description = "Wrong address, password or code; `errors.code` asks for the code", body = FailureBody),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn login(
    State(operators): State<Arc<OperatorAccounts>>,
    client: Client,
    headers: HeaderMap,
    browser: Browser,
    OperatorBody(request): OperatorBody<OperatorLogin>,
) -> Result<LoggedIn, OperatorFailure> {
    access::refuse_other_origin(&headers)?;
    let email = fairway_text::email::canonical(&request.email);
    let wanted = if email.contains('\0') { "" } else { email.as_str() };
    let named = operators::by_email(&operators.common.pool, wanted).await?;
    let account = named.as_ref().map(|(id, name)| (*id, name.as_str()));
    let record =
        async |log_in, at| operator_log_ins::record(&operators.common.pool, account, log_in, at).await;
    let key = known_device::failure_key(
        &headers,
        &operators.members.devices,
        Side::Operators,
        &email,
        operators.common.clock.now(),
    );
    let attempt = begin(&operators, &client, key, account, LogIn::Throttled).await?;

    let known = operators::account(&operators.common.pool, wanted).await?;
    let stored = known.as_ref().and_then(|account| account.password_hash.clone());
    let verdict = operators.members.passwords.verify(request.password.clone(), stored.clone()).await?;
    let (Some(known), Some(mut password_hash), Verdict::Right | Verdict::RightButWeak) =
        (known, stored, verdict)
    else {
        record(LogIn::WrongPassword, attempt.at()).await?;
        attempt.failed().await?;
        tracing::info!("an operator's log-in failed");
        return Err(wrong());
    };
    let factor = match check_second_factor(&operators, &known, request.code.as_deref()).await? {
        Ok(factor) => factor,
        Err((log_in, refusal)) => {
            record(log_in, attempt.at()).await?;
            attempt.failed().await?;
            return Err(refusal);
        }
    };
    if verdict == Verdict::RightButWeak {
        let stronger = operators.members.passwords.hash(request.password).await?;
        operators::rehash(&operators.common.pool, known.id, &password_hash, &stronger).await?;
        password_hash = stronger;
    }
    attempt.clear_failures().await?;
    let now = attempt.at();
    let token = SessionToken::new();
    let new = token.session(known.id, &browser, now);
    let (id, proof) = (new.id, Proof::Password(&password_hash));
    let mut transaction = operators.common.pool.begin().await?;
    if !operator_sessions::start(&mut transaction, &new, proof).await? {
        return Err(wrong());
    }
    let account = Some((known.id, known.name.as_str()));
    let log_in = match factor {
        Factor::Absent => LogIn::WithPassword { session: id },
        Factor::Usual => LogIn::Succeeded { session: id },
        Factor::RecoveryCode => LogIn::Recovered { session: id },
    };
    operator_log_ins::record(&mut *transaction, account, log_in, now).await?;
    transaction.commit().await?;
    tracing::info!(operator = %known.id, "an operator logged in");
    begun(&operators, token, &email, now).await
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
        operator: Uuid,
        browser: &'a Browser,
        now: DateTime<Utc>,
    ) -> NewSession<'a> {
        NewSession {
            id: random::new_id(now),
            token_hash: &self.hash,
            operator,
            browser: browser.as_str(),
            created_at: now,
        }
    }
}

/// The answer once a session is stored.
pub(super) async fn begun(
    operators: &OperatorAccounts,
    SessionToken { token, hash }: SessionToken,
    email: &str,
    now: DateTime<Utc>,
) -> Result<LoggedIn, OperatorFailure> {
    let session = operator_sessions::find(&operators.common.pool, &hash, now).await?.ok_or_else(wrong)?;
    let operator = Operator::new(session, hash);
    let cookie = access::session_cookie(Some(&token));
    let device = known_device::remember(&operators.members.devices, Side::Operators, email, now);
    let cookies = AppendHeaders([(SET_COOKIE, cookie), (SET_COOKIE, device)]);
    Ok((cookies, Json(SessionAnswer::for_operator(operators, &operator))))
}

/// Begins an attempt of an operator at a password or a code. One for which the account has no attempts left is recorded.
///
/// # Errors
/// 429, as [`Attempt::begin`].
pub(super) async fn begin<'a>(
    operators: &'a OperatorAccounts,
    client: &'a Client,
    key: Vec<u8>,
    account: Option<(Uuid, &str)>,
    throttled: LogIn,
) -> Result<Attempt<'a>, OperatorFailure> {
    match Attempt::begin(&operators.members, client, key).await {
        Ok(attempt) => Ok(attempt),
        Err(not_tried) => {
            if matches!(not_tried, NotTried::Exhausted(_)) {
                operator_log_ins::record(
                    &operators.common.pool,
                    account,
                    throttled,
                    operators.common.clock.now(),
                )
                .await?;
            }
            Err(Failure::from(not_tried).into())
        }
    }
}

/// The proof beside the password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Factor {
    /// None: during development an account needs none.
    Absent,
    /// A code of the authenticator app.
    Usual,
    /// A recovery code.
    RecoveryCode,
}

/// Whether the code is right, and was not used before.
async fn check_second_factor(
    operators: &OperatorAccounts,
    account: &Account,
    code: Option<&str>,
) -> Result<Result<Factor, (LogIn, OperatorFailure)>, OperatorFailure> {
    let Some(stored) = &account.second_factor else {
        if operators.settings.is_production {
            let sentence = "This account has no authenticator app yet. Ask an admin for a new set-up link.";
            let refusal = OperatorFailure::new(StatusCode::UNAUTHORIZED, sentence);
            return Ok(Err((LogIn::WithoutApp, refusal)));
        }
        return Ok(Ok(Factor::Absent));
    };
    let Some(code) = code.filter(|code| !code.trim().is_empty()) else {
        let refusal = wrong_code("Enter the 6 digits that your authenticator app shows.");
        return Ok(Err((LogIn::WithoutCode, refusal)));
    };
    let checked = check_code(operators, account.id, stored, code).await?;
    Ok(checked.map_err(|sentence| (LogIn::WrongCode, wrong_code(sentence))))
}

/// Uses a code of the app, or a recovery code, up. The sentence says why it is not right.
pub(super) async fn check_code(
    operators: &OperatorAccounts,
    account: Uuid,
    stored: &[u8],
    code: &str,
) -> Result<Result<Factor, &'static str>, OperatorFailure> {
    let (pool, now) = (&operators.common.pool, operators.common.clock.now());
    if let Some(hashes) = operators.recovery_codes.hashes(account, code) {
        let is_right = operator_account::use_recovery_code(pool, account, &hashes, now).await?;
        let sentence = "This recovery code is not right, or was used already.";
        return Ok(if is_right { Ok(Factor::RecoveryCode) } else { Err(sentence) });
    }
    let Some(step) = operators.second_factors.check(stored, code, now) else {
        return Ok(Err("This code is not right. Enter the one that your authenticator app shows now."));
    };
    let is_new = operators::use_code(pool, account, step).await?;
    Ok(if is_new { Ok(Factor::Usual) } else { Err("This code was used already. Wait for the next one.") })
}

fn wrong() -> OperatorFailure {
    OperatorFailure::new(StatusCode::UNAUTHORIZED, "The address or the password is wrong.")
}

/// 401 of the code.
fn wrong_code(sentence: &str) -> OperatorFailure {
    let errors = BTreeMap::from([("code".to_owned(), sentence.to_owned())]);
    OperatorFailure::English(Failure::invalid(errors).with_status(StatusCode::UNAUTHORIZED))
}
