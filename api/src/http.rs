//! The HTTP layer: one file per endpoint with its request, response, description and handler; and the code that
//! endpoints share. It makes no decisions: rules are in `fairway-command`, facts come from `fairway-query` and `store`.

pub mod answers;
pub mod body;
pub mod browser;
pub mod cached;
pub mod calendar;
pub mod calendar_feed;
pub mod caller;
pub mod client_address;
mod command_limit;
pub mod commands;
pub mod connections;
pub mod counts;
/// The pages, frequently asked questions and general terms, as the editors write them.
pub mod content {
    pub mod faq;
    pub mod page;
    pub mod terms;
}
pub mod dev_mail;
pub mod disk_guard;
pub mod docs;
mod drain;
pub mod endpoints;
pub mod failure;
pub mod field_errors;
/// The clubs, independent of a booking.
pub mod golfclubs {
    pub mod info;
    pub mod list;
    pub mod one;
}
pub mod disconnect;
pub mod guard;
mod holding_body;
pub mod in_flight;
pub mod live_stream;
pub mod login_queue;
pub mod look_up;
mod loopback_only;
/// News: all items, and the important ones for a member.
pub mod news {
    pub mod all;
    pub mod dismiss;
    pub mod important;
}
pub mod openapi;
pub mod operator;
mod operator_screens;
pub mod path;
pub mod photos;
pub mod probes;
pub mod projecting;
pub mod prometheus;
pub mod purchases;
pub mod query;
pub mod receipts;
mod refusals;
pub mod rejection;
pub mod request_context;
pub mod request_id;
pub mod reservations;
pub mod router;
pub mod security_headers;
pub mod security_txt;
pub mod server;
pub mod tagged;
/// Log-in by an operator's link.
pub mod token {
    pub mod login;
}
pub mod users;
pub mod vouchers;
pub mod waiting_list;
pub mod web;
pub mod webhook_gate;
pub mod well_known;
