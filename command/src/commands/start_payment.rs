//! Recording which payment of the provider belongs to an order.

use fairway_events::StreamId;

use crate::order::OrderCommand;
use crate::{Decision, Order, StartPayment, Undecided, World};

impl StartPayment {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let start = OrderCommand::StartPayment(self.clone());
        let mut decision = Decision::default();
        decision.add(StreamId::Order(self.order), world.get::<Order>(self.order)?.decide(&start)?);
        Ok(decision)
    }
}
