//! Rounds: preparing, making, showing and changing a booking.

pub mod alternatives;
pub mod availability;
pub mod book;
pub mod cancel;
mod company;
mod former;
pub mod golfclubs;
mod group;
pub mod group_cancel;
pub mod historic_players;
pub mod history;
pub mod one;
pub mod party;
pub mod place;
pub mod player_add;
pub mod player_remove;
pub mod player_swap;
pub mod players_check;
pub mod suggested_players;
pub mod upcoming;
pub mod view;
