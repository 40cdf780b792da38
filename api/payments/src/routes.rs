//! The endpoints of orders and payments.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints::{ledger, purchases, subscriptions};
use crate::state::Payments;

/// The endpoints, each with its description.
pub fn routes() -> OpenApiRouter<Arc<Payments>> {
    OpenApiRouter::new()
        .routes(routes!(subscriptions::subscriptions))
        .routes(routes!(ledger::ledger))
        .routes(routes!(purchases::voucher_offer::voucher_offer))
        .routes(routes!(purchases::voucher_pay::voucher_pay))
        .routes(routes!(purchases::federation_offer::federation_offer))
        .routes(routes!(purchases::federation_pay::federation_pay))
        .routes(routes!(purchases::webhook::webhook))
}
