//! A member's orders, with the state of each payment.

use fairway_audit::dates;
use fairway_audit::description::counted;
use fairway_query::{Order, Product};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderView {
    /// The order.
    pub id: Uuid,
    /// The item, as text: `2 vouchers for 9 holes`.
    pub what: String,
    /// The year in whose maximum vouchers count, or the federation's year.
    pub year: i32,
    /// `open`, `paid`, `failed`, `canceled` or `expired`.
    pub status: &'static str,
    /// Price in euro cents.
    pub amount_cents: i64,
    /// Paid back or taken back, in euro cents.
    pub refunded_cents: i64,
    /// The refund that the portal requested from the provider, in euro cents.
    pub refund_requested_cents: i64,
    /// The payment method's key.
    pub method: String,
    /// The provider's id of the payment; null until there is one.
    pub payment: Option<String>,
    /// When it was ordered; RFC 3339 with the offset of Europe/Amsterdam.
    pub placed_at: String,
}

impl From<Order> for OrderView {
    fn from(order: Order) -> Self {
        Self {
            id: order.id.0,
            what: what(&order),
            year: order.year,
            status: order.status.as_str(),
            amount_cents: order.amount_cents,
            refunded_cents: order.refunded_cents,
            refund_requested_cents: order.refund_requested_cents,
            method: order.method,
            payment: order.payment,
            placed_at: dates::rfc3339(order.placed_at),
        }
    }
}

fn what(order: &Order) -> String {
    match &order.product {
        Product::FreeVouchers { quantity, holes } => {
            format!("{} for {holes} holes", counted(*quantity, "voucher", "vouchers"))
        }
        Product::FederationRegistration { package } => {
            format!("the federation registration of {}, package {package}", order.year)
        }
    }
}
