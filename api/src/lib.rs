//! The `fairway` program: HTTP, log-in, configuration, the data set's import and the web app, on top of the write side
//! (`fairway-command`) and the read side (`fairway-query`). It has no rules, and no SQL of the read models.
//!
//! `programs` are the commands of the command line, `http` answers requests, `services` is shared by both, `rounds`
//! computes data of a round, `content` is what editors write. The plain tables are in `fairway-store`.

pub mod app;
pub mod cli;
pub mod config;
pub mod http;
pub mod programs;
pub mod services;
