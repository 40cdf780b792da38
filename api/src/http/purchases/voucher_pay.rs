//! `POST /api/freevoucher/pay`: orders free vouchers and answers where to pay.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use chrono::Datelike;
use fairway_events::{Holes, OrderItem};
use serde::Deserialize;
use utoipa::ToSchema;

use super::checkout::{self, PaymentAnswer, Purchase};
use crate::app::App;
use crate::http::body::{self, RawBody};
use crate::http::caller::Caller;
use crate::http::commands::{Prepared, carry_out_once};
use crate::http::failure::{Failure, FailureBody};
use crate::http::field_errors::FieldErrors;
use crate::http::openapi::shapes::RoundLength;
use crate::http::request_context::RequestId;
use crate::store::shop;

const ROUTE: &str = "POST /api/freevoucher/pay";

/// Which vouchers, and how they are paid.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VoucherOrder {
    /// One of the methods on offer; may be absent where a bank is chosen, which means iDEAL.
    #[schema(example = "ideal")]
    pub method: Option<String>,
    /// Accepted for iDEAL of old; never needed.
    pub issuer: Option<String>,
    /// 1 up to `maxBuyable`.
    #[schema(minimum = 1, example = 2)]
    #[serde(deserialize_with = "body::whole")]
    pub quantity: i64,
    /// Of a voucher on offer.
    #[schema(value_type = RoundLength, inline)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
    /// Where the provider sends the member back to: an address of the portal.
    #[serde(rename = "returnUrl")]
    #[schema(pattern = "^https?://[!-~]+$", example = "https://portal.example/subscriptions?ordered=true")]
    pub return_url: String,
}

/// Buy free vouchers
///
/// Places an order and answers where to pay. The price is the server's. With an `Idempotency-Key` a repeated call gets
/// the first answer.
#[utoipa::path(
    post,
    path = "/api/freevoucher/pay",
    tag = "purchases",
    params(("Idempotency-Key" = Option<String>, Header)),
    request_body = VoucherOrder,
    responses(
        (status = 200, description = "Where to pay", body = PaymentAnswer),
        (status = 409, description = "Not for sale to this member now", body = FailureBody),
        (status = 422, description = "Invalid input, or a key used before", body = FailureBody),
        (status = 429, description = "Too many changes in an hour; see Retry-After", body = FailureBody),
        (status = 503, description = "The payment provider does not answer; nothing was charged", body = FailureBody),
    )
)]
pub async fn voucher_pay(
    State(app): State<Arc<App>>,
    Extension(request): Extension<RequestId>,
    headers: HeaderMap,
    caller: Caller,
    RawBody(bytes): RawBody,
) -> Response {
    let prepare = prepare(&app, &caller, request, &headers, &bytes);
    carry_out_once(&app, &caller, request, (&headers, ROUTE, &bytes), prepare).await
}

async fn prepare(
    app: &App,
    caller: &Caller,
    request: RequestId,
    headers: &HeaderMap,
    bytes: &Bytes,
) -> Result<Prepared, Failure> {
    let wanted: VoucherOrder = body::parse(bytes)?;
    let Some(settings) = shop::settings(&app.pool).await? else {
        return Err(Failure::conflict("Er zijn op dit moment geen vrije vouchers te koop.").passing());
    };
    let mut fields = FieldErrors::default();
    let method = fields.method(&settings, wanted.method.as_deref(), wanted.issuer.as_deref());
    let return_url = fields.return_url(app, &wanted.return_url);
    let holes = u8::try_from(wanted.holes).ok().and_then(|count| Holes::try_from(count).ok());
    let voucher = settings.free_vouchers.iter().find(|voucher| Some(voucher.holes) == holes);
    if voucher.is_none() {
        fields.refuse("holes", "Kies een voucher voor 9 of 18 holes uit de lijst.");
    }
    let quantity = u32::try_from(wanted.quantity)
        .ok()
        .filter(|quantity| (1..=settings.voucher_maximum.max(1)).contains(quantity));
    if quantity.is_none() {
        let most = settings.voucher_maximum;
        fields.refuse("quantity", format!("Kies een aantal van 1 tot en met {most}."));
    }
    fields.done()?;
    let (Some(voucher), Some(quantity)) = (voucher, quantity) else { return Err(Failure::internal()) };

    let order = checkout::order_id(app, caller, headers, ROUTE);
    let holes = voucher.holes;
    let noun = if quantity == 1 { "vrije voucher" } else { "vrije vouchers" };
    let purchase = Purchase {
        order,
        item: OrderItem::FreeVouchers {
            vouchers: checkout::voucher_ids(order, quantity),
            title: format!("Vrije voucher {holes} holes"),
            holes,
            validity_days: settings.validity_days,
            year: app.clock.today().year(),
        },
        amount_cents: voucher.price_cents * i64::from(quantity),
        method,
        voucher_maximum: settings.voucher_maximum,
        description: format!("Fairway: {quantity} {noun}, {holes} holes"),
        return_url,
    };
    checkout::begin(app, caller, request, purchase).await
}
