//! The `fairway` program: command line, configuration, start and stop, and the router of the parts that it serves, each a
//! crate beside this one. It has no rules and no SQL.
//!
//! `programs` are the commands of the command line, `http` has the router and its layers, `services` is shared by both.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod app;
pub mod cli;
pub mod config;
pub mod http;
pub mod programs;
pub mod services;
