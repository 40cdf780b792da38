//! The refunds of the sandbox, in Mollie's format: create one, list those of a payment.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use fairway_clock::random;
use fairway_payments::wire::{Money, NewRefund};
use serde_json::{Value, json};

use crate::api::{HAL, Problem, REPLAYED, address, authorize, find, hal, instant, link};
use crate::state::Sandbox;
use crate::tables as sandbox;
use crate::tables::SandboxRefund;

pub(super) async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    authorize(&headers)?;
    let found = find(&sandbox, &id).await?;
    let wanted = serde_json::from_slice::<NewRefund>(&body).ok();
    let cents = wanted.as_ref().and_then(|refund| refund.amount.cents()).filter(|cents| *cents > 0);
    let (Some(wanted), Some(cents), Some(amount_cents)) = (wanted, cents, found.request.amount.cents())
    else {
        return Err(Problem(StatusCode::UNPROCESSABLE_ENTITY, "The amount is invalid", Some("amount")));
    };
    let key = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    let refund = SandboxRefund {
        id: format!("re_{}", random::new_token().replace(['-', '_'], "x")),
        payment: id,
        cents,
        metadata: wanted.metadata.map(|metadata| json!(metadata)),
        created_at: sandbox.common.clock.now(),
    };
    let Some(made) = sandbox::refund(&sandbox.common.pool, &refund, amount_cents, key).await? else {
        let detail = "The payment has not so much left to be refunded";
        return Err(Problem(StatusCode::CONFLICT, detail, None));
    };
    if made.id != refund.id && (&made.payment, made.cents) != (&refund.payment, refund.cents) {
        let detail = "The idempotency key was used with other parameters";
        return Err(Problem(StatusCode::BAD_REQUEST, detail, None));
    }
    sandbox.changed.notify_one();
    let mut response = hal(StatusCode::CREATED, view(&sandbox, &made));
    if made.id != refund.id {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

pub(super) async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    authorize(&headers)?;
    find(&sandbox, &id).await?;
    let refunds = sandbox::refunds(&sandbox.common.pool, &id).await?;
    let refunds: Vec<Value> = refunds.iter().map(|refund| view(&sandbox, refund)).collect();
    let answer = json!({
        "count": refunds.len(), "_embedded": { "refunds": refunds },
        "_links": { "self": link(&address(&sandbox, &format!("/sandbox/mollie/v2/payments/{id}/refunds")), HAL) },
    });
    Ok(hal(StatusCode::OK, answer))
}

fn view(sandbox: &Sandbox, refund: &SandboxRefund) -> Value {
    let SandboxRefund { id, payment, cents, metadata, created_at } = refund;
    json!({
        "resource": "refund", "id": id, "paymentId": payment, "amount": Money::euro_cents(*cents),
        "status": "refunded", "metadata": metadata, "createdAt": instant(*created_at),
        "_links": { "payment": link(&address(sandbox, &format!("/sandbox/mollie/v2/payments/{payment}")), HAL) },
    })
}
