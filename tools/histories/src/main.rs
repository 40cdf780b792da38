//! `histories judge FILE`: both judges over a record and the journal that it is about. The exit status is 1 where they
//! find a contradiction.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use fairway_histories::{History, Truth};
use sqlx::PgPool;

/// Judges what clients were told.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge a record by the journal of the database, and by a checker that knows nothing of it.
    Judge {
        /// The record: JSON lines.
        file: PathBuf,
        /// The database of the portal.
        #[arg(long, env = "DATABASE_URL")]
        database_url: String,
    },
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode> {
    let Command::Judge { file, database_url } = Arguments::parse().command;
    let opened = File::open(&file).with_context(|| format!("cannot open {}", file.display()))?;
    let history = History::read(BufReader::new(opened))?;
    let pool = PgPool::connect(&database_url).await.context("cannot reach the database")?;
    let judgement = Truth::load(&pool).await?.judge(&history);
    println!("{judgement}");
    Ok(if judgement.contradictions.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
