//! The clubs, independent of a booking.

pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod one;
