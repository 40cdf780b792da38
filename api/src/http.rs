//! The HTTP edge: one file per endpoint with its request, answer, description and handler; around them what all
//! share. Nothing here decides: rules come from `fairway-command`, facts from `fairway-query` and `store`.

pub mod answers;
pub mod body;
pub mod calendar;
pub mod caller;
pub mod client_address;
pub mod commands;
pub mod content;
pub mod dev_mail;
pub mod disk_guard;
pub mod docs;
mod drain;
pub mod failure;
pub mod golfclubs;
pub mod guard;
pub mod health;
pub mod in_flight;
pub mod live;
pub mod login_lanes;
pub mod look_up;
pub mod metrics;
pub mod news;
pub mod openapi;
pub mod projecting;
pub mod purchases;
pub mod query;
pub mod rejection;
pub mod request_id;
pub mod reservations;
pub mod router;
pub mod security_headers;
pub mod server;
pub mod tagged;
pub mod token;
pub mod users;
pub mod vouchers;
pub mod web;
