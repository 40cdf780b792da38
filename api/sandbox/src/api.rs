//! The API of the sandbox, in Mollie's format: create, get and cancel a payment, list the methods.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use fairway_clock::random;
use fairway_payments::provider::SANDBOX_KEY;
use fairway_payments::wire::{Money, NewPayment, Status};
use fairway_store::shop;
use fairway_text::error_chain::Chain;
use serde_json::{Value, json};

use crate::state::Sandbox;
use crate::tables as sandbox;
use crate::tables::SandboxPayment;

/// The same as for iDEAL.
const TIME_TO_PAY: TimeDelta = TimeDelta::minutes(15);
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// An error in the provider's format.
pub(super) struct Problem(pub(super) StatusCode, pub(super) &'static str, pub(super) Option<&'static str>);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(status, detail, field) = self;
        let mut body = json!({
            "status": status.as_u16(), "title": status.canonical_reason(), "detail": detail,
            "_links": { "documentation": link("https://docs.mollie.com/errors", "text/html") },
        });
        if let Some(field) = field {
            body["field"] = field.into();
        }
        hal(status, body)
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(error = %Chain(&error), "the sandbox's payments cannot be reached");
        Self(StatusCode::SERVICE_UNAVAILABLE, "The sandbox cannot reach its books", None)
    }
}

