//! Recording which payment of the provider belongs to an order.

use chrono::{DateTime, Utc};
use fairway_events::{OrderId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::order::OrderCommand;
use crate::{Decision, Order, Undecided, World};

/// Record the payment that the provider made for an order.
#[derive(Debug, Clone)]
pub struct StartPayment {
    /// The order.
    pub order: OrderId,
    /// The provider's id.
    pub payment: String,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for StartPayment {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Order(self.order)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let start = OrderCommand::StartPayment(self.clone());
        let mut decision = Decision::default();
        decision.add(StreamId::Order(self.order), world.get::<Order>(self.order)?.decide(&start)?);
        Ok(decision)
    }
}
