//! The HTTP layer: one file per endpoint with its request, response, description and handler; and the code that
//! endpoints share. It makes no decisions: rules are in `fairway-command`, facts come from `fairway-query` and `store`.

pub mod calendar;
pub mod calendar_feed;
pub mod connections;
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
/// The clubs, independent of a booking.
pub mod golfclubs {
    pub mod info;
    pub mod list;
    pub mod one;
}
pub mod guard;
mod holding_body;
pub mod live_stream;
pub mod login_queue;
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
pub mod photos;
pub mod probes;
pub mod projecting;
pub mod prometheus;
pub mod purchases;
pub mod request_id;
pub mod reservations;
pub mod router;
pub mod security_headers;
pub mod security_txt;
pub mod server;
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

pub use fairway_endpoint::{
    answers, body, browser, cached, caller, client_address, command_limit, commands, counts, disconnect,
    failure, field_errors, in_flight, look_up, path, query, receipts, refusals, rejection, request_context,
    tagged,
};
