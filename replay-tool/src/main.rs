//! The operators' tool: asks the journal what happened, how things stood, and why.
//!
//! Commands that ask only read, beside a running system; none decides anything.

use anyhow::Result;
use clap::{Parser, Subcommand};
use replay_tool::connect::{Access, Connection, Place};
use replay_tool::{as_of, explain, timeline};

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
    /// Every event that touched a booking, a member, a voucher, an order or a club's day, across streams, in order.
    ///
    /// Examples:
    ///   replay-tool timeline 0b6f0c9e-8f0b-4b63-9d6e-1a8a1d9a2a10
    ///   replay-tool timeline jan.devries@fairway.example --from 2026-11-01
    #[command(verbatim_doc_comment)]
    Timeline(timeline::Arguments),
    /// How a booking, a member, a voucher, an order or a club's day stood at a moment, and what changed since.
    ///
    /// Examples:
    ///   replay-tool as-of '2026-11-25 09:00' jan.devries@fairway.example
    ///   replay-tool as-of 4811 0b6f0c9e-8f0b-4b63-9d6e-1a8a1d9a2a10 --diff 4830
    #[command(verbatim_doc_comment)]
    AsOf(as_of::Arguments),
    /// Why a member could or could not book a round, then or now: each rule with the numbers behind it.
    ///
    /// Examples:
    ///   replay-tool explain jan.devries@fairway.example 2026-11-28 de-wilgenhoek
    ///   replay-tool explain jan.devries@fairway.example 2026-11-28 wilgenhoek --holes 9 \
    ///       --with tom.mulder@fairway.example --at '2026-11-25 09:00'
    #[command(verbatim_doc_comment)]
    Explain(explain::Arguments),
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    match run(Cli::parse()).await {
        Ok(code) => code,
        // Whoever reads our output has seen enough: `replay-tool … | head` is no failure.
        Err(error) if is_broken_pipe(&error) => std::process::ExitCode::SUCCESS,
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
        Command::AsOf(arguments) => as_of::run(connection.pool(), &arguments).await,
        Command::Explain(arguments) => explain::run(connection.pool(), &arguments).await,
    };
    connection.close().await?;
    done
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
