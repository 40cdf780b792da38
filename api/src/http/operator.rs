//! The operators' side of the portal: `/operator/api`, and the screens at `/operator`. Accounts, sessions and roles of
//! its own; a member's token opens nothing here, and an operator's cookie nothing there (docs/security.md, "Operators").
//!
//! Every handler takes [`access::Permitted`], which names the permission that it needs; those without a session are
//! listed in the test that asks every endpoint as every role.

pub mod access;
pub mod actions;
mod body;
pub mod clubs;
pub mod content;
pub mod endpoints;
pub mod event;
pub mod explain;
pub mod failure;
pub mod login;
pub mod logout;
pub mod operators;
pub mod projections;
pub mod routes;
mod same_origin;
pub mod search;
pub mod session;
pub mod sessions;
pub mod setup;
pub mod subject;
pub mod timeline;
