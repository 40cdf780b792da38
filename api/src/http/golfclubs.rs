//! The clubs by themselves, apart from a booking.

pub mod info;
