//! `POST /operator/api/orders/{id}/refund`: an operator approves that an order of unused vouchers is paid back whole. Its
//! vouchers are withdrawn at once; the payments service has the provider pay (docs/domain.md §4).

use axum::Json;
use axum::extract::State;
use fairway_command::{ApproveRefund, Command};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{Event, OrderId, StreamId};
use fairway_operator_accounts::access::{Permitted, Refund};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::act::Acting;

/// Why an order is paid back.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RefundOrder {
    /// Why; one line.
    pub reason: String,
}

/// Pay an order back
#[utoipa::path(
    post,
    path = "/operator/api/orders/{id}/refund",
    operation_id = "operator_refund_order",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The order's id")),
    request_body = RefundOrder,
    responses(
        (status = 200, description = "The vouchers are withdrawn, and the provider is asked to pay", body = Changed),
        (status = 404, description = "There is no such order, or its member was erased", body = FailureBody),
        (status = 409, description = "The order is not paid, is no order of unused vouchers, or was paid back", body = FailureBody),
    ),
)]
pub(crate) async fn refund(
    State(common): State<Common>,
    permitted: Permitted<Refund>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<RefundOrder>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let unknown =
        || OperatorFailure::not_found(format!("Nothing is known under {id}: there is no such order."));
    let order: OrderId = id.parse().map_err(|_| unknown())?;
    let streams = common.journal.load_streams(&[StreamId::Order(order)]).await?;
    let member = streams.into_values().flatten().find_map(|recorded| match recorded.event {
        Event::Order(event) => Some(event.member()),
        _ => None,
    });
    let person = acting.person(&member.ok_or_else(unknown)?.to_string()).await?;
    let command = Command::ApproveRefund(ApproveRefund { order, at: common.clock.now() });
    acting.carry_out("refund order", format!("order {order}"), Some(person.id), command).await?;
    Ok(Json(Changed {}))
}
