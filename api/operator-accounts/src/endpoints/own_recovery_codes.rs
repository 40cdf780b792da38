//! `POST /operator/api/account/recovery-codes`: new recovery codes of one's own account, shown this once. Those of before
//! work no more.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_endpoint::failure::FailureBody;
use fairway_store::operator_account;
use serde::Serialize;
use utoipa::ToSchema;

use super::own_account::record;
use crate::access::{OwnAccount, Permitted};
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// New recovery codes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewRecoveryCodes {
    /// Ten, such as `7K2MX-9QDRT`: each is accepted once, in place of a code of the authenticator app.
    pub codes: Vec<String>,
}

/// Make new recovery codes
#[utoipa::path(
    post,
    path = "/operator/api/account/recovery-codes",
    operation_id = "operator_account_recovery_codes",
    tag = "session",
    responses(
        (status = 200, description = "The codes, which are shown once; those of before work no more", body = NewRecoveryCodes),
        (status = 409, description = "The account has no authenticator app", body = FailureBody),
    )
)]
pub(crate) async fn replace(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnAccount>,
) -> Result<Json<NewRecoveryCodes>, OperatorFailure> {
    let operator = &permitted.operator;
    if !operator.session().has_second_factor {
        let sentence = "Recovery codes stand in for an authenticator app: set one up first.";
        return Err(OperatorFailure::new(StatusCode::CONFLICT, sentence));
    }
    let new = operators.recovery_codes.propose(operator.account_id());
    let mut transaction = operators.common.pool.begin().await?;
    if !operator_account::lock(&mut transaction, operator.account_id(), operator.session().id).await? {
        return Err(OperatorFailure::unauthorized());
    }
    operator_account::set_recovery_codes(&mut transaction, operator.account_id(), &new.hashes).await?;
    record(&mut transaction, operator, "new recovery codes", operators.common.clock.now()).await?;
    transaction.commit().await?;
    tracing::info!(operator = %operator.account_id(), "an operator made new recovery codes");
    Ok(Json(NewRecoveryCodes { codes: new.codes }))
}
