//! The router of all parts, the layers that every request passes, and the endpoints that tell how this process is.

mod club_screens;
pub mod connections;
pub mod disk_guard;
pub mod docs;
mod drain;
pub mod endpoints;
pub mod guard;
mod holding_body;
mod loopback_only;
pub mod openapi;
mod operator_screens;
mod own_writes;
pub mod probes;
pub mod projecting;
pub mod prometheus;
pub mod request_id;
pub mod router;
pub mod security_headers;
pub mod security_txt;
pub mod server;
mod unchanged;
pub mod web;
pub mod well_known;
