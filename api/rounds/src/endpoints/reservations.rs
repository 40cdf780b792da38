//! Rounds: preparing, making, showing and changing a booking.

pub(crate) mod absence_object;
pub mod alternatives;
pub mod availability;
pub mod book;
pub(crate) mod cancel;
mod earlier_co_players;
pub mod golfclubs;
mod group;
pub(crate) mod group_cancel;
pub mod historic_players;
pub mod history;
mod left_bookings;
pub(crate) mod one;
pub(crate) mod party;
pub(crate) mod place;
pub mod player_add;
pub(crate) mod player_remove;
pub mod player_swap;
pub(crate) mod player_wait;
pub mod players_check;
pub mod start_time;
pub(crate) mod suggested_players;
pub(crate) mod upcoming;
pub(crate) mod view;
