//! Every endpoint with its description: maps paths to handlers.

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{
    calendar, calendar_feed, content, golfclubs, live_stream, news, photos, probes, prometheus, purchases,
    reservations, token, users, vouchers, waiting_list,
};
use crate::app::App;

/// The parts of the description that the handlers do not contain.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Fairway",
        description = "The API of the Dutch-language portal for reserving rounds of golf. Every failure answers \
                       `{\"success\": false, \"error\": \"<Dutch sentence>\"}`; where single fields are invalid, \
                       `errors` names them. Dates are days in Europe/Amsterdam.",
    ),
    modifiers(&Bearer),
    security(("bearer" = [])),
    tags(
        (name = "users", description = "Log-in, and the member to whom the token belongs"),
        (name = "reservations", description = "Booking rounds, seeing and changing them"),
        (name = "waiting list", description = "Waiting for places of a full day, and taking what is offered"),
        (name = "golfclubs", description = "The clubs"),
        (name = "news", description = "News"),
        (name = "content", description = "Pages, questions and answers, documents"),
        (name = "purchases", description = "Buying vouchers and the federation registration"),
        (name = "operations", description = "For operators and load balancers"),
    )
)]
struct ApiDescription;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The endpoints. A handler cannot be routed without a description.
pub(super) fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(ApiDescription::openapi())
        .routes(routes!(users::login::login))
        .routes(routes!(users::passkey_login::begin))
        .routes(routes!(users::passkey_login::login))
        .routes(routes!(users::login_link::request))
        .routes(routes!(users::login_link::account))
        .routes(routes!(users::login_link::login))
        .routes(routes!(users::login_code::login))
        .routes(routes!(users::logout::logout))
        .routes(routes!(token::login::login))
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
        .routes(routes!(users::calendar_feed::calendar_feed))
        .routes(routes!(users::calendar_feed::renew))
        .routes(routes!(users::calendar_feed::off))
        .routes(routes!(users::profile::profile, users::save_profile::save_profile))
        .routes(routes!(users::notifications::notifications, users::notifications::save_notifications))
        .routes(routes!(users::push::state, users::push::subscribe))
        .routes(routes!(users::push::change))
        .routes(routes!(users::push::remove))
        .routes(routes!(users::favourites::favourites))
        .routes(routes!(reservations::players_check::players_check))
        .routes(routes!(reservations::golfclubs::golfclubs))
        .routes(routes!(reservations::availability::availability))
        .routes(routes!(reservations::alternatives::alternatives))
        .routes(routes!(reservations::upcoming::upcoming, reservations::book::book))
        .routes(routes!(reservations::history::history))
        .routes(routes!(reservations::historic_players::historic_players))
        .routes(routes!(reservations::suggested_players::suggested_players))
        .routes(routes!(reservations::one::one))
        .routes(routes!(reservations::cancel::cancel))
        .routes(routes!(reservations::group_cancel::group_cancel))
        .routes(routes!(reservations::player_remove::player_remove))
        .routes(routes!(reservations::player_add::player_add))
        .routes(routes!(reservations::player_swap::player_swap))
        .routes(routes!(waiting_list::list::list, waiting_list::join::join))
        .routes(routes!(waiting_list::one::one))
        .routes(routes!(waiting_list::take::take))
        .routes(routes!(waiting_list::decline::decline))
        .routes(routes!(waiting_list::leave::leave))
        .routes(routes!(vouchers::download))
        .routes(routes!(calendar::download))
        .routes(routes!(calendar_feed::download))
        .routes(routes!(live_stream::live))
        .routes(routes!(golfclubs::info::info))
        .routes(routes!(golfclubs::one::one))
        .routes(routes!(photos::photo))
        .routes(routes!(news::all::all))
        .routes(routes!(news::important::important))
        .routes(routes!(news::dismiss::dismiss))
        .routes(routes!(content::page::page))
        .routes(routes!(content::faq::faq))
        .routes(routes!(content::terms::terms))
        .routes(routes!(users::subscriptions::subscriptions))
        .routes(routes!(users::ledger::ledger))
        .routes(routes!(purchases::voucher_offer::voucher_offer))
        .routes(routes!(purchases::voucher_pay::voucher_pay))
        .routes(routes!(purchases::federation_offer::federation_offer))
        .routes(routes!(purchases::federation_pay::federation_pay))
        .routes(routes!(purchases::webhook::webhook))
        .routes(routes!(probes::healthz))
        .routes(routes!(probes::readyz))
        .routes(routes!(prometheus::metrics))
}
