//! The endpoints of orders and payments.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::{purchases, users};
use crate::state::payments::Payments;

/// The endpoints, each with its description.
pub fn routes() -> OpenApiRouter<Payments> {
    OpenApiRouter::new()
        .routes(routes!(users::subscriptions::subscriptions))
        .routes(routes!(users::ledger::ledger))
        .routes(routes!(purchases::voucher_offer::voucher_offer))
        .routes(routes!(purchases::voucher_pay::voucher_pay))
        .routes(routes!(purchases::federation_offer::federation_offer))
        .routes(routes!(purchases::federation_pay::federation_pay))
        .routes(routes!(purchases::webhook::webhook))
}
