//! The commands that ask, on a real database: given events, expected words. And the rulebook that one of them asks, held
//! against the write side.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod as_of;
mod explain;
mod history;
mod process;
mod rulebook;
mod scope;
mod support;
mod timeline;
