//! Rounds: reservations, waiting lists, clubs, calendars, and the live stream that tells open screens of a change. It
//! makes no decisions (`fairway-command`) and holds no SQL (`fairway-query`, `fairway-store`).

mod calendar_entry;
mod course_states;
pub mod endpoints;
pub mod live;
pub mod offering;
mod routes;
mod state;
pub mod tasks;
mod upcoming_cache;

pub use routes::routes;
pub use state::{Rounds, Settings};
