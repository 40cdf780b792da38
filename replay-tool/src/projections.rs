//! `projections`: the state of each projection, why one is stopped, and resuming it once the cause is removed.
//!
//! A projector stops before an unreadable event and tries again every few seconds, so nothing has to be started. The
//! operator needs to know whether it can continue: `resume` reads the event like the projector, and then waits until
//! the projection has passed it.

mod resume;

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use fairway_audit::projections::{Status, statuses};
use fairway_console::say;
use fairway_query::ProjectionState;
use sqlx::PgPool;

use crate::columns::{self, Align};
use crate::exit;
use crate::style::{Colour, Style};

pub use resume::Resume;

/// Arguments of `projections`.
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

/// A task other than showing the projections.
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

/// Prints the projections, or resumes one.
/// Fails when the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    if let Some(Task::Resume(resume)) = &arguments.task {
        return resume.run(pool, arguments.json).await;
    }
    let statuses = statuses(pool).await?;
    let style = Style::for_colour(arguments.colour);
    if arguments.json {
        for status in &statuses {
            say!("{}", serde_json::to_string(status)?)?;
        }
    } else {
        fairway_console::print(text(&statuses, style))?;
    }
    Ok(exit::unless_found(statuses.iter().all(|status| status.state == ProjectionState::Running.as_str())))
}

/// The projections as a table, and below it the errors.
#[must_use]
pub fn text(statuses: &[Status], style: Style) -> String {
    let heading = ["projection", "state", "position", "behind"].map(str::to_owned);
    let rows = statuses.iter().map(|status| {
        let state = match status.state {
            "running" => style.good(status.state),
            other => style.bad(other),
        };
        [status.name.clone(), state, status.position.to_string(), status.lag_events.to_string()]
    });
    let mut text =
        columns::table(&heading, rows, [Align::Left, Align::Left, Align::Right, Align::Right], style);
    // One event stops all projections that read it, so it is named once.
    let mut causes: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for status in statuses {
        let Some(error) = &status.last_error else { continue };
        let before =
            status.unreadable.as_ref().map(|event| format!("stands before {}\n", resume::describe(event)));
        let cause = format!("  {}{error}\n", before.map_or_else(String::new, |before| format!("{before}  ")));
        causes.entry(cause).or_default().push(&status.name);
    }
    for (cause, names) in causes {
        text.push_str(&format!("\n{}:\n{cause}", style.strong(&names.join(", "))));
    }
    text
}
