//! Ordering: free vouchers by holders of a current subscription, up to a maximum per year; the federation
//! registration once per year.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{MemberId, OrderId, OrderItem, StreamId};

use super::decide::{CountsAs, Decide};
use crate::membership::MembershipCommand;
use crate::order::OrderCommand;
use crate::{Decision, Membership, Order, Undecided, World};

/// Order something. A success without an event when that order was placed before.
#[derive(Debug, Clone)]
pub struct PlaceOrder {
    /// The new order's id.
    pub order: OrderId,
    /// The member who orders, and pays.
    pub member: MemberId,
    /// The ordered item.
    pub item: OrderItem,
    /// The price in euro cents: computed from the settings, never taken from the request.
    pub amount_cents: i64,
    /// The payment method's key.
    pub method: String,
    /// The most free vouchers that a member may buy in a year.
    pub voucher_maximum: u32,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for PlaceOrder {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Order(self.order), StreamId::Membership(self.member)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let mut decision = Decision::default();
        let placed = world.get::<Order>(self.order)?.decide(&OrderCommand::PlaceOrder(self.clone()))?;
        // The same request, repeated.
        if placed.is_empty() {
            return Ok(decision);
        }
        decision.add(StreamId::Order(self.order), placed);
        let counted =
            world.get::<Membership>(self.member)?.decide(&MembershipCommand::PlaceOrder(self.clone()))?;
        decision.add(StreamId::Membership(self.member), counted);
        Ok(decision)
    }
}

impl PlaceOrder {
    /// How many things are ordered.
    #[must_use]
    pub fn quantity(&self) -> usize {
        match &self.item {
            OrderItem::FreeVouchers { vouchers, .. } => vouchers.len(),
            OrderItem::FederationRegistration { .. } => 1,
        }
    }
}
