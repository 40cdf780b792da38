//! The response types for a member's subscriptions, vouchers and orders.

use chrono::NaiveDate;
use fairway_command::MonthRights;
use fairway_endpoint::shapes::RoundLength;
use fairway_query::{Order, Product, Subscription, Voucher};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::amount;

/// The answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubscriptionsAnswer {
    /// Always true.
    pub success: bool,
    /// The member's subscriptions, vouchers and orders.
    pub data: Subscriptions,
}

/// A member's subscriptions, vouchers, orders and offers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Subscriptions {
    /// The subscription that covers today; the one that ends first where several do.
    pub current: Option<SubscriptionView>,
    /// The subscription that starts next.
    pub upcoming: Option<SubscriptionView>,
    /// Subscriptions that are over, latest first.
    pub historic: Vec<SubscriptionView>,
    /// The rounds that subscriptions still allow in this and the next calendar month; no month in which none is valid.
    #[schema(required = false)]
    pub months: Vec<MonthRightsView>,
    /// Vouchers of both kinds: unused, used and expired, by expiry.
    pub bonus: Vec<VoucherView>,
    /// The offers to which the member can renew.
    pub extension_options: ExtensionOptions,
    /// The registration with the federation for the year on sale; null without one.
    pub federation_registration: Option<RegistrationView>,
    /// A message about the latest order, if it was placed less than half an hour ago and is paid.
    #[serde(rename = "purchaseMessage")]
    pub purchase_message: Option<String>,
    /// The payment state of the latest order of each product.
    #[serde(rename = "purchaseStatus")]
    pub purchase_status: PurchaseStatus,
}

/// A subscription.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubscriptionView {
    /// Its id.
    pub id: Uuid,
    /// `Fairway Compleet`
    pub name: String,
    /// First valid day.
    pub startdate: NaiveDate,
    /// Last valid day.
    pub enddate: NaiveDate,
    /// Day of payment.
    pub paymentdate: Option<NaiveDate>,
    /// Euros.
    #[schema(example = 249.5)]
    pub amount: f64,
    /// Its rights.
    pub playrights: PlayrightsView,
}

/// The rights of a subscription over its term.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct PlayrightsView {
    /// Number of rights.
    pub max: u32,
    /// Number of used rights: active, played and forfeited places.
    pub used: u32,
}

/// The rights of all subscriptions in one calendar month.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MonthRightsView {
    /// The first day of the month.
    pub startdate: NaiveDate,
    /// Number of rounds that can still be played in it.
    pub left: u32,
    /// The most rounds in a month; null: there is no such limit.
    pub max: Option<u32>,
}

/// A voucher.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoucherView {
    /// Its id.
    pub id: Uuid,
    /// `Welkomstronde`
    pub title: String,
    /// Last valid day.
    pub expires: NaiveDate,
    /// Whether the voucher has expired.
    pub expired: bool,
    /// Whether the voucher is used.
    pub used: bool,
    /// The play date of the place that used it.
    pub used_when: Option<NaiveDate>,
    /// Longest round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
}

/// Renewal offers.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ExtensionOptions {
    /// Offers for this member only.
    pub personal_offers: Vec<OfferView>,
    /// Offers for every member.
    pub public_offers: Vec<OfferView>,
}

/// A renewal offer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferView {
    /// Euros.
    pub amount: f64,
    /// The product.
    pub name: String,
    /// Where it is bought.
    pub url: String,
    /// Its contents, a text for each.
    pub properties: Vec<String>,
}

/// A registration with the federation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RegistrationView {
    /// The federation's year.
    pub year: i32,
    /// The package's key.
    pub package: String,
}

/// `open`, `paid`, `failed`, `canceled` or `expired`; null when there is no order.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct PurchaseStatus {
    /// State of the latest order of free vouchers.
    #[schema(pattern = "^(open|paid|failed|canceled|expired)$")]
    pub freevoucher: Option<&'static str>,
    /// State of the latest order of a registration.
    #[schema(pattern = "^(open|paid|failed|canceled|expired)$")]
    pub federationregistration: Option<&'static str>,
}

/// Maps a subscription to its response.
pub(super) fn subscription(pass: Subscription) -> SubscriptionView {
    SubscriptionView {
        id: pass.id.0,
        name: pass.name,
        startdate: pass.startdate,
        enddate: pass.enddate,
        paymentdate: pass.paymentdate,
        amount: amount::euros(pass.amount_cents),
        playrights: PlayrightsView { max: pass.max, used: pass.used },
    }
}

/// Maps the rights of a month to their response.
pub(super) fn month(rights: MonthRights) -> MonthRightsView {
    MonthRightsView { startdate: rights.month.first_day(), left: rights.left, max: rights.per_month }
}

/// Maps a voucher to its response.
pub(super) fn voucher(voucher: Voucher, today: NaiveDate) -> VoucherView {
    VoucherView {
        id: voucher.id.0,
        used: voucher.is_used(),
        title: voucher.title,
        expires: voucher.expires,
        expired: voucher.expires < today,
        used_when: voucher.used_when,
        holes: voucher.holes.count(),
    }
}

/// The message about an order that was just paid.
pub(super) fn message(order: &Order) -> String {
    if order.refund_requested_cents > 0 {
        let back = amount::formatted(order.refund_requested_cents);
        return match order.product {
            Product::FederationRegistration { .. } => {
                format!("Je was al geregistreerd. We betalen je tweede betaling van {back} helemaal terug.")
            }
            Product::FreeVouchers { .. } => {
                format!(
                    "We betalen je bestelling van {back} helemaal terug. De vouchers ervan zijn ingetrokken."
                )
            }
        };
    }
    match &order.product {
        Product::FreeVouchers { quantity: 1, holes } => {
            format!("Je betaling is gelukt: je hebt 1 vrije voucher voor {holes} holes gekocht.")
        }
        Product::FreeVouchers { quantity, holes } => {
            format!("Je betaling is gelukt: je hebt {quantity} vrije vouchers voor {holes} holes gekocht.")
        }
        Product::FederationRegistration { .. } => {
            format!("Je betaling is gelukt: je NGF-registratie voor {} is geregeld.", order.year)
        }
    }
}

/// The payment state of the latest order of each product.
pub(super) fn status(orders: &[Order]) -> PurchaseStatus {
    let mut status = PurchaseStatus::default();
    for order in orders {
        let status_name = Some(order.status.as_str());
        match order.product {
            Product::FreeVouchers { .. } => status.freevoucher = status_name,
            Product::FederationRegistration { .. } => status.federationregistration = status_name,
        }
    }
    status
}
