//! The endpoints of members' notifications and devices.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints::{notifications, push};
use crate::state::Notifications;

/// The endpoints, each with its description.
pub fn routes() -> OpenApiRouter<Arc<Notifications>> {
    OpenApiRouter::new()
        .routes(routes!(notifications::notifications, notifications::save_notifications))
        .routes(routes!(push::state, push::subscribe))
        .routes(routes!(push::change))
        .routes(routes!(push::remove))
}
