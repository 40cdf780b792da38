//! `verify`, `seal` and `rebuild` on a real database: a sound system is found sound, and each kind of damage that a
//! superuser can do is found and named.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted fails that test")]

mod commands;
mod live;
mod support;
mod tampering;
