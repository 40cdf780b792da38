//! The operators' side of the portal: `/operator/api`, and the screens at `/operator`. The accounts of operators, and what
//! lets a handler's caller in, are `operator-accounts`.

mod act;
mod endpoints;
mod exports;
mod filters;
mod page;
mod routes;
mod state;
mod views;

pub use routes::routes;
pub use state::Operators;
