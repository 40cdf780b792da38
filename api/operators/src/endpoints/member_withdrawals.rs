//! `POST /operator/api/members/{id}/vouchers/withdraw` and `…/passes/withdraw`: operators take back what a member was given
//! and has not used (docs/domain.md §3.22). A voucher that was bought goes back by its order (`order_refund`).

use axum::Json;
use axum::extract::State;
use fairway_command::{Command, WithdrawSubscription, WithdrawVoucher};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{SubscriptionId, VoucherId};
use fairway_operator_accounts::access::{Grant, Permitted};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::act::Acting;

/// A voucher to take back.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WithdrawGrantedVoucher {
    /// Why; one line.
    pub reason: String,
    /// The voucher: unused, and not bought.
    #[schema(value_type = String, example = "019aab3c-0000-7000-8000-000000000001")]
    pub voucher: Uuid,
}

/// Take back a voucher that was given
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/vouchers/withdraw",
    operation_id = "operator_withdraw_voucher",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = WithdrawGrantedVoucher,
    responses(
        (status = 200, description = "The member has it no more", body = Changed),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "The voucher is used, forfeited or bought", body = FailureBody),
    ),
)]
pub(crate) async fn withdraw_voucher(
    State(common): State<Common>,
    permitted: Permitted<Grant>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<WithdrawGrantedVoucher>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let voucher = VoucherId(request.voucher);
    let command = Command::WithdrawVoucher(WithdrawVoucher { member: person.id, voucher });
    acting.carry_out("withdraw voucher", format!("voucher {voucher}"), Some(person.id), command).await?;
    Ok(Json(Changed {}))
}

/// A pass to take back.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WithdrawPass {
    /// Why; one line.
    pub reason: String,
    /// The pass: no round uses it.
    pub subscription: Uuid,
}

/// Take back a pass
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/passes/withdraw",
    operation_id = "operator_withdraw_pass",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = WithdrawPass,
    responses(
        (status = 200, description = "The member has it no more", body = Changed),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "A round uses the pass; the sentence lists those that can be cancelled", body = FailureBody),
    ),
)]
pub(crate) async fn withdraw_pass(
    State(common): State<Common>,
    permitted: Permitted<Grant>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<WithdrawPass>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let subscription = SubscriptionId(request.subscription);
    let withdraw = WithdrawSubscription { member: person.id, subscription, today: common.clock.today() };
    let command = Command::WithdrawSubscription(withdraw);
    acting.carry_out("withdraw pass", format!("pass {subscription}"), Some(person.id), command).await?;
    Ok(Json(Changed {}))
}
