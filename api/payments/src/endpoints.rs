//! One file per endpoint: its request, response, description and handler.

pub mod ledger;
pub mod purchases;
pub(crate) mod subscriptions;
