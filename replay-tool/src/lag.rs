//! `lag`: how far each projection is behind the journal, in events and in time, for people and for monitoring.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use fairway_audit::dates;
use fairway_audit::projections::{Lag, ProjectionLag, lag};
use fairway_console::{say, warn};
use sqlx::PgPool;

use crate::columns::{self, Align};
use crate::exit;
use crate::style::{Colour, Style};

/// Arguments of `lag`.
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

/// Whether a projection is within the limits.
fn is_within(lag: &ProjectionLag, arguments: &Arguments) -> bool {
    let limited = arguments.max_events.is_some() || arguments.max_seconds.is_some();
    let events = arguments.max_events.is_none_or(|most| lag.lag_events <= most);
    let seconds = arguments.max_seconds.is_none_or(|most| lag.lag_seconds <= most);
    !limited || (events && seconds && lag.state == "running")
}

/// Prints the lag of the projections.
/// Fails when the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let style = Style::for_colour(arguments.colour);
    loop {
        let lag = lag(pool).await?;
        let behind: Vec<&str> = lag
            .projections
            .iter()
            .filter(|line| !is_within(line, arguments))
            .map(|line| line.name.as_str())
            .collect();
        if arguments.json {
            say!("{}", serde_json::to_string(&lag)?)?;
        } else {
            fairway_console::print(table(&lag, arguments, style))?;
        }
        if !behind.is_empty() {
            warn!("replay-tool: too far behind: {}", behind.join(", "));
            return Ok(ExitCode::from(exit::FOUND));
        }
        let Some(seconds) = arguments.watch else { return Ok(ExitCode::SUCCESS) };
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(seconds)) => {}
            // A normal end, so that a PostgreSQL that this command started is stopped.
            _ = tokio::signal::ctrl_c() => return Ok(ExitCode::SUCCESS),
        }
        if !arguments.json {
            fairway_console::print("\n")?;
        }
    }
}

/// The lag as a table.
#[must_use]
pub fn table(lag: &Lag, arguments: &Arguments, style: Style) -> String {
    let head = ["projection", "state", "position", "behind", "waiting", "as of"].map(str::to_owned);
    let rows = lag.projections.iter().map(|line| {
        let late = |text: String| if is_within(line, arguments) { text } else { style.bad(&text) };
        [
            line.name.clone(),
            if line.state == "running" { line.state.to_owned() } else { style.bad(line.state) },
            line.position.to_string(),
            late(line.lag_events.to_string()),
            late(seconds(line.lag_seconds)),
            line.as_of.map_or_else(|| "–".to_owned(), dates::instant),
        ]
    });
    let aligned = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    format!(
        "journal at position {}, {}\n{}",
        lag.journal_position,
        dates::instant(lag.at),
        columns::table(&head, rows, aligned, style)
    )
}

/// A duration for people, more precise the shorter it is.
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
    fn a_duration_is_shown_in_the_matching_unit() {
        for (span, expected) in [
            (0.0, "–"),
            (0.04, "0.0 s"),
            (3.26, "3.3 s"),
            (95.0, "95 s"),
            (700.0, "11 min"),
            (9_000.0, "2 h"),
            (400_000.0, "4 d"),
        ] {
            assert_eq!(seconds(span), expected, "{span}");
        }
    }
}
