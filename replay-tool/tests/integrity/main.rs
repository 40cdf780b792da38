//! `verify`, `seal` and `rebuild` on a real database: a sound system is found sound, and each kind of damage that a
//! superuser can do is found and named. And every command on a streaming
//! replica, and what is left of a primary that was lost.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted fails that test")]

mod cluster;
mod commands;
mod live;
mod replica;
mod salvage;
mod support;
mod tampering;
