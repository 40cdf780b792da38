//! The sandbox: a payment provider of our own that speaks Mollie's API on the portal's own port and takes no money. The
//! portal reaches it with the same client as the real one, over HTTP, and hears of changes by the same webhook; only
//! the base address differs. Refused in production by the configuration.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use tokio::sync::Notify;

use crate::app::App;

mod api;
mod checkout;
mod refunds;
pub mod webhooks;

/// What the sandbox keeps in memory.
#[derive(Debug, Default)]
pub struct Sandbox {
    /// Rung when there is a change to tell.
    changed: Notify,
}

/// The provider's API and its checkout page.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/sandbox/mollie/v2/payments", post(api::create))
        .route("/sandbox/mollie/v2/payments/{id}", get(api::get).delete(api::cancel))
        .route("/sandbox/mollie/v2/payments/{id}/refunds", get(refunds::list).post(refunds::create))
        .route("/sandbox/mollie/v2/methods", get(api::methods))
        .route("/sandbox/checkout.css", get(checkout::style))
        .route("/sandbox/checkout/{id}", get(checkout::page).post(checkout::choose))
}
