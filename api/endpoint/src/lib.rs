//! The steps that all endpoints share: reading the body and the caller, carrying out a command once, and answering a
//! failure. The crate has no endpoint of its own and no SQL.

pub mod answers;
pub mod ask_models;
pub mod body;
pub mod browser;
pub mod cached;
pub mod caller;
pub mod client_address;
pub mod command_limit;
pub mod commands;
pub mod common;
mod counts;
pub mod disconnect;
pub mod failure;
pub mod field_errors;
mod in_flight;
pub mod path;
pub mod position;
pub mod query;
pub mod receipts;
pub mod refusal_queue;
pub mod refusals;
pub mod rejection;
pub mod request_context;
pub mod shapes;
pub mod tagged;