pub(super) async fn create(
    State(sandbox): State<Arc<Sandbox>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    authorize(&headers)?;
    let request: NewPayment = serde_json::from_slice(&body).map_err(|_| {
        Problem(StatusCode::UNPROCESSABLE_ENTITY, "The payment is incomplete", Some("amount"))
    })?;
    if request.amount.cents().is_none_or(|cents| cents <= 0) {
        let detail = "The amount is invalid";
        return Err(Problem(StatusCode::UNPROCESSABLE_ENTITY, detail, Some("amount")));
    }
    let methods =
        shop::settings(&sandbox.common.pool).await?.map(|settings| settings.methods).unwrap_or_default();
    if !methods.iter().any(|method| method.id == request.method) {
        let detail = "The payment method is invalid";
        return Err(Problem(StatusCode::UNPROCESSABLE_ENTITY, detail, Some("method")));
    }
    let key = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    let now = sandbox.common.clock.now();
    let wanted = SandboxPayment {
        id: format!("tr_{}", random::new_token().replace(['-', '_'], "x")),
        request,
        status: Status::Open,
        created_at: now,
        expires_at: now + TIME_TO_PAY,
        settled_at: None,
        refunded_cents: 0,
    };
    let made = sandbox::create(&sandbox.common.pool, &wanted, key).await?;
    if made.id != wanted.id && json!(made.request) != json!(wanted.request) {
        let detail = "The idempotency key was used with other parameters";
        return Err(Problem(StatusCode::BAD_REQUEST, detail, None));
    }
    let mut response = hal(StatusCode::CREATED, payment(&sandbox, &made));
    if made.id != wanted.id {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

pub(super) async fn get(
    State(sandbox): State<Arc<Sandbox>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    authorize(&headers)?;
    let found = find(&sandbox, &id).await?;
    Ok(hal(StatusCode::OK, payment(&sandbox, &found)))
}

pub(super) async fn cancel(
    State(sandbox): State<Arc<Sandbox>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    authorize(&headers)?;
    find(&sandbox, &id).await?;
    if !sandbox::end(&sandbox.common.pool, &id, Status::Canceled, sandbox.common.clock.now()).await? {
        let detail = "The payment cannot be canceled";
        return Err(Problem(StatusCode::UNPROCESSABLE_ENTITY, detail, None));
    }
    sandbox.changed.notify_one();
    Ok(hal(StatusCode::OK, payment(&sandbox, &find(&sandbox, &id).await?)))
}

pub(super) async fn methods(
    State(sandbox): State<Arc<Sandbox>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    authorize(&headers)?;
    let settings = shop::settings(&sandbox.common.pool).await?;
    let methods: Vec<Value> = settings
        .into_iter()
        .flat_map(|settings| settings.methods)
        .map(|method| {
            json!({ "resource": "method", "id": method.id, "description": method.name, "status": "activated" })
        })
        .collect();
    let answer = json!({
        "count": methods.len(), "_embedded": { "methods": methods },
        "_links": { "self": link(&address(&sandbox, "/sandbox/mollie/v2/methods"), HAL) },
    });
    Ok(hal(StatusCode::OK, answer))
}

pub(super) const HAL: &str = "application/hal+json";

/// A payment by id; expires it if its time is over.
pub(super) async fn find(sandbox: &Sandbox, id: &str) -> Result<SandboxPayment, Problem> {
    let missing = || Problem(StatusCode::NOT_FOUND, "No payment exists with this token.", None);
    let found = sandbox::find(&sandbox.common.pool, id).await?.ok_or_else(missing)?;
    if found.status == Status::Open && found.expires_at <= sandbox.common.clock.now() {
        sandbox::expire(&sandbox.common.pool, sandbox.common.clock.now()).await?;
        sandbox.changed.notify_one();
        return sandbox::find(&sandbox.common.pool, id).await?.ok_or_else(missing);
    }
    Ok(found)
}

pub(super) fn authorize(headers: &HeaderMap) -> Result<(), Problem> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if bearer.and_then(|value| value.strip_prefix("Bearer ")) == Some(SANDBOX_KEY) {
        Ok(())
    } else {
        Err(Problem(StatusCode::UNAUTHORIZED, "Missing authentication, or failed to authenticate", None))
    }
}

fn payment(sandbox: &Sandbox, payment: &SandboxPayment) -> Value {
    let SandboxPayment { id, request, status, .. } = payment;
    let open = *status == Status::Open;
    let mut body = json!({
        "resource": "payment", "id": id, "mode": "test", "createdAt": instant(payment.created_at),
        "amount": request.amount, "description": request.description, "method": request.method,
        "metadata": request.metadata, "status": status, "isCancelable": open, "locale": request.locale,
        "profileId": "pfl_sandbox", "sequenceType": "oneoff", "redirectUrl": request.redirect_url,
        "webhookUrl": request.webhook_url, "details": null,
        "_links": {
            "self": link(&address(sandbox, &format!("/sandbox/mollie/v2/payments/{id}")), HAL),
            "documentation": link("https://docs.mollie.com/reference/v2/payments-api/get-payment", "text/html"),
        },
    });
    if open {
        body["expiresAt"] = instant(payment.expires_at).into();
        body["_links"]["checkout"] = link(&address(sandbox, &format!("/sandbox/checkout/{id}")), "text/html");
    }
    let ended = match status {
        Status::Paid => Some("paidAt"),
        Status::Canceled => Some("canceledAt"),
        Status::Expired => Some("expiredAt"),
        Status::Failed => Some("failedAt"),
        Status::Open | Status::Pending | Status::Authorized | Status::Unknown => None,
    };
    if let (Some(field), Some(at)) = (ended, payment.settled_at) {
        body[field] = instant(at).into();
    }
    if *status == Status::Paid {
        body["amountRefunded"] = json!(Money::euro_cents(payment.refunded_cents));
        let left = request.amount.cents().unwrap_or(0) - payment.refunded_cents;
        body["amountRemaining"] = json!(Money::euro_cents(left));
    }
    body
}

pub(super) fn address(sandbox: &Sandbox, path: &str) -> String {
    format!("{}{path}", sandbox.public_url)
}

pub(super) fn link(href: &str, media_type: &str) -> Value {
    json!({ "href": href, "type": media_type })
}

pub(super) fn instant(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, false)
}

pub(super) fn hal(status: StatusCode, body: Value) -> Response {
    let mut response = (status, Json(body)).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(HAL));
    response
}
