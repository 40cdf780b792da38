//! The endpoints with their description.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints::{
    confirm, login, logout, operators, own_account, own_app, own_passkeys, own_recovery_codes, passkey_login,
    session, sessions, setup,
};
use crate::state::OperatorAccounts;

/// The endpoints.
pub fn routes() -> OpenApiRouter<Arc<OperatorAccounts>> {
    OpenApiRouter::new()
        .routes(routes!(session::session))
        .routes(routes!(confirm::confirm))
        .routes(routes!(login::login))
        .routes(routes!(passkey_login::begin))
        .routes(routes!(passkey_login::finish))
        .routes(routes!(logout::logout))
        .routes(routes!(setup::begin))
        .routes(routes!(setup::complete))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::end))
        .routes(routes!(own_account::account))
        .routes(routes!(own_account::change_password))
        .routes(routes!(own_app::begin))
        .routes(routes!(own_app::replace))
        .routes(routes!(own_passkeys::list, own_passkeys::add))
        .routes(routes!(own_passkeys::begin))
        .routes(routes!(own_passkeys::remove))
        .routes(routes!(own_recovery_codes::replace))
        .routes(routes!(operators::list))
        .routes(routes!(operators::add))
        .routes(routes!(operators::disable))
        .routes(routes!(operators::enable))
        .routes(routes!(operators::reset))
        .routes(routes!(operators::roles))
}
