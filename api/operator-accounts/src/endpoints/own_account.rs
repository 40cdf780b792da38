//! `GET /operator/api/account` and `POST /operator/api/account/password`: an operator's own account. A change of the password
//! needs the present one, and ends the other sessions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use fairway_audit::permanent_text::PermanentText;
use fairway_clock::random;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_members::password::Verdict;
use fairway_store::PgConnection;
use fairway_store::operator_actions::ScreenAct;
use fairway_store::operator_log_ins::LogIn;
use fairway_store::{operator_access, operator_account, operator_actions, operator_log_ins, operators};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login::{self, Client};
use super::setup;
use crate::access::{Operator, OwnAccount, OwnSession, Permitted};
use crate::answer::Changed;
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// Every act has a reason. Of these only the operator knows one.
const REASON: &str = "one's own account";

/// The proofs of the operator who asks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnAccountAnswer {
    /// Whether the account uses an authenticator app.
    pub has_second_factor: bool,
    /// Recovery codes that still work, of ten.
    pub recovery_codes_left: i64,
}

/// One's own account
#[utoipa::path(
    get,
    path = "/operator/api/account",
    operation_id = "operator_account",
    tag = "session",
    responses((status = 200, description = "The account", body = OwnAccountAnswer)),
)]
pub(crate) async fn account(
    State(common): State<Common>,
    permitted: Permitted<OwnSession>,
) -> Result<Json<OwnAccountAnswer>, OperatorFailure> {
    let operator = &permitted.operator;
    Ok(Json(OwnAccountAnswer {
        has_second_factor: operator.session().has_second_factor,
        recovery_codes_left: operator_account::recovery_codes_left(&common.pool, operator.account_id())
            .await?,
    }))
}

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeOwnPassword {
    /// The present password.
    pub current: String,
    /// The new one, 12 to 256 characters.
    pub new: String,
}

/// Change one's own password
#[utoipa::path(
    post,
    path = "/operator/api/account/password",
    operation_id = "operator_account_password",
    tag = "session",
    request_body = ChangeOwnPassword,
    responses(
        (status = 200, description = "It is the password now; the other sessions have ended", body = Changed),
        (status = 422, description = "The present password is wrong, or the new one too weak", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn change_password(
    State(operators): State<Arc<OperatorAccounts>>,
    client: Client,
    permitted: Permitted<OwnAccount>,
    OperatorBody(request): OperatorBody<ChangeOwnPassword>,
) -> Result<Json<Changed>, OperatorFailure> {
    let operator = &permitted.operator;
    let (id, session) = (operator.account_id(), operator.session());
    let account = Some((id, session.name.as_str()));
    if request.new == request.current {
        let sentence = "Choose another password than your present one.";
        return Err(OperatorFailure::invalid_field("new", sentence));
    }
    // Counted by session, and apart from confirmations: a right code of the app must not make room for more passwords.
    let key = random::digest(format!("password in {}", session.id).as_bytes());
    let attempt = login::begin(&operators, &client, key, account, LogIn::ConfirmationThrottled).await?;
    let known = operators::account(&operators.common.pool, &session.email).await?;
    let former = known.and_then(|account| account.password_hash).ok_or_else(OperatorFailure::unauthorized)?;
    let passwords = &operators.members.passwords;
    if passwords.verify(request.current, Some(former.clone())).await? == Verdict::Wrong {
        operator_log_ins::record(&operators.common.pool, account, LogIn::NotConfirmed, attempt.at()).await?;
        attempt.failed().await?;
        return Err(wrong());
    }
    attempt.clear_failures().await?;
    // After the check: judging and hashing is only for who knows the present one.
    let password = setup::checked("new", request.new).await?;
    let password_hash = passwords.hash(password).await?;
    let mut transaction = operators.common.pool.begin().await?;
    if !operator_account::lock(&mut transaction, id, session.id).await? {
        return Err(OperatorFailure::unauthorized());
    }
    if !operator_account::set_password(&mut transaction, id, &former, &password_hash).await? {
        return Err(wrong());
    }
    operator_access::end_other_sessions(&mut transaction, id, session.id, None).await?;
    record(&mut transaction, operator, "change password", operators.common.clock.now()).await?;
    transaction.commit().await?;
    tracing::info!(operator = %id, "an operator's password was changed; the other sessions have ended");
    Ok(Json(Changed {}))
}

/// Records what an operator did to their own account, in the transaction that carries it out.
pub(super) async fn record(
    connection: &mut PgConnection,
    operator: &Operator,
    action: &'static str,
    at: DateTime<Utc>,
) -> Result<(), OperatorFailure> {
    let reason = PermanentText::stored(REASON.to_owned());
    let act = ScreenAct { action, subject: "account".to_owned(), member: None, reason };
    operator_actions::record_at_screen(connection, &operator.acting(), &act, at).await?;
    Ok(())
}

fn wrong() -> OperatorFailure {
    OperatorFailure::invalid_field("current", "This is not your present password.")
}
