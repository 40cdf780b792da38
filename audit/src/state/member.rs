//! A member's rights and purchases, folded from their own stream.

use std::collections::BTreeMap;

use fairway_events::{MemberId, MembershipEvent, OrderId, PlaceId, Position};
use serde::Serialize;

use crate::rulebook::{Claim, Holdings, Outcome, Pass, Voucher};

/// A member's holdings, orders and registrations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Member {
    /// The member.
    pub id: MemberId,
    /// Passes, vouchers, claims.
    #[serde(flatten)]
    pub holdings: Holdings,
    /// Orders of free vouchers.
    pub voucher_orders: BTreeMap<OrderId, VoucherOrder>,
    /// Package of the federation registration, by year.
    pub registrations: BTreeMap<i32, String>,
}

/// An order of free vouchers, as the member's maximum counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct VoucherOrder {
    /// The number of vouchers.
    pub quantity: u32,
    /// The calendar year in which they count.
    pub year: i32,
    /// Bought or not; none: open.
    pub bought: Option<bool>,
}

impl Member {
    /// A member without events.
    #[must_use]
    pub fn new(id: MemberId) -> Self {
        Self {
            id,
            holdings: Holdings::default(),
            voucher_orders: BTreeMap::new(),
            registrations: BTreeMap::new(),
        }
    }

    /// Folds the next event of the member's stream, which is at `position`.
    pub fn apply(&mut self, position: Position, event: &MembershipEvent) {
        match event {
            MembershipEvent::SubscriptionStarted {
                subscription,
                name,
                startdate,
                enddate,
                max,
                per_month,
                max_holes,
                ..
            } => self.holdings.passes.push(Pass {
                id: *subscription,
                name: name.clone(),
                startdate: *startdate,
                enddate: *enddate,
                max: *max,
                per_month: *per_month,
                max_holes: *max_holes,
            }),
            MembershipEvent::SubscriptionWithdrawn { subscription, .. } => {
                self.holdings.passes.retain(|held| held.id != *subscription);
            }
            MembershipEvent::VoucherReceived { voucher, kind, title, holes, expires, .. } => {
                self.holdings.vouchers.push(Voucher {
                    id: *voucher,
                    kind: *kind,
                    title: title.clone(),
                    holes: *holes,
                    expires: *expires,
                });
            }
            MembershipEvent::VoucherTakenBack { voucher, .. } => {
                self.holdings.vouchers.retain(|held| held.id != *voucher);
            }
            MembershipEvent::PlayRightClaimed { place, booking, club, play_date, holes, right, .. } => {
                self.holdings.claims.push(Claim {
                    position,
                    place: *place,
                    booking: *booking,
                    club: club.clone(),
                    play_date: *play_date,
                    holes: *holes,
                    right: right.clone(),
                    outcome: Outcome::Held,
                });
            }
            MembershipEvent::PlayRightReleased { place, .. }
            | MembershipEvent::ForfeitedRightReturned { place, .. } => {
                self.set_outcome(*place, Outcome::GivenBack);
            }
            MembershipEvent::PlayRightForfeited { place, .. } => self.set_outcome(*place, Outcome::Forfeited),
            MembershipEvent::VoucherOrderOpened { order, quantity, year, .. } => {
                let opened = VoucherOrder { quantity: *quantity, year: *year, bought: None };
                self.voucher_orders.insert(*order, opened);
            }
            MembershipEvent::VoucherOrderClosed { order, bought, .. } => {
                if let Some(order) = self.voucher_orders.get_mut(order) {
                    order.bought = Some(*bought);
                }
            }
            MembershipEvent::FederationRegistered { year, package, .. } => {
                self.registrations.insert(*year, package.clone());
            }
        }
    }

    fn set_outcome(&mut self, place: PlaceId, outcome: Outcome) {
        if let Some(claim) = self.holdings.claims.iter_mut().rev().find(|claim| claim.place == place) {
            claim.outcome = outcome;
        }
    }
}
