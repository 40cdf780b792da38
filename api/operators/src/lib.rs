//! The operators' side of the portal: `/operator/api`, and the screens at `/operator`. Accounts, sessions and roles of
//! its own; a member's token opens nothing here, and an operator's cookie nothing there (docs/security.md, "Operators").
//!
//! Every handler takes [`access::Permitted`], which names the permission that it needs; those without a session are
//! listed in the test that asks every endpoint as every role.

pub mod access;
pub mod accounts;
mod act;
mod body;
mod endpoints;
mod exports;
pub mod failure;
mod filters;
mod page;
pub mod recovery_codes;
mod routes;
mod same_origin;
pub mod second_factor;
mod state;
mod views;

pub use routes::routes;
pub use state::{Operators, Settings};
