//! One file per endpoint: its request, response, description and handler.

pub(crate) mod calendar;
pub(crate) mod calendar_feed;
pub mod favourites;
pub(crate) mod feed_address;
pub(crate) mod golfclubs;
pub(crate) mod live_stream;
pub(crate) mod photos;
pub mod reservations;
pub(crate) mod shared_round;
pub(crate) mod vouchers;
pub(crate) mod waiting_list;
