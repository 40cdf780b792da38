//! The types of the Mollie API v2, as far as we use it. Unknown fields are ignored, unknown statuses are no outcome.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::amount;

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// ISO 4217.
    pub currency: String,
    /// With two decimals: `12.50`.
    pub value: String,
}

impl Money {
    /// An amount in euro cents.
    #[must_use]
    pub fn euro_cents(cents: i64) -> Self {
        Self { currency: "EUR".to_owned(), value: amount::to_value(cents) }
    }

    /// The amount in euro cents; none in another currency or form.
    #[must_use]
    pub fn cents(&self) -> Option<i64> {
        if self.currency == "EUR" { amount::from_value(&self.value) } else { None }
    }
}

/// Our own data, stored with a payment at the provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// The order's id.
    pub order: String,
}

/// `POST /v2/payments`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewPayment {
    /// The amount to pay.
    pub amount: Money,
    /// At most 255 characters; on the bank statement.
    pub description: String,
    /// The address to which the member returns.
    pub redirect_url: String,
    /// The address for webhooks.
    pub webhook_url: String,
    /// The method that the member chose.
    pub method: String,
    /// The language of the checkout.
    pub locale: String,
    /// Our own data.
    pub metadata: Metadata,
}

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the provider's own words")]
pub enum Status {
    Open,
    Pending,
    Authorized,
    Paid,
    Canceled,
    Expired,
    Failed,
    /// A status of a later version of the API.
    #[serde(other)]
    Unknown,
}

/// An address with its media type.
#[derive(Debug, Clone, Deserialize)]
pub struct Link {
    /// The address.
    pub href: String,
}

/// The links of a payment.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Links {
    /// The provider's page where the member pays; absent after the payment has ended.
    pub checkout: Option<Link>,
}

/// A payment.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// `tr_…`
    pub id: String,
    /// The state.
    pub status: Status,
    /// The amount to pay.
    pub amount: Money,
    /// The metadata that we sent; any value on a payment that another client created.
    #[serde(default)]
    pub metadata: serde_json::Value,
    /// When it was paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// The amount that was refunded so far.
    pub amount_refunded: Option<Money>,
    /// The amount that was charged back so far.
    pub amount_charged_back: Option<Money>,
    /// The links.
    #[serde(rename = "_links", default)]
    pub links: Links,
}

/// `POST /v2/payments/{id}/refunds`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewRefund {
    /// The amount to refund.
    pub amount: Money,
    /// At most 255 characters; on the bank statement.
    #[serde(default)]
    pub description: String,
    /// Our own data: it distinguishes our refund from those that an operator made by hand.
    pub metadata: Option<Metadata>,
}

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the provider's own words")]
pub enum RefundStatus {
    Queued,
    Pending,
    Processing,
    Refunded,
    Failed,
    Canceled,
    /// A status of a later version of the API.
    #[serde(other)]
    Unknown,
}

/// A refund.
#[derive(Debug, Clone, Deserialize)]
pub struct Refund {
    /// `re_…`
    pub id: String,
    /// The refunded amount.
    pub amount: Money,
    /// The state.
    pub status: RefundStatus,
    /// The metadata that was sent; any value on a refund that another client created.
    #[serde(default)]
    pub metadata: serde_json::Value,
}

impl Refund {
    /// Whether the money was returned, or will be.
    #[must_use]
    pub const fn counts(&self) -> bool {
        !matches!(self.status, RefundStatus::Failed | RefundStatus::Canceled)
    }
}

/// `GET /v2/payments/{id}/refunds`.
#[derive(Debug, Clone, Deserialize)]
pub struct Refunds {
    /// The list, in HAL's form.
    #[serde(rename = "_embedded")]
    pub embedded: EmbeddedRefunds,
}

/// The list of refunds.
#[derive(Debug, Clone, Deserialize)]
pub struct EmbeddedRefunds {
    /// Every refund of the payment.
    pub refunds: Vec<Refund>,
}

/// A way to pay.
#[derive(Debug, Clone, Deserialize)]
pub struct Method {
    /// `ideal`
    pub id: String,
}

/// `GET /v2/methods`.
#[derive(Debug, Clone, Deserialize)]
pub struct Methods {
    /// The list, in HAL's form.
    #[serde(rename = "_embedded")]
    pub embedded: EmbeddedMethods,
}

