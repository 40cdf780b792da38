//! News, as far as the reservations screen shows it.

pub mod dismiss;
pub mod important;
