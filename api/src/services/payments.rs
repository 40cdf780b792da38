//! Taking money: the provider's client, what its answers do to an order, and making sure that nothing stays open.
//!
//! Only an id ever comes in from outside; what became of a payment is always asked (docs/security.md, 15).

pub mod amount;
pub mod breaker;
pub mod known_methods;
pub mod methods;
pub mod provider;
pub mod reconciliation;
pub mod recording;
pub mod refunding;
pub mod settling;
pub mod wire;
