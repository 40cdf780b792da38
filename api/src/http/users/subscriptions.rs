//! `GET /api/users/me/subscriptions`: everything the member has and can get. Whoever comes back from paying lands here,
//! so that open orders are asked about first: the webhook may be late or lost.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{NaiveDate, TimeDelta};
use fairway_query::{Order, OrderStatus, Product};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::failure::Failure;
use crate::http::openapi::shapes::RoundLength;
use crate::http::purchases::federation_offer::registration;
use crate::services::payments::amount;
use crate::services::payments::reconciliation;
use crate::store::shop;

/// How long a purchase is spoken of.
const NEWS: TimeDelta = TimeDelta::minutes(30);

/// The answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionsAnswer {
    /// Always true.
    pub success: bool,
    /// What the member has.
    pub data: Subscriptions,
}

/// What a member has and can get.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscriptions {
    /// The subscription that covers today; the one that ends first where several do.
    pub current: Option<SubscriptionView>,
    /// The one that comes next.
    pub upcoming: Option<SubscriptionView>,
    /// Those that are over, latest first.
    pub historic: Vec<SubscriptionView>,
    /// Vouchers of both kinds: unused, used and expired, by expiry.
    pub bonus: Vec<VoucherView>,
    /// What the member can renew to.
    pub extension_options: ExtensionOptions,
    /// The registration with the federation for the year on sale; null without one.
    pub federation_registration: Option<RegistrationView>,
    /// About the latest order, when it was placed less than half an hour ago and is paid.
    #[serde(rename = "purchaseMessage")]
    pub purchase_message: Option<String>,
    /// How the latest order of each product stands.
    #[serde(rename = "purchaseStatus")]
    pub purchase_status: PurchaseStatus,
}

/// A subscription.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionView {
    /// Names it.
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
pub struct PlayrightsView {
    /// How many there are.
    pub max: u32,
    /// How many are used: active, played and forfeited places.
    pub used: u32,
}

/// A voucher.
#[derive(Debug, Serialize, ToSchema)]
pub struct VoucherView {
    /// Names it.
    pub id: Uuid,
    /// `Welkomstronde`
    pub title: String,
    /// Last valid day.
    pub expires: NaiveDate,
    /// Whether that day is over.
    pub expired: bool,
    /// Whether a place used it.
    pub used: bool,
    /// That place's play date.
    pub used_when: Option<NaiveDate>,
    /// Longest round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
}

/// Renewal offers.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ExtensionOptions {
    /// To this member.
    pub personal_offers: Vec<OfferView>,
    /// To everybody.
    pub public_offers: Vec<OfferView>,
}

/// A renewal offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferView {
    /// Euros.
    pub amount: f64,
    /// The product.
    pub name: String,
    /// Where it is bought.
    pub url: String,
    /// What it holds.
    pub properties: Vec<String>,
}

/// A registration with the federation.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegistrationView {
    /// The federation's year.
    pub year: i32,
    /// The package's key.
    pub package: String,
}

/// `open`, `paid`, `failed`, `canceled` or `expired`; null when there never was an order.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct PurchaseStatus {
    /// Of the latest order of free vouchers.
    #[schema(pattern = "^(open|paid|failed|canceled|expired)$")]
    pub freevoucher: Option<&'static str>,
    /// Of the latest order of a registration.
    #[schema(pattern = "^(open|paid|failed|canceled|expired)$")]
    pub federationregistration: Option<&'static str>,
}

