//! `verify`, `seal` and `rebuild` on a real database: a sound system is found sound, and each kind of damage that a
//! superuser can do is found and named. And every command on a streaming replica.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted fails that test")]

mod commands;
mod live;
mod replica;
mod support;
mod tampering;
