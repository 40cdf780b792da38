//! `lag`: how far each projection is behind the journal, in events and in time, for people and for monitoring.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use clap::Args;
use fairway_query::{ProjectionStatus, Reads};
use serde::Serialize;
use sqlx::PgPool;

use crate::columns::{self, Align};
use crate::paint::{Colour, Paint};
use crate::words::dates;

/// The exit status when a projection is further behind than allowed.
const BEHIND: u8 = 4;

/// What to show, and what to put up with.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Look again every so many seconds, until interrupted or a limit is exceeded.
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "2",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub watch: Option<u64>,
    /// One JSON object per look, on a line of its own.
    #[arg(long)]
    pub json: bool,
    /// Exit with 4 when a projection lacks more events than this, or does not run.
    #[arg(long, value_name = "EVENTS")]
    pub max_events: Option<i64>,
    /// Exit with 4 when an event has waited longer than this for a projection, or a projection does not run.
    #[arg(long, value_name = "SECONDS")]
    pub max_seconds: Option<f64>,
    /// When to use colour.
    #[command(flatten)]
    pub colour: Colour,
}

/// One look.
#[derive(Debug, Serialize)]
pub struct Look {
    /// When, by the database's clock, UTC.
    pub at: DateTime<Utc>,
    /// The journal's last position.
    pub journal_position: i64,
    /// Every projection, by name.
    pub projections: Vec<Line>,
}

/// One projection.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` or `failing`.
    pub state: &'static str,
    /// The last position that it has taken in.
    pub position: i64,
    /// Events that it lacks.
    pub lag_events: i64,
    /// How long the oldest of them has been in the journal; 0 when it lacks none.
    pub lag_seconds: f64,
    /// When the last event that it has taken in was recorded.
    pub as_of: Option<DateTime<Utc>>,
}

impl Line {
    fn of(status: ProjectionStatus) -> Self {
        let waiting = status.waiting_since.map_or(0, |since| (status.looked_at - since).num_milliseconds());
        Self {
            state: status.state.as_str(),
            position: status.position,
            lag_events: status.lag(),
            // A portal whose clock was set ahead records events in the future: that is no wait.
            lag_seconds: waiting.max(0) as f64 / 1_000.0,
            as_of: status.as_of,
            name: status.name,
        }
    }

    fn is_within(&self, arguments: &Arguments) -> bool {
        let limited = arguments.max_events.is_some() || arguments.max_seconds.is_some();
        let events = arguments.max_events.is_none_or(|most| self.lag_events <= most);
        let seconds = arguments.max_seconds.is_none_or(|most| self.lag_seconds <= most);
        !limited || (events && seconds && self.state == "running")
    }
}

/// Looks once.
///
/// # Errors
/// When the database does not answer.
pub async fn look(pool: &PgPool) -> Result<Look> {
    let statuses = Reads::new(pool.clone()).projections().await.context("reading the projections")?;
    let first = statuses.first().context("the database knows no projection: was it migrated?")?;
    Ok(Look {
        at: first.looked_at,
        journal_position: first.head,
        projections: statuses.into_iter().map(Line::of).collect(),
    })
}

/// Prints how far the projections are.
///
/// # Errors
/// When the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let paint = Paint::of(arguments.colour);
    loop {
        let look = look(pool).await?;
        let behind: Vec<&str> = look
            .projections
            .iter()
            .filter(|line| !line.is_within(arguments))
            .map(|line| line.name.as_str())
            .collect();
        if arguments.json {
            writeln!(std::io::stdout(), "{}", serde_json::to_string(&look)?)?;
        } else {
            write!(std::io::stdout(), "{}", table(&look, arguments, paint))?;
        }
        if !behind.is_empty() {
            eprintln!("replay-tool: too far behind: {}", behind.join(", "));
            return Ok(ExitCode::from(BEHIND));
        }
        let Some(seconds) = arguments.watch else { return Ok(ExitCode::SUCCESS) };
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(seconds)) => {}
            // An orderly end: a PostgreSQL that was started for this is stopped again.
            _ = tokio::signal::ctrl_c() => return Ok(ExitCode::SUCCESS),
        }
        if !arguments.json {
            writeln!(std::io::stdout())?;
        }
    }
}

/// The look as a table.
#[must_use]
pub fn table(look: &Look, arguments: &Arguments, paint: Paint) -> String {
    let head = ["projection", "state", "position", "behind", "waiting", "as of"].map(str::to_owned);
    let rows = look.projections.iter().map(|line| {
        let late = |text: String| if line.is_within(arguments) { text } else { paint.bad(&text) };
        [
            line.name.clone(),
            if line.state == "running" { line.state.to_owned() } else { paint.bad(line.state) },
            line.position.to_string(),
            late(line.lag_events.to_string()),
            late(seconds(line.lag_seconds)),
            line.as_of.map_or_else(|| "–".to_owned(), dates::instant),
        ]
    });
    let aligned = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    format!(
        "journal at position {}, {}\n{}",
        look.journal_position,
        dates::instant(look.at),
        columns::table(&head, rows, aligned, paint)
    )
}

/// A span for people: exact where it is short.
#[must_use]
pub fn seconds(span: f64) -> String {
    let whole = span as i64;
    match whole {
        0 if span <= 0.0 => "–".to_owned(),
        0..10 => format!("{span:.1} s"),
        10..120 => format!("{whole} s"),
        120..7_200 => format!("{} min", whole / 60),
        7_200..172_800 => format!("{} h", whole / 3_600),
        _ => format!("{} d", whole / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_in_the_unit_that_fits() {
        for (span, words) in [
            (0.0, "–"),
            (0.04, "0.0 s"),
            (3.26, "3.3 s"),
            (95.0, "95 s"),
            (700.0, "11 min"),
            (9_000.0, "2 h"),
            (400_000.0, "4 d"),
        ] {
            assert_eq!(seconds(span), words, "{span}");
        }
    }
}
