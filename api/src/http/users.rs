//! Logging in and out, and who one is.

pub mod login;
pub mod logout;
pub mod me;
