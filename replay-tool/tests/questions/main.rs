//! The query commands on a real database: given events, expected text.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue panics")]

mod as_of;
mod explain;
mod process;
mod scope;
mod support;
mod timeline;
