//! Operators' accounts: log-in, sessions, second factors, passkeys, roles, and what every endpoint under `/operator/api`
//! takes of them. A member's token opens nothing here, and an operator's cookie nothing there (docs/security.md,
//! "Operators").
//!
//! Every handler takes [`access::Permitted`], which names the permission that it needs; those without a session are
//! listed in the test that asks every endpoint as every role.

pub mod access;
pub mod accounts;
pub mod answer;
pub mod body;
pub mod cookies;
mod endpoints;
pub mod failure;
pub mod new_password;
pub mod permanent;
mod recovery_codes;
mod routes;
pub mod same_origin;
pub mod second_factor;
mod state;

pub use routes::routes;
pub use state::{OperatorAccounts, Settings};
