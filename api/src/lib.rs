//! The `fairway` program: HTTP, log-in, configuration, the data set's import and the web app around the write side
//! (`fairway-command`) and the read side (`fairway-query`). No rules live here, and no SQL of the read models.
//!
//! `programs` are the commands of the command line, `http` answers requests, `services` is what both work with, `rounds`
//! reads what is known of a round, `store` holds the plain tables. At this level is only what all of them need.

pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod day;
pub mod error_chain;
pub mod http;
pub mod programs;
pub mod random;
pub mod rounds;
pub mod services;
pub mod store;
