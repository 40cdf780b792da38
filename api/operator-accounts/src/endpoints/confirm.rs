//! `POST /operator/api/session/confirm`: a code of the authenticator app or a recovery code, without an app the password, or
//! a passkey, anew. What harms most needs one of the last minutes, so that a session that was left open, or taken over, cannot do it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_clock::random;
use fairway_endpoint::failure::FailureBody;
use fairway_members::password::Verdict;
use fairway_store::operator_log_ins::LogIn;
use fairway_store::{operator_log_ins, operator_sessions, operators};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login::{self, Client, check_code};
use super::passkey_login::{self, OperatorPasskeyAnswer};
use crate::access::{Operator, OwnSession, Permitted};
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// A factor, given anew.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ConfirmSession {
    /// Six digits of the authenticator app, or a recovery code; of an account without an app, the password; empty with a
    /// passkey.
    pub factor: String,
    /// A passkey's answer to a challenge of `/operator/api/login/passkey/begin`.
    #[serde(default)]
    pub passkey: Option<OperatorPasskeyAnswer>,
}

/// It was right.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Confirmed {}

/// Give a factor anew
#[utoipa::path(
    post,
    path = "/operator/api/session/confirm",
    operation_id = "operator_confirm",
    tag = "session",
    request_body = ConfirmSession,
    responses(
        (status = 200, description = "For ten minutes this session may do what needs it", body = Confirmed),
        (status = 422, description = "The code, the password or the passkey is wrong", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn confirm(
    State(operators): State<Arc<OperatorAccounts>>,
    client: Client,
    permitted: Permitted<OwnSession>,
    OperatorBody(request): OperatorBody<ConfirmSession>,
) -> Result<Json<Confirmed>, OperatorFailure> {
    let operator = &permitted.operator;
    let account = Some((operator.account_id(), operator.session().name.as_str()));
    // Counted by session: whoever took one over must not lock its owner out of the log-in.
    let key = random::digest(operator.session().id.as_bytes());
    let throttled = LogIn::ConfirmationThrottled;
    let attempt = login::begin(&operators, &client, key, account, throttled).await?;
    let wrong = wrong_factor(&operators, operator, request).await?;
    let log_in = if wrong.is_some() { LogIn::NotConfirmed } else { LogIn::Confirmed };
    operator_log_ins::record(&operators.common.pool, account, log_in, attempt.at()).await?;
    if let Some(sentence) = wrong {
        attempt.failed().await?;
        return Err(OperatorFailure::invalid_field("factor", sentence));
    }
    attempt.clear_failures().await?;
    operator_sessions::confirm(&operators.common.pool, operator.session().id, attempt.at()).await?;
    Ok(Json(Confirmed {}))
}

/// Why the factor is not right; none: it is.
async fn wrong_factor(
    operators: &OperatorAccounts,
    operator: &Operator,
    ConfirmSession { factor, passkey }: ConfirmSession,
) -> Result<Option<&'static str>, OperatorFailure> {
    if let Some(answer) = passkey {
        let is_right = passkey_login::is_of(operators, operator, answer).await?;
        return Ok((!is_right).then_some("This passkey is not one of yours, or it took too long. Try again."));
    }
    let Some(account) = operators::account(&operators.common.pool, &operator.session().email).await? else {
        return Err(OperatorFailure::unauthorized());
    };
    if let Some(stored) = &account.second_factor {
        return Ok(check_code(operators, account.id, stored, &factor).await?.err());
    }
    let verdict = operators.members.passwords.verify(factor, account.password_hash).await?;
    let is_right = matches!(verdict, Verdict::Right | Verdict::RightButWeak);
    Ok((!is_right).then_some("This password is not right."))
}
