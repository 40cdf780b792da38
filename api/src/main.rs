//! The `fairway` binary: everything it does is in the library, where tests reach it.

use std::process::ExitCode;

use clap::Parser;
use fairway_api::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fairway: {error:#}");
            ExitCode::FAILURE
        }
    }
}
