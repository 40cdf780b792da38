//! The endpoints of reservations, waiting lists, clubs, calendars and the live stream.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints::{
    calendar, calendar_feed, favourites, feed_address, golfclubs, live_stream, photos, reservations,
    shared_round, vouchers, waiting_list,
};
use crate::state::Rounds;

/// The endpoints, each with its description.
pub fn routes() -> OpenApiRouter<Arc<Rounds>> {
    OpenApiRouter::new()
        .routes(routes!(feed_address::calendar_feed))
        .routes(routes!(feed_address::renew))
        .routes(routes!(feed_address::off))
        .routes(routes!(favourites::favourites))
        .routes(routes!(reservations::players_check::players_check))
        .routes(routes!(reservations::golfclubs::golfclubs))
        .routes(routes!(reservations::availability::availability))
        .routes(routes!(reservations::alternatives::alternatives))
        .routes(routes!(reservations::upcoming::upcoming, reservations::book::book))
        .routes(routes!(reservations::history::history))
        .routes(routes!(reservations::historic_players::historic_players))
        .routes(routes!(reservations::suggested_players::suggested_players))
        .routes(routes!(reservations::one::one))
        .routes(routes!(shared_round::shared_round))
        .routes(routes!(reservations::cancel::cancel))
        .routes(routes!(reservations::group_cancel::group_cancel))
        .routes(routes!(reservations::player_remove::player_remove))
        .routes(routes!(reservations::player_add::player_add))
        .routes(routes!(reservations::player_wait::player_wait))
        .routes(routes!(reservations::player_swap::player_swap))
        .routes(routes!(reservations::start_time::start_time))
        .routes(routes!(reservations::absence_object::absence_object))
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
}
