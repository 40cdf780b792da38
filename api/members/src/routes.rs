//! The endpoints of members' accounts.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints as users;
use crate::state::Members;

/// The endpoints, each with its description.
pub fn routes() -> OpenApiRouter<Arc<Members>> {
    OpenApiRouter::new()
        .routes(routes!(users::login::login))
        .routes(routes!(users::passkey_login::begin))
        .routes(routes!(users::passkey_login::login))
        .routes(routes!(users::login_link::request))
        .routes(routes!(users::login_link::account))
        .routes(routes!(users::login_link::login))
        .routes(routes!(users::login_code::login))
        .routes(routes!(users::logout::logout))
        .routes(routes!(users::token_login::login))
        .routes(routes!(users::forgot_password::forgot_password))
        .routes(routes!(users::reset_password::reset_password))
        .routes(routes!(users::reset_password::account))
        .routes(routes!(users::me::me))
        .routes(routes!(users::change_password::change_password))
        .routes(routes!(users::new_email::ask))
        .routes(routes!(users::new_email::account))
        .routes(routes!(users::new_email::confirm))
        .routes(routes!(users::sessions::sessions))
        .routes(routes!(users::sessions::end))
        .routes(routes!(users::sessions::logout_everywhere))
        .routes(routes!(users::passkeys::list, users::passkeys::add))
        .routes(routes!(users::passkeys::begin))
        .routes(routes!(users::passkeys::rename))
        .routes(routes!(users::passkeys::remove))
        .routes(routes!(users::data::data))
        .routes(routes!(users::profile::profile, users::save_profile::save_profile))
}
