//! The clubs, independent of a booking.

pub mod info;
pub mod list;
pub mod one;
