//! The operators' tool: everything it does is in the library, where tests reach it.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use clap::Parser;
use replay_tool::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    fairway_console::end("replay-tool", Cli::parse().run().await)
}
