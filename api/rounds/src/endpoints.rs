//! One file per endpoint: its request, response, description and handler.

pub mod calendar;
pub mod calendar_feed;
pub mod favourites;
pub mod feed_address;
pub mod golfclubs;
pub mod live_stream;
pub mod photos;
pub mod reservations;
pub mod vouchers;
pub mod waiting_list;
