//! The sandbox: a payment provider of our own with Mollie's API on the portal's own port, without real money. The
//! portal uses the same client over HTTP as for the real provider, and gets the same webhooks; only the base address
//! differs. The configuration refuses it in production.

mod api;
mod checkout;
mod refunds;
mod routes;
mod state;
mod tables;
pub mod tasks;
pub mod webhooks;

pub use routes::routes;
pub use state::Sandbox;