/// The list of methods.
#[derive(Debug, Clone, Deserialize)]
pub struct EmbeddedMethods {
    /// The methods that are switched on.
    pub methods: Vec<Method>,
}

/// A failure.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Problem {
    /// In English, for developers.
    #[serde(default)]
    pub detail: String,
    /// The invalid field.
    pub field: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer of Mollie, including fields that we do not use.
    const RECORDED: &str = r#"{
        "resource": "payment", "id": "tr_7UhSN1zuXS", "mode": "test", "createdAt": "2026-11-20T10:00:00+00:00",
        "amount": {"value": "25.00", "currency": "EUR"}, "description": "Fairway", "method": "ideal",
        "metadata": {"order": "018f6f3e-0000-7000-8000-000000000001"}, "status": "paid", "isCancelable": false,
        "paidAt": "2026-11-20T10:05:00+00:00", "amountRefunded": {"value": "12.50", "currency": "EUR"},
        "amountRemaining": {"value": "12.50", "currency": "EUR"}, "profileId": "pfl_QkEhN94Ba", "sequenceType": "oneoff",
        "redirectUrl": "https://portal.example/subscriptions", "webhookUrl": "https://portal.example/api/payments/webhook",
        "_links": {"self": {"href": "https://api.mollie.com/v2/payments/tr_7UhSN1zuXS", "type": "application/hal+json"},
                   "dashboard": {"href": "https://www.mollie.com/dashboard", "type": "text/html"}}
    }"#;

    #[test]
    fn a_recorded_payment_is_read() {
        let payment: Payment = serde_json::from_str(RECORDED).expect("a payment");
        assert_eq!((payment.id.as_str(), payment.status), ("tr_7UhSN1zuXS", Status::Paid));
        assert_eq!(payment.amount.cents(), Some(2_500));
        assert_eq!(payment.amount_refunded.and_then(|money| money.cents()), Some(1_250));
        assert!(payment.links.checkout.is_none() && payment.amount_charged_back.is_none());
        assert_eq!(payment.metadata["order"], "018f6f3e-0000-7000-8000-000000000001");
    }

    #[test]
    fn an_unknown_status_is_no_outcome() {
        let later = RECORDED.replace("\"paid\"", "\"settled-on-the-moon\"");
        assert_eq!(serde_json::from_str::<Payment>(&later).expect("a payment").status, Status::Unknown);
        let dollars = Money { currency: "USD".to_owned(), value: "25.00".to_owned() };
        assert_eq!(dollars.cents(), None);
    }

    #[test]
    fn recorded_refunds_are_read() {
        let text = r#"{"count": 1, "_embedded": {"refunds": [{"resource": "refund", "id": "re_4qqhO89gsT",
            "mode": "live", "description": "Order", "amount": {"currency": "EUR", "value": "5.95"},
            "status": "pending", "metadata": {"order": "018f6f3e-0000-7000-8000-000000000001"},
            "paymentId": "tr_WDqYK6vllg", "createdAt": "2023-03-14T17:09:02.0Z"}]},
            "_links": {"self": {"href": "...", "type": "application/hal+json"}, "previous": null, "next": null}}"#;
        let refunds: Refunds = serde_json::from_str(text).expect("refunds");
        let refund = &refunds.embedded.refunds[0];
        assert_eq!(
            (refund.status, refund.amount.cents(), refund.counts()),
            (RefundStatus::Pending, Some(595), true)
        );
        let failed = text.replace("pending", "failed");
        let refunds: Refunds = serde_json::from_str(&failed).expect("refunds");
        assert!(!refunds.embedded.refunds[0].counts(), "a refund that failed moves no money");
    }

    #[test]
    fn recorded_methods_are_read() {
        let text = r#"{"count": 1, "_embedded": {"methods": [{"resource": "method", "id": "ideal",
            "description": "iDEAL | Wero", "image": {"svg": "https://www.mollie.com/x.svg"}, "issuers": null}]},
            "_links": {"self": {"href": "https://api.mollie.com/v2/methods", "type": "application/hal+json"}}}"#;
        let methods: Methods = serde_json::from_str(text).expect("methods");
        assert_eq!(methods.embedded.methods[0].id, "ideal");
    }
}
