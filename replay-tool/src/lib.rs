//! The operators' tool: arguments, tables and colours around the answers of `fairway_audit`, and what only it does:
//! exports, the check of the record, the dictionary, the search for events that a fail-over lost. One module per
//! command, and modules that the commands share. It is a library so that tests can run the commands on a test database.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod as_of;
pub mod cli;
mod columns;
pub mod connect;
pub mod dictionary;
mod exit;
pub mod explain;
pub mod export;
mod json;
pub mod lag;
mod output;
mod progress;
pub mod projections;
pub mod publish;
pub mod rebuild;
pub mod record;
pub mod report;
pub mod salvage;
pub mod seal;
pub mod style;
pub mod timeline;
pub mod verify;
