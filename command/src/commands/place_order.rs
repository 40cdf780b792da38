//! Ordering: free vouchers by holders of a current subscription, up to a maximum per year; the federation
//! registration once per year.

use fairway_events::StreamId;

use crate::membership::MembershipCommand;
use crate::order::OrderCommand;
use crate::{Decision, Membership, Order, PlaceOrder, Undecided, World};

impl PlaceOrder {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
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
