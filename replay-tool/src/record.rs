//! `record`: what the journal holds, and whether this version of the program can still read all of it.
//!
//! The check reads every event through the upcasters into the current types, as a projector would, writes it again
//! and compares: what does not come back would be lost on the way. It goes in batches, so that its memory does not
//! grow with the journal; of what is wrong it keeps counts and a few examples.

mod check;

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use fairway_events::{Journal, Position};
use sqlx::PgPool;

use crate::columns::{self, Align};
use crate::paint::{Colour, Paint};
use crate::steps::Steps;
use crate::words::dates;

pub use check::{Check, Fault, Finding};

/// The exit status when something would fail.
const FOUND: u8 = 4;

/// What to look at.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Load every event through the current types and upcasters, and say what would fail.
    #[arg(long)]
    pub upcast_check: bool,
    /// Begin after this position, where an earlier check ended.
    #[arg(long, value_name = "POSITION", default_value_t = 0, requires = "upcast_check")]
    pub after: Position,
    /// Events per batch: what is held in memory.
    #[arg(long, value_name = "EVENTS", default_value_t = 2_000, value_parser = clap::value_parser!(i64).range(1..=50_000))]
    pub batch: i64,
    /// JSON: one object per kind of event, or one with all findings.
    #[arg(long)]
    pub json: bool,
    /// When to use colour.
    #[command(flatten)]
    pub colour: Colour,
}

/// Prints what the journal holds, or what of it cannot be read.
///
/// # Errors
/// When the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let journal = Journal::new(pool.clone());
    let paint = Paint::of(arguments.colour);
    if !arguments.upcast_check {
        inventory(&journal, arguments.json, paint).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let started = Instant::now();
    let check = check(&journal, arguments.after, arguments.batch, &mut Steps::new("events", 0)).await?;
    if arguments.json {
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&check)?)?;
    } else {
        write!(std::io::stdout(), "{}", check.text(paint))?;
        let seconds = started.elapsed().as_secs_f64();
        writeln!(std::io::stdout(), "{} events/s", (check.events as f64 / seconds.max(0.001)).round())?;
    }
    Ok(if check.findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FOUND) })
}

/// Reads every event after a position up to where the journal is now.
///
/// # Errors
/// When the database does not answer.
pub async fn check(journal: &Journal, after: Position, batch: i64, steps: &mut Steps) -> Result<Check> {
    let head = journal.head().await.context("reading the journal's head")?;
    let mut check = Check::beginning(after);
    while check.up_to < head {
        let events = journal.raw_after(check.up_to, batch).await.context("reading the journal")?;
        if events.is_empty() {
            break;
        }
        for event in &events {
            check.examine(event);
        }
        steps.at(check.up_to - after, head - after);
    }
    steps.finish();
    Ok(check)
}

async fn inventory(journal: &Journal, json: bool, paint: Paint) -> Result<()> {
    let kinds = journal.kinds().await.context("reading the journal")?;
    if json {
        for kind in &kinds {
            writeln!(
                std::io::stdout(),
                "{}",
                serde_json::json!({
                    "event": kind.event_type, "version": kind.event_version, "events": kind.events,
                    "first": kind.first, "last": kind.last, "first_at": kind.first_at, "last_at": kind.last_at,
                })
            )?;
        }
        return Ok(());
    }
    let heading = ["event", "version", "events", "first", "last", "last recorded"].map(str::to_owned);
    let rows = kinds.iter().map(|kind| {
        [
            kind.event_type.clone(),
            kind.event_version.clone(),
            kind.events.to_string(),
            kind.first.to_string(),
            kind.last.to_string(),
            dates::instant(kind.last_at),
        ]
    });
    let aligned = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    write!(std::io::stdout(), "{}", columns::table(&heading, rows, aligned, paint))?;
    writeln!(std::io::stdout(), "{} events", kinds.iter().map(|kind| kind.events).sum::<i64>())?;
    Ok(())
}
