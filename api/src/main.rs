//! The `fairway` binary: everything it does is in the library, where tests reach it.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use clap::Parser;
use fairway_api::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    fairway_console::end("fairway", Cli::parse().run().await.map(|()| ExitCode::SUCCESS))
}
