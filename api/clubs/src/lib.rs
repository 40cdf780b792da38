//! The clubs' side of the portal, under `/club/api`: who plays on a day, who arrived, and members who did not book. A club
//! sees its own days alone. Accounts and devices are `club-accounts`.

mod answers;
mod day;
mod endpoints;
mod records;
mod routes;
mod state;
mod submit;
mod walk_in;

pub use routes::routes;
pub use state::Clubs;
