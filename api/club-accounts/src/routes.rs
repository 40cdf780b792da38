//! The endpoints with their description.

use std::sync::Arc;

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::access;
use crate::endpoints::{
    accounts, devices, login, logout, pair, passkey_login, passkeys, session, sessions, setup,
};
use crate::state::ClubAccounts;

/// The parts of the description that the handlers do not contain.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Fairway for clubs",
        description = "The API of the clubs' screens. The session is in a cookie; every change also sends the session's \
                       `csrf_token` as `X-CSRF-Token`, from the same origin. Every failure answers `{\"success\": false, \
                       \"error\": \"<Dutch sentence>\"}`; where single fields are invalid, `errors` names them. Instants have \
                       the offset of Europe/Amsterdam.",
    ),
    modifiers(&SessionCookie),
    security(("club" = [])),
    tags(
        (name = "session", description = "Log-in, invitations, pairing, and one's own sessions and passkeys"),
        (name = "accounts", description = "The club's accounts and devices"),
        (name = "day", description = "Who is expected, and who came"),
        (name = "course", description = "The state of the course"),
    )
)]
struct ClubDescription;

struct SessionCookie;

impl Modify for SessionCookie {
    fn modify(&self, document: &mut Document) {
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(access::COOKIE)));
        document.components.get_or_insert_default().add_security_scheme("club", cookie);
    }
}

/// The endpoints.
pub fn routes() -> OpenApiRouter<Arc<ClubAccounts>> {
    OpenApiRouter::with_openapi(ClubDescription::openapi())
        .routes(routes!(session::session))
        .routes(routes!(login::login))
        .routes(routes!(passkey_login::begin))
        .routes(routes!(passkey_login::finish))
        .routes(routes!(logout::logout))
        .routes(routes!(setup::begin))
        .routes(routes!(setup::complete))
        .routes(routes!(pair::pair))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::end))
        .routes(routes!(passkeys::list))
        .routes(routes!(passkeys::begin))
        .routes(routes!(passkeys::finish))
        .routes(routes!(passkeys::remove))
        .routes(routes!(accounts::list))
        .routes(routes!(accounts::invite))
        .routes(routes!(accounts::invite_again))
        .routes(routes!(accounts::role))
        .routes(routes!(accounts::disable))
        .routes(routes!(devices::list))
        .routes(routes!(devices::pair))
        .routes(routes!(devices::revoke))
}
