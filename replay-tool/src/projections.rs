//! `projections`: what each projection is doing, why one stands still, and having it go on once the cause is gone.
//!
//! A projector that meets an unreadable event stands before it and looks again every few seconds, so nothing has to
//! be told to go on. What an operator needs is to know whether it can: `resume` reads the event as the projector
//! would, and then waits until the projection has passed it.

mod resume;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use fairway_events::{Journal, Position};
use fairway_query::{ProjectionState, ProjectionStatus, Reads};
use serde::Serialize;
use sqlx::PgPool;

use crate::columns::{self, Align};
use crate::paint::{Colour, Paint};

pub use resume::Resume;

/// The exit status when a projection stands still.
pub(crate) const STANDING: u8 = 4;

/// What to show or do.
#[derive(Debug, Args)]
pub struct Arguments {
    /// One JSON object per projection, on a line of its own.
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colour.
    #[command(flatten)]
    pub colour: Colour,
    /// Nothing: show them all.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Check that a stopped projection can go on, and wait until it does.
    ///
    /// Example: replay-tool projections resume reservations
    ///
    /// Exit status: 0 when it goes on, 3 when there is no such projection, 4 when it does not: its event is still
    /// unreadable, or no projector works on it.
    Resume(Resume),
}

/// One projection.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` or `failing`.
    pub state: &'static str,
    /// The last position that it has taken in.
    pub position: Position,
    /// Events that it lacks.
    pub lag_events: i64,
    /// What is wrong while it does not run.
    pub last_error: Option<String>,
    /// The event before which it stands.
    pub unreadable: Option<Blocking>,
}

/// The event before which a projection stands.
#[derive(Debug, Serialize)]
pub struct Blocking {
    /// Its place in the journal.
    pub position: Position,
    /// Its stored name.
    pub event: String,
    /// Its stored version.
    pub version: String,
    /// Whether this version of the tool can read it.
    pub readable_here: bool,
}

/// Looks at every projection.
///
/// # Errors
/// When the database does not answer.
pub async fn lines(pool: &PgPool) -> Result<Vec<Line>> {
    let statuses = Reads::new(pool.clone()).projections().await.context("reading the projections")?;
    let mut lines = Vec::with_capacity(statuses.len());
    for status in statuses {
        let unreadable = match status.state {
            ProjectionState::Stopped => blocking(pool, status.position).await?,
            ProjectionState::Running | ProjectionState::Failing => None,
        };
        lines.push(line(status, unreadable));
    }
    Ok(lines)
}

fn line(status: ProjectionStatus, unreadable: Option<Blocking>) -> Line {
    Line {
        state: status.state.as_str(),
        position: status.position,
        lag_events: status.lag(),
        last_error: status.last_error,
        name: status.name,
        unreadable,
    }
}

/// The event after a position.
async fn blocking(pool: &PgPool, after: Position) -> Result<Option<Blocking>> {
    let next = Journal::new(pool.clone()).raw_after(after, 1).await.context("reading the journal")?;
    Ok(next.into_iter().next().map(|event| Blocking {
        position: event.position,
        readable_here: event.read().is_ok(),
        event: event.event_type,
        version: event.event_version,
    }))
}

/// Prints the projections, or has one go on.
///
/// # Errors
/// When the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    if let Some(Task::Resume(resume)) = &arguments.task {
        return resume.run(pool, arguments.json).await;
    }
    let lines = lines(pool).await?;
    let paint = Paint::of(arguments.colour);
    if arguments.json {
        for line in &lines {
            writeln!(std::io::stdout(), "{}", serde_json::to_string(line)?)?;
        }
    } else {
        write!(std::io::stdout(), "{}", text(&lines, paint))?;
    }
    let all_run = lines.iter().all(|line| line.state == ProjectionState::Running.as_str());
    Ok(if all_run { ExitCode::SUCCESS } else { ExitCode::from(STANDING) })
}

/// The projections as a table, and below it what is wrong.
#[must_use]
pub fn text(lines: &[Line], paint: Paint) -> String {
    let heading = ["projection", "state", "position", "behind"].map(str::to_owned);
    let rows = lines.iter().map(|line| {
        let state = match line.state {
            "running" => paint.good(line.state),
            other => paint.bad(other),
        };
        [line.name.clone(), state, line.position.to_string(), line.lag_events.to_string()]
    });
    let mut text =
        columns::table(&heading, rows, [Align::Left, Align::Left, Align::Right, Align::Right], paint);
    // One event stops all that have to read it: it is told once.
    let mut causes: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for line in lines {
        let Some(error) = &line.last_error else { continue };
        let before = line.unreadable.as_ref().map(|event| format!("stands before {}\n", event.words()));
        let cause = format!("  {}{error}\n", before.map_or_else(String::new, |before| format!("{before}  ")));
        causes.entry(cause).or_default().push(&line.name);
    }
    for (cause, names) in causes {
        text.push_str(&format!("\n{}:\n{cause}", paint.strong(&names.join(", "))));
    }
    text
}

impl Blocking {
    fn words(&self) -> String {
        let Self { position, event, version, .. } = self;
        let here = if self.readable_here {
            "this version can read it: `replay-tool projections resume` waits for the projector to go on"
        } else {
            "this version cannot read it either"
        };
        format!("position {position}, {event} version {version}; {here}")
    }
}
