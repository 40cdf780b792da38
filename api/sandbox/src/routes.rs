//! The routes of the sandbox.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::state::Sandbox;
use crate::{api, checkout, refunds};

/// The provider's API and its checkout page.
pub fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/sandbox/mollie/v2/payments", post(api::create))
        .route("/sandbox/mollie/v2/payments/{id}", get(api::get).delete(api::cancel))
        .route("/sandbox/mollie/v2/payments/{id}/refunds", get(refunds::list).post(refunds::create))
        .route("/sandbox/mollie/v2/methods", get(api::methods))
        .route("/sandbox/checkout.css", get(checkout::style))
        .route("/sandbox/checkout/{id}", get(checkout::page).post(checkout::choose))
}
