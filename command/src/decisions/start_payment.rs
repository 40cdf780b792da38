//! Writing down which payment of the provider belongs to an order.

use fairway_events::StreamId;

use crate::order::OrderCommand;
use crate::{Decision, Rejection, StartPayment, Undecided, World};

impl StartPayment {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let start = OrderCommand::StartPayment(self.clone());
        let mut decision = Decision::default();
        let started = world.order(self.order)?.decide(&start).map_err(Rejection::from)?;
        decision.add(StreamId::Order(self.order), started);
        Ok(decision)
    }
}
