//! Members' accounts: log-in, sessions, passkeys, the profile, a member's own data, and erasure.

pub mod address_change;
pub mod endpoints;
pub mod erasure;
mod login_queue;
mod member_data;
pub mod passkeys;
pub mod password;
mod routes;
mod state;
pub mod tasks;

pub use routes::routes;
pub use state::{Client, Members, Settings};
