//! `POST /operator/api/account/app/begin` and `POST /operator/api/account/app`: another authenticator app of one's own
//! account. The one of before works until a code of the new one was given.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fairway_endpoint::failure::FailureBody;
use fairway_store::operator_account;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::own_account::record;
use crate::access::{OwnAccount, Permitted};
use crate::answer::Changed;
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// A new secret for an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewApp {
    /// The secret, in base 32.
    pub secret: String,
    /// The same as `otpauth://…`.
    pub uri: String,
    /// The same as a QR code, an SVG document.
    pub qr_svg: String,
    /// The secret once more, encrypted: to be sent with a code of it.
    pub enrolment: String,
}

/// Begin with another authenticator app
#[utoipa::path(
    post,
    path = "/operator/api/account/app/begin",
    operation_id = "operator_account_app_begin",
    tag = "session",
    responses((status = 200, description = "The secret; nothing has changed yet", body = NewApp)),
)]
pub(crate) async fn begin(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnAccount>,
) -> Result<Json<NewApp>, OperatorFailure> {
    let proposed = operators.second_factors.propose();
    let email = &permitted.operator.session().email;
    let enrolment = operators.second_factors.enrolment(&proposed, email);
    let enrolment = enrolment.ok_or_else(|| anyhow::anyhow!("a new secret cannot be shown"))?;
    Ok(Json(NewApp {
        secret: enrolment.secret,
        uri: enrolment.uri,
        qr_svg: enrolment.qr_svg,
        enrolment: URL_SAFE_NO_PAD.encode(&proposed),
    }))
}

/// A code of the new authenticator app.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UseNewApp {
    /// Six digits, which show that it works.
    pub code: String,
    /// The `enrolment` that came with the secret.
    pub enrolment: String,
}

/// Use another authenticator app from now on
#[utoipa::path(
    post,
    path = "/operator/api/account/app",
    operation_id = "operator_account_app",
    tag = "session",
    request_body = UseNewApp,
    responses(
        (status = 200, description = "Codes of the app of before work no more", body = Changed),
        (status = 422, description = "The code is wrong; the app of before still works", body = FailureBody),
    )
)]
pub(crate) async fn replace(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnAccount>,
    OperatorBody(request): OperatorBody<UseNewApp>,
) -> Result<Json<Changed>, OperatorFailure> {
    let (operator, now) = (&permitted.operator, operators.common.clock.now());
    // Codes are not counted: whoever asks has the secret. A text that this portal did not make has no right code.
    let secret = URL_SAFE_NO_PAD.decode(&request.enrolment).unwrap_or_default();
    let Some(step) = operators.second_factors.check(&secret, &request.code, now) else {
        let sentence = "This code is not right. Scan the QR code again and enter what the app shows now.";
        return Err(OperatorFailure::invalid_field("code", sentence));
    };
    let mut transaction = operators.common.pool.begin().await?;
    if !operator_account::lock(&mut transaction, operator.account_id(), operator.session().id).await? {
        return Err(OperatorFailure::unauthorized());
    }
    operator_account::set_app(&mut transaction, operator.account_id(), &secret, step).await?;
    record(&mut transaction, operator, "change authenticator app", now).await?;
    transaction.commit().await?;
    tracing::info!(operator = %operator.account_id(), "an operator's authenticator app was replaced");
    Ok(Json(Changed {}))
}
