//! `GET /api/users/me/subscriptions`: everything the member has and can get. Members return to this screen after a
//! payment, so the provider is first asked about open orders: the webhook may be late or lost.

mod view;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{NaiveDate, TimeDelta};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::Failure;
use fairway_query::OrderStatus;
use fairway_store::shop;

use self::view::{
    ExtensionOptions, OfferView, RegistrationView, Subscriptions, SubscriptionsAnswer, message, month,
    status, subscription, voucher,
};
use super::purchases::federation_offer::registration;
use crate::state::Payments;
use crate::{amount, reconciliation};

/// How long the message about a purchase is shown.
const MESSAGE_TIME: TimeDelta = TimeDelta::minutes(30);

/// Subscriptions, vouchers, offers and purchases
#[utoipa::path(
    get,
    path = "/api/users/me/subscriptions",
    tag = "users",
    responses(
        (status = 200, description = "The passes that the member has and can get", body = SubscriptionsAnswer),
    )
)]
pub(crate) async fn subscriptions(
    State(payments): State<Arc<Payments>>,
    caller: Caller,
) -> Result<Json<SubscriptionsAnswer>, Failure> {
    let member = caller.id();
    reconciliation::of_member(&payments, member).await;
    let today = payments.common.clock.today();
    let reads = &payments.common.reads;
    let (passes, vouchers, orders, rights) = tokio::try_join!(
        reads.subscriptions(member),
        reads.vouchers(member),
        reads.latest_orders(member),
        payments.rights.of_members(reads, caller.read_models(), std::slice::from_ref(&member), today),
    )?;
    let federation_registration = match shop::settings(&payments.common.pool).await? {
        Some(settings) => {
            let year = settings.federation_year;
            registration(&payments.common, member, year)
                .await?
                .map(|package| RegistrationView { year, package })
        }
        None => None,
    };
    let mut extension_options = ExtensionOptions::default();
    for offer in shop::offers(&payments.common.pool, member).await? {
        let list = if offer.personal {
            &mut extension_options.personal_offers
        } else {
            &mut extension_options.public_offers
        };
        let (amount, name) = (amount::euros(offer.amount_cents), offer.name);
        list.push(OfferView { amount, name, url: offer.url, properties: offer.properties });
    }
    let latest_order = orders.iter().max_by_key(|order| (order.placed_at, order.id));
    let latest_order = latest_order.filter(|order| order.status == OrderStatus::Paid);
    let latest_order =
        latest_order.filter(|order| payments.common.clock.now() - order.placed_at < MESSAGE_TIME);
    let passes = in_time(passes, today);
    Ok(Json(SubscriptionsAnswer {
        success: true,
        data: Subscriptions {
            current: passes.current.map(subscription),
            upcoming: passes.upcoming.map(subscription),
            historic: passes.historic.into_iter().map(subscription).collect(),
            months: rights.values().flat_map(|rights| rights.months(today)).map(month).collect(),
            bonus: vouchers.into_iter().map(|bonus_voucher| voucher(bonus_voucher, today)).collect(),
            extension_options,
            federation_registration,
            purchase_message: latest_order.map(message),
            purchase_status: status(&orders),
        },
    }))
}

type Pass = fairway_query::Subscription;

/// A member's passes by their place in time.
struct PassesInTime {
    /// The one that is used today.
    current: Option<Pass>,
    /// The next one.
    upcoming: Option<Pass>,
    /// Those that ended.
    historic: Vec<Pass>,
}

/// If two passes cover today, the one that ends first is used first; the other is the next one.
fn in_time(passes: Vec<Pass>, today: NaiveDate) -> PassesInTime {
    let (mut historic, mut not_ended): (Vec<_>, Vec<_>) =
        passes.into_iter().partition(|pass| pass.enddate < today);
    historic.sort_by_key(|pass| std::cmp::Reverse((pass.enddate, pass.id)));
    not_ended.sort_by_key(|pass| (pass.startdate.max(today), pass.enddate, pass.id));
    let mut not_ended = not_ended.into_iter().peekable();
    let current = not_ended.next_if(|pass| pass.startdate <= today);
    PassesInTime { current, upcoming: not_ended.next(), historic }
}

#[cfg(test)]
mod tests {
    use fairway_events::{Holes, SubscriptionId};
    use uuid::Uuid;

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
        let PassesInTime { current, upcoming, historic } =
            in_time(passes.to_vec(), today.parse().expect("a day"));
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
    fn of_two_passes_that_cover_today_the_one_that_ends_first_is_current() {
        let passes = [pass(1, "2026-01-01", "2026-12-31"), pass(2, "2026-06-01", "2026-08-31")];
        assert_eq!(sorted(&passes, "2026-07-01"), (2, 1, vec![]));
    }
}
