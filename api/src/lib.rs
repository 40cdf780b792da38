//! The `fairway` program: HTTP, log-in, configuration, the data set's import and the web app around the write side
//! (`fairway-command`) and the read side (`fairway-query`). No rules live here, and no SQL of the read models.

pub mod acknowledged;
pub mod app;
pub mod backup;
pub mod book_again;
pub mod cli;
pub mod clock;
pub mod config;
pub mod database;
pub mod day;
pub mod disabling;
pub mod erasure;
pub mod health;
mod healthcheck;
pub mod http;
pub mod impersonate;
pub mod import;
pub mod links;
pub mod live;
pub mod mail;
pub mod metrics;
pub mod migrate;
pub mod nodes;
pub mod password;
pub mod payments;
pub mod profile;
pub mod random;
pub mod rights;
pub mod rounds;
pub mod sandbox;
pub mod sanitize;
pub mod serve;
pub mod store;
pub mod story;
pub mod telemetry;
pub mod verify_voucher;
