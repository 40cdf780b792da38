//! Payments: the provider's client, the effect of its answers on an order, and the reconciliation of open orders.
//!
//! Incoming messages are trusted only as ids; the state of a payment is always requested (docs/security.md, 15).

pub mod amount;
pub mod breaker;
pub mod endpoints;
mod known_methods;
mod methods;
pub mod provider;
pub mod reconciliation;
mod recording;
mod refunding;
mod routes;
mod settling;
mod state;
pub mod tasks;
mod webhook_gate;
pub mod wire;

pub use routes::routes;
pub use state::Payments;

use std::net::SocketAddr;

/// The payment provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Our own provider, without real money.
    Sandbox,
    /// Mollie, or a service with its API.
    Mollie {
        /// The secret key.
        api_key: String,
        /// The API's base address.
        api_url: String,
    },
}

/// The part of the configuration that payments need.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The payment provider.
    pub choice: Choice,
    /// The address of the portal's HTTP server.
    pub listen: SocketAddr,
    /// The portal's own origin as browsers see it, without a closing slash.
    pub public_url: String,
    /// Whether this server is for members.
    pub is_production: bool,
}
