//! The endpoints with their description.

use std::sync::Arc;

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::access;
use crate::endpoints::{
    accounts, devices, login, logout, pair, passkey_login, passkeys, session, sessions, setup, systems,
};
use crate::state::ClubAccounts;

/// The parts of the description that the handlers do not contain.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Fairway for clubs",
        description = "The API of the clubs' screens, and of the clubs' own systems. The session of a screen is in a cookie; \
                       every change also sends the session's `csrf_token` as `X-CSRF-Token`, from the same origin. A \
                       system sends the token that a manager made for it, and at most 600 requests a minute. Every failure answers `{\"success\": false, \
                       \"error\": \"<Dutch sentence>\"}`; where single fields are invalid, `errors` names them. Instants have \
                       the offset of Europe/Amsterdam.",
    ),
    modifiers(&Callers),
    security(("club" = [])),
    tags(
        (name = "session", description = "Log-in, invitations, pairing, and one's own sessions and passkeys"),
        (name = "accounts", description = "The club's accounts, devices and systems"),
        (name = "day", description = "Who is expected, and who came"),
        (name = "course", description = "The state of the course"),
        (name = "statements", description = "What the club is owed, and disputes about it"),
        (name = "systems", description = "For the club's own systems, such as its till or its member administration"),
    )
)]
struct ClubDescription;

struct Callers;

impl Modify for Callers {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(access::COOKIE)));
        components.add_security_scheme("club", cookie);
        components.add_security_scheme("system", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
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
        .routes(routes!(systems::list, systems::add))
        .routes(routes!(systems::rotate))
        .routes(routes!(systems::revoke))
}
