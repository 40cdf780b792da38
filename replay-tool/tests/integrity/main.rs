//! `verify`, `seal` and `rebuild` on a real database: an undamaged system has no findings, and each kind of damage that
//! a superuser can do is found. Also every command on a streaming replica, every command into a closed output, and
//! `salvage` after the loss of a primary.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue panics")]

mod closed_output;
mod cluster;
mod commands;
mod live;
mod replica;
mod salvage;
mod support;
mod tampering;
