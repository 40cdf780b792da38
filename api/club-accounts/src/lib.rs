//! Clubs' accounts and devices: log-in, invitations, pairing, roles, and what every endpoint under `/club/api` takes of
//! them (docs/domain.md §3.25). A member's token and an operator's cookie open nothing here, and a club's cookie nothing
//! there; of another club nobody learns anything.
//!
//! Every handler takes [`access::Permitted`], which names the permission that it needs, or for the clubs' own systems
//! [`systems::SystemCaller`]; those without a session are listed in the test that asks every endpoint as every kind of
//! caller.

pub mod access;
pub mod accounts;
mod endpoints;
pub mod failure;
mod routes;
mod state;
pub mod systems;
pub mod views;

pub use routes::routes;
pub use state::{ClubAccounts, Settings, invitation_link};
