//! Notifications: mails and news on members' devices, from their cause in the journal until they are sent.

mod combining;
pub mod endpoints;
pub mod mail;
pub mod push;
mod routes;
mod state;
pub mod tasks;

pub use routes::routes;
pub use state::{Notifications, Settings};
