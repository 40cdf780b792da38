//! The commands that ask, on a real database: given events, expected text.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod as_of;
mod explain;
mod process;
mod scope;
mod support;
mod timeline;
