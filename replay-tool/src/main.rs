//! The operators' tool: asks the journal what happened to a booking, and why.
//!
//! It reads only, beside a running system, and never decides anything.

use anyhow::Result;
use clap::{Parser, Subcommand};
use replay_tool::connect::{Access, Connection, Place};
use replay_tool::timeline;

/// Asks the journal of Fairway what happened.
///
/// Exit status: 0 when it was answered, 1 when it failed, 2 when the arguments are wrong, 3 when nothing is known
/// under the given id.
#[derive(Debug, Parser)]
#[command(name = "replay-tool", version, max_term_width = 110)]
struct Cli {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Every event of a booking, and what it did to the other streams that it touched, in order.
    ///
    /// Example: replay-tool timeline 0b6f0c9e-8f0b-4b63-9d6e-1a8a1d9a2a10
    Timeline(timeline::Arguments),
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    match run(Cli::parse()).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("replay-tool: {error:#}");
            std::process::ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<std::process::ExitCode> {
    let connection = Connection::open(&cli.place, Access::Read).await?;
    let done = match cli.command {
        Command::Timeline(arguments) => timeline::run(connection.pool(), &arguments).await,
    };
    connection.close().await?;
    done
}
