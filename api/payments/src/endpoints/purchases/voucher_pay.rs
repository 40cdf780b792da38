//! `POST /api/freevoucher/pay`: orders free vouchers and answers where to pay.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chrono::{Datelike, NaiveDate};
use fairway_endpoint::body;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::OnceWithBody;
use fairway_endpoint::shapes::RoundLength;
use fairway_events::{Holes, OrderId, OrderItem};
use fairway_store::shop::Settings;
use serde::Deserialize;
use utoipa::ToSchema;

use super::checkout::{self, NotPurchased, PaymentAnswer, PaymentChoice, Purchase, PurchaseRequest};
use crate::state::Payments;

/// The vouchers to buy, and the way to pay.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VoucherOrder {
    /// One of the methods on offer; may be absent if `issuer` is sent, which means iDEAL.
    #[schema(example = "ideal")]
    pub method: Option<String>,
    /// Accepted for an older form of iDEAL; never needed.
    pub issuer: Option<String>,
    /// 1 up to `maxBuyable`.
    #[schema(minimum = 1, example = 2)]
    #[serde(deserialize_with = "body::whole")]
    pub quantity: i64,
    /// The `holes` of a voucher on offer.
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
/// Places an order and answers where to pay. The server sets the price. With an `Idempotency-Key` a repeated call gets
/// the first answer.
#[utoipa::path(
    post,
    path = "/api/freevoucher/pay",
    tag = "purchases",
    params(("Idempotency-Key" = Option<String>, Header)),
    request_body = VoucherOrder,
    responses(
        (status = 200, description = "Where to pay", body = PaymentAnswer),
        NotPurchased,
        (status = 409, description = "Not for sale to this member now", body = FailureBody),
    )
)]
pub(crate) async fn voucher_pay(
    State(payments): State<Arc<Payments>>,
    caller: Caller,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    checkout::pay::<VoucherOrder>(&payments, &caller, once, &bytes).await
}

impl PurchaseRequest for VoucherOrder {
    const NOT_FOR_SALE: &'static str = "Er zijn op dit moment geen vrije vouchers te koop.";

    fn payment(&self) -> PaymentChoice<'_> {
        let (method, issuer) = (self.method.as_deref(), self.issuer.as_deref());
        PaymentChoice { method, issuer, return_url: &self.return_url }
    }

    fn purchase(
        &self,
        settings: &Settings,
        order: OrderId,
        today: NaiveDate,
        fields: &mut FieldErrors,
    ) -> Option<Purchase> {
        let holes = u8::try_from(self.holes).ok().and_then(|count| Holes::try_from(count).ok());
        let voucher = settings.free_vouchers.iter().find(|voucher| Some(voucher.holes) == holes);
        if voucher.is_none() {
            fields.refuse("holes", "Kies een voucher voor 9 of 18 holes uit de lijst.");
        }
        let most = settings.voucher_maximum;
        let quantity =
            u32::try_from(self.quantity).ok().filter(|quantity| (1..=most.max(1)).contains(quantity));
        if quantity.is_none() {
            fields.refuse("quantity", format!("Kies een aantal van 1 tot en met {most}."));
        }
        let (voucher, quantity) = (voucher?, quantity?);
        let holes = voucher.holes;
        let noun = if quantity == 1 { "vrije voucher" } else { "vrije vouchers" };
        Some(Purchase {
            item: OrderItem::FreeVouchers {
                vouchers: checkout::voucher_ids(order, quantity),
                title: format!("Vrije voucher {holes} holes"),
                holes,
                validity_days: settings.validity_days,
                year: today.year(),
            },
            amount_cents: voucher.price_cents * i64::from(quantity),
            description: format!("Fairway: {quantity} {noun}, {holes} holes"),
        })
    }
}
