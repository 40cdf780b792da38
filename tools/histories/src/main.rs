//! `histories judge FILE`: both judges over a record and the journal that it is about. The exit status is 1 where they
//! find a contradiction.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use fairway_audit::club_terms;
use fairway_events::{Journal, RecordedEvent};
use fairway_histories::list_append::{self, Promise};
use fairway_histories::{History, judge};
use sqlx::PgPool;

/// Events that one statement reads.
const PAGE: i64 = 10_000;

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
    let clubs = club_terms::load(&pool, None).await?;
    let verdict = judge(&history, all_events(&pool).await?, &clubs);
    let mut contradictions = verdict.contradictions;
    println!("by the journal: {}", verdict.figures);
    for (promise, name) in
        [(Promise::Strict, "reads of the journal"), (Promise::Session, "all reads of days")]
    {
        let second = list_append::judge(&history, &verdict.bookings, promise);
        let conclusive = if second.conclusive { "" } else { "; the record says too little" };
        println!("without the journal, {name}: {}{conclusive}", second.figures);
        contradictions.extend(second.contradictions);
    }
    for contradiction in &contradictions {
        println!("\n{contradiction}");
    }
    println!("\n{} contradictions", contradictions.len());
    Ok(if contradictions.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn all_events(pool: &PgPool) -> Result<Vec<RecordedEvent>> {
    let mut connection = pool.acquire().await?;
    let mut events: Vec<RecordedEvent> = Vec::new();
    loop {
        let after = events.last().map_or(0, |event| event.position);
        let page = Journal::entries_after(&mut connection, after, PAGE).await?;
        if page.is_empty() {
            return Ok(events);
        }
        for entry in page {
            events.push(entry.event?);
        }
    }
}
