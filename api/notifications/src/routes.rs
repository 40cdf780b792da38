//! The endpoints of members' notifications and devices.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::users;
use crate::state::notifications::Notifications;

/// The endpoints, each with its description.
pub fn routes() -> OpenApiRouter<Notifications> {
    OpenApiRouter::new()
        .routes(routes!(users::notifications::notifications, users::notifications::save_notifications))
        .routes(routes!(users::push::state, users::push::subscribe))
        .routes(routes!(users::push::change))
        .routes(routes!(users::push::remove))
}
