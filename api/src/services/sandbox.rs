//! The sandbox: a payment provider of our own that speaks Mollie's API on the portal's own port and takes no money. The
//! portal reaches it with the same client as the real one, over HTTP, and is notified of changes by the same webhook; only
//! the base address differs. Refused in production by the configuration.

mod api;
mod checkout;
mod refunds;
pub mod routes;
pub mod webhooks;
