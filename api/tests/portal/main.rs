//! The whole portal over HTTP, on a real database: what a member's browser and an operator's shell would see.

mod bad_input;
mod booking;
mod changing;
mod content;
mod docs;
mod idempotency;
mod impersonation;
mod importing;
mod live;
mod login;
mod mails;
mod matrix;
mod metrics;
mod nodes;
mod operations;
mod ownership;
mod passwords;
mod process;
mod profile;
mod purchases;
mod races;
mod reading;
mod statements;
mod support;
mod vouchers;
