//! `POST /operator/api/integrity/verify` and `/cancel`: everything that `replay-tool verify` checks, done by a process that
//! projects.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{CheckIntegrity, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::operator_tasks::Kind;
use serde::Deserialize;
use utoipa::ToSchema;

use super::tasks::{self, Asked, DecideTask, Decided, requester};
use fairway_operator_tasks::requests::{self, Decision};

/// The verification to start.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct VerifyRequest {
    /// Heads of the seal that were kept elsewhere, `POSITION:HASH`; 20 at most.
    #[serde(default)]
    pub heads: Vec<String>,
    /// Why; one line.
    pub reason: String,
}

/// Start a verification
#[utoipa::path(
    post,
    path = "/operator/api/integrity/verify",
    operation_id = "operator_verify",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    request_body = VerifyRequest,
    responses(
        (status = 200, description = "A process that projects begins with it in a moment", body = Asked),
        (status = 409, description = "A verification is not finished", body = FailureBody),
        (status = 422, description = "A text is no head", body = FailureBody),
    ),
)]
pub(crate) async fn verify(
    State(common): State<Common>,
    permitted: Permitted<CheckIntegrity>,
    OperatorBody(VerifyRequest { heads, reason }): OperatorBody<VerifyRequest>,
) -> Result<Json<Asked>, OperatorFailure> {
    let requester = requester(&common, &permitted.operator, &reason).await?;
    let id =
        requests::verify(&common.pool, requester, heads, common.clock.now()).await.map_err(tasks::failure)?;
    Ok(Json(Asked { id }))
}

/// End a verification
#[utoipa::path(
    post,
    path = "/operator/api/integrity/cancel",
    operation_id = "operator_cancel_verify",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    request_body = DecideTask,
    responses(
        (status = 200, description = "It ends in a moment", body = Decided),
        (status = 404, description = "There is no such verification", body = FailureBody),
        (status = 409, description = "It has ended", body = FailureBody),
    ),
)]
pub(crate) async fn cancel(
    State(common): State<Common>,
    permitted: Permitted<CheckIntegrity>,
    OperatorBody(DecideTask { id, reason }): OperatorBody<DecideTask>,
) -> Result<Json<Decided>, OperatorFailure> {
    let requester = requester(&common, &permitted.operator, &reason).await?;
    requests::decide(&common.pool, requester, Kind::Verify, id, Decision::Cancel, common.clock.now())
        .await
        .map_err(tasks::failure)?;
    Ok(Json(Decided {}))
}
