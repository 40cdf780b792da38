//! Logging in by a link that an operator was given.

pub mod login;