/// Subscriptions, vouchers, offers and purchases
#[utoipa::path(
    get,
    path = "/api/users/me/subscriptions",
    tag = "users",
    responses(
        (status = 200, description = "What the member has and can get", body = SubscriptionsAnswer),
    )
)]
pub async fn subscriptions(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<SubscriptionsAnswer>, Failure> {
    let member = caller.id();
    reconciliation::of_member(&app, member).await;
    let today = app.clock.today();
    let (passes, vouchers, orders) = tokio::try_join!(
        app.reads.subscriptions(member),
        app.reads.vouchers(member),
        app.reads.latest_orders(member),
    )?;
    let federation_registration = match shop::settings(&app.pool).await? {
        Some(settings) => {
            let year = settings.federation_year;
            registration(&app, member, year).await?.map(|package| RegistrationView { year, package })
        }
        None => None,
    };
    let mut extension_options = ExtensionOptions::default();
    for offer in shop::offers(&app.pool, member).await? {
        let list = if offer.personal {
            &mut extension_options.personal_offers
        } else {
            &mut extension_options.public_offers
        };
        let (amount, name) = (amount::euros(offer.amount_cents), offer.name);
        list.push(OfferView { amount, name, url: offer.url, properties: offer.properties });
    }
    let news = orders.iter().max_by_key(|order| (order.placed_at, order.id));
    let news = news.filter(|order| order.status == OrderStatus::Paid);
    let news = news.filter(|order| app.clock.now() - order.placed_at < NEWS);
    let (current, upcoming, historic) = in_time(passes, today);
    Ok(Json(SubscriptionsAnswer {
        success: true,
        data: Subscriptions {
            current: current.map(view),
            upcoming: upcoming.map(view),
            historic: historic.into_iter().map(view).collect(),
            bonus: vouchers.into_iter().map(|voucher| voucher_view(voucher, today)).collect(),
            extension_options,
            federation_registration,
            purchase_message: news.map(message),
            purchase_status: status(&orders),
        },
    }))
}

type Pass = fairway_query::Subscription;

/// Which pass is played on today, which comes next, and which are over. Where two cover today, the one that ends first
/// is played first; the other comes next.
fn in_time(passes: Vec<Pass>, today: NaiveDate) -> (Option<Pass>, Option<Pass>, Vec<Pass>) {
    let (mut historic, mut ahead): (Vec<_>, Vec<_>) =
        passes.into_iter().partition(|pass| pass.enddate < today);
    historic.sort_by_key(|pass| std::cmp::Reverse((pass.enddate, pass.id)));
    ahead.sort_by_key(|pass| (pass.startdate.max(today), pass.enddate, pass.id));
    let mut ahead = ahead.into_iter().peekable();
    let current = ahead.next_if(|pass| pass.startdate <= today);
    (current, ahead.next(), historic)
}

fn view(pass: Pass) -> SubscriptionView {
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

fn voucher_view(voucher: fairway_query::Voucher, today: NaiveDate) -> VoucherView {
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

fn message(order: &Order) -> String {
    if order.refund_requested_cents > 0 {
        return format!(
            "Je was al geregistreerd. We betalen je tweede betaling van {} helemaal terug.",
            amount::formatted(order.refund_requested_cents)
        );
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

fn status(orders: &[Order]) -> PurchaseStatus {
    let mut status = PurchaseStatus::default();
    for order in orders {
        let word = Some(order.status.as_str());
        match order.product {
            Product::FreeVouchers { .. } => status.freevoucher = word,
            Product::FederationRegistration { .. } => status.federationregistration = word,
        }
    }
    status
}

#[cfg(test)]
mod tests {
    use fairway_events::{Holes, SubscriptionId};

    use super::*;

    fn pass(number: u128, startdate: &str, enddate: &str) -> Pass {
        Pass {
            id: SubscriptionId(Uuid::from_u128(number)),
            name: String::new(),
            startdate: startdate.parse().expect("a day"),
            enddate: enddate.parse().expect("a day"),
            paymentdate: None,
            amount_cents: 0,
            max: 1,
            per_month: None,
            max_holes: Holes::Nine,
            used: 0,
        }
    }

    fn sorted(passes: &[Pass], today: &str) -> (u128, u128, Vec<u128>) {
        let number = |pass: Pass| pass.id.0.as_u128();
        let (current, upcoming, historic) = in_time(passes.to_vec(), today.parse().expect("a day"));
        let optional = |pass: Option<Pass>| pass.map_or(0, number);
        (optional(current), optional(upcoming), historic.into_iter().map(number).collect())
    }

    #[test]
    fn first_and_last_day_belong_to_a_term() {
        let passes = [
            pass(1, "2024-01-01", "2024-12-31"),
            pass(2, "2025-01-01", "2025-12-31"),
            pass(3, "2026-01-01", "2026-12-31"),
            pass(4, "2027-01-01", "2027-12-31"),
        ];
        assert_eq!(sorted(&passes, "2026-01-01"), (3, 4, vec![2, 1]));
        assert_eq!(sorted(&passes, "2026-12-31"), (3, 4, vec![2, 1]));
        assert_eq!(sorted(&passes, "2027-01-01"), (4, 0, vec![3, 2, 1]));
        assert_eq!(sorted(&passes[3..], "2026-01-01"), (0, 4, vec![]));
        assert_eq!(sorted(&[], "2026-01-01"), (0, 0, vec![]));
    }

    #[test]
    fn of_two_that_cover_today_the_one_that_ends_first_is_played_first() {
        let passes = [pass(1, "2026-01-01", "2026-12-31"), pass(2, "2026-06-01", "2026-08-31")];
        assert_eq!(sorted(&passes, "2026-07-01"), (2, 1, vec![]));
    }
}
