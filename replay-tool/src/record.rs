//! `record`: the contents of the journal, and whether this version of the program can read all of it.

mod check;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use fairway_audit::dates;
use fairway_console::say;
use fairway_events::{Journal, Position};
use sqlx::PgPool;

use crate::columns::{self, Align};
use crate::exit;
use crate::progress::Bars;
use crate::style::{Colour, Style};
use check::{Check, Finding, check};

/// Arguments of `record`.
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

/// Prints the contents of the journal, or the events that cannot be read.
/// Fails when the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let journal = Journal::new(pool.clone());
    let style = Style::for_colour(arguments.colour);
    if !arguments.upcast_check {
        inventory(&journal, arguments.json, style).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let started = Instant::now();
    let mut bars = Bars::default();
    let check =
        check(&journal, arguments.after, arguments.batch, &mut |progress| bars.show(progress)).await?;
    bars.finish();
    if arguments.json {
        say!("{}", serde_json::to_string(&check)?)?;
    } else {
        fairway_console::print(text(&check, style))?;
        let seconds = started.elapsed().as_secs_f64();
        say!("{} events/s", (check.events as f64 / seconds.max(0.001)).round())?;
    }
    Ok(exit::unless_found(check.findings.is_empty()))
}

async fn inventory(journal: &Journal, json: bool, style: Style) -> Result<()> {
    let kinds = journal.kinds().await.context("reading the journal")?;
    if json {
        for kind in &kinds {
            say!(
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
    fairway_console::print(columns::table(&heading, rows, aligned, style))?;
    say!("{} events", kinds.iter().map(|kind| kind.events).sum::<i64>())?;
    Ok(())
}

/// The check as text, for people.
fn text(check: &Check, style: Style) -> String {
    let Check { after, up_to, events, upcast, findings, .. } = check;
    let checked = format!("{events} events, positions {} to {up_to}, {upcast} of them upcast", after + 1);
    if findings.is_empty() {
        return format!("{checked}\n{}\n", style.good("every event can be read and comes back as it is"));
    }
    let heading = ["event", "version", "fault", "events", "first at"].map(str::to_owned);
    let rows = findings.iter().map(|finding| {
        let positions: Vec<String> = finding.positions.iter().map(ToString::to_string).collect();
        let fault = style.bad(finding.fault.description());
        [
            finding.event.clone(),
            finding.version.clone(),
            fault,
            finding.events.to_string(),
            positions.join(", "),
        ]
    });
    let aligned = [Align::Left, Align::Left, Align::Left, Align::Right, Align::Left];
    let mut text = format!("{checked}\n{}", columns::table(&heading, rows, aligned, style));
    for finding in findings {
        let Finding { event, version, example, .. } = finding;
        text.push_str(&format!("\n{} {version}: {example}\n", style.strong(event)));
    }
    text
}
