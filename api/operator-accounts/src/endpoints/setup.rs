//! `POST /operator/api/setup/begin` and `POST /operator/api/setup`: an operator chooses a password and enrols an
//! authenticator app, by the link that a command or an admin made. The token is in the body, so that no log has it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fairway_clock::random;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_members::endpoints::login_attempts::{Attempt, Client};
use fairway_store::operators;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access;
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::new_password::{self, LONGEST, SHORTEST, Unfit};
use crate::state::OperatorAccounts;

/// A set-up link.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SetupBegin {
    /// The part of the link after `#`.
    pub token: String,
}

/// The account and a new secret, for the link's screen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SetupAnswer {
    /// The operator's name.
    pub name: String,
    /// The address to log in with.
    pub email: String,
    /// The secret for the authenticator app, in base 32.
    pub secret: String,
    /// The same as `otpauth://…`.
    pub uri: String,
    /// The same as a QR code, an SVG document.
    pub qr_svg: String,
    /// The secret once more, encrypted: to be sent with the choice. Each opening of the link makes another secret.
    pub enrolment: String,
}

/// Open a set-up link
#[utoipa::path(
    post,
    path = "/operator/api/setup/begin",
    operation_id = "operator_setup_begin",
    tag = "session",
    security(()),
    request_body = SetupBegin,
    responses(
        (status = 200, description = "The secret for the authenticator app", body = SetupAnswer),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 404, description = "The link has expired or was used", body = FailureBody),
    )
)]
pub(crate) async fn begin(
    State(operators): State<Arc<OperatorAccounts>>,
    headers: HeaderMap,
    OperatorBody(request): OperatorBody<SetupBegin>,
) -> Result<Json<SetupAnswer>, OperatorFailure> {
    access::refuse_other_origin(&headers)?;
    let token_hash = random::digest(request.token.as_bytes());
    let link = operators::open_link(&operators.common.pool, &token_hash).await?.ok_or_else(expired)?;
    let proposed = operators.second_factors.propose();
    let enrolment = operators.second_factors.enrolment(&proposed, &link.email).ok_or_else(expired)?;
    Ok(Json(SetupAnswer {
        name: link.name,
        email: link.email,
        secret: enrolment.secret,
        uri: enrolment.uri,
        qr_svg: enrolment.qr_svg,
        enrolment: URL_SAFE_NO_PAD.encode(&proposed),
    }))
}

/// The choice.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Setup {
    /// The part of the link after `#`.
    pub token: String,
    /// The password, 12 to 256 characters.
    pub password: String,
    /// Six digits of the authenticator app, which show that it works.
    pub code: String,
    /// The `enrolment` that the link's screen got with the secret.
    pub enrolment: String,
}

/// Choose a password and enrol the authenticator app
#[utoipa::path(
    post,
    path = "/operator/api/setup",
    operation_id = "operator_setup",
    tag = "session",
    security(()),
    request_body = Setup,
    responses(
        (status = 204, description = "The account can be used now; the link cannot"),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 404, description = "The link has expired or was used", body = FailureBody),
        (status = 422, description = "The password is too weak, or the code is wrong", body = FailureBody),
        (status = 429, description = "Too many failures; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn complete(
    State(operators): State<Arc<OperatorAccounts>>,
    client: Client,
    headers: HeaderMap,
    OperatorBody(request): OperatorBody<Setup>,
) -> Result<StatusCode, OperatorFailure> {
    access::refuse_other_origin(&headers)?;
    let token_hash = random::digest(request.token.as_bytes());
    // A code has a million values: attempts at it are counted like attempts at a password.
    let attempt =
        Attempt::begin(&operators.members, &client, token_hash.clone()).await.map_err(Failure::from)?;
    let link = operators::open_link(&operators.common.pool, &token_hash).await?.ok_or_else(expired)?;
    let password = checked("password", request.password).await?;
    // A text that this portal did not make cannot be decrypted, and has no right code.
    let secret = URL_SAFE_NO_PAD.decode(&request.enrolment).unwrap_or_default();
    let Some(step) = operators.second_factors.check(&secret, &request.code, attempt.at()) else {
        attempt.failed().await?;
        let sentence = "This code is not right. Scan the QR code again and enter what the app shows now.";
        return Err(OperatorFailure::invalid_field("code", sentence));
    };
    let hash = operators.members.passwords.hash(password).await?;
    let mut transaction = operators.common.pool.begin().await?;
    if !operators::use_link(&mut transaction, &token_hash, &hash, &secret, step).await? {
        return Err(expired());
    }
    transaction.commit().await?;
    attempt.clear_failures().await?;
    tracing::info!(operator = %link.operator_id, "an operator's account was set up");
    Ok(StatusCode::NO_CONTENT)
}

/// The password, if it is long enough and hard to guess; else what is wrong with its field.
pub(super) async fn checked(field: &str, password: String) -> Result<String, OperatorFailure> {
    new_password::checked(password).await?.map_err(|unfit| {
        let sentence = match unfit {
            Unfit::Length => format!("Choose a password of {SHORTEST} to {LONGEST} characters."),
            Unfit::Guessable => "This password is too easy to guess. Choose another one.".to_owned(),
        };
        OperatorFailure::invalid_field(field, sentence)
    })
}

fn expired() -> OperatorFailure {
    OperatorFailure::not_found("This link has expired or was used already. Ask an admin for a new one.")
}
