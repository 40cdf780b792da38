//! `seal`: prints the head of the chain of hashes over the journal, to be stored elsewhere, and checks the chain.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use fairway_audit::progress::Progress;
use fairway_audit::seal::{Checked, Head, check, head};
use fairway_console::{say, warn};
use fairway_events::Journal;
use sqlx::PgPool;

use crate::exit;
use crate::progress::Bars;

/// Arguments of `seal`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Nothing: print the head.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// A task other than printing the head.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Reckon the chain anew from the first event and name every event that was changed, removed or inserted.
    ///
    /// Examples:
    ///   replay-tool seal verify
    ///   replay-tool seal verify --head 4811:448ecc5c… --head 9750:90b1f2a3…
    ///
    /// Exit status: 0 when all fits, 4 when something does not.
    #[command(verbatim_doc_comment)]
    Verify(Verify),
}

/// How to check it.
#[derive(Debug, Args)]
pub struct Verify {
    /// A head as `replay-tool seal` printed it, kept where nobody can change it with the database. Several narrow down
    /// where history was rewritten.
    #[arg(long = "head", value_name = "POSITION:HASH")]
    pub heads: Vec<Head>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Prints the head, or checks the chain.
/// Fails when the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.task {
        None => print_head(pool).await,
        Some(Task::Verify(how)) => verify(pool, how).await,
    }
}

async fn print_head(pool: &PgPool) -> Result<ExitCode> {
    let last = Journal::new(pool.clone()).head().await?;
    match head(pool).await? {
        Some(head) => {
            say!("{head}")?;
            if head.position < last {
                warn!("{} events are not sealed yet", last - head.position);
            }
            Ok(ExitCode::SUCCESS)
        }
        None => {
            warn!("nothing is sealed yet; the journal holds {last} events");
            Ok(ExitCode::SUCCESS)
        }
    }
}

async fn verify(pool: &PgPool, how: &Verify) -> Result<ExitCode> {
    let mut bars = Bars::default();
    let observe = |done, all| bars.show(Progress { task: "events", done, all });
    let checked = check(pool, &how.heads, observe).await?;
    bars.finish();
    if how.json {
        say!("{}", serde_json::to_string(&checked)?)?;
    } else {
        fairway_console::print(text(&checked, how.heads.len()))?;
    }
    Ok(exit::unless_found(checked.count == 0))
}

/// The report for people.
#[must_use]
pub fn text(checked: &Checked, heads: usize) -> String {
    let mut lines: Vec<String> = checked.findings.iter().map(ToString::to_string).collect();
    let more = checked.count - u64::try_from(checked.findings.len()).unwrap_or(checked.count);
    if more > 0 {
        lines.push(format!("… and {more} more"));
    }
    match (&checked.head, checked.count) {
        (None, 0) => lines.push("nothing is sealed yet".to_owned()),
        (Some(head), 0) => {
            let comparison = match heads {
                0 => {
                    "no head was given to compare with: this shows no rewriting of journal and seal together"
                }
                _ => "every given head fits",
            };
            lines.push(format!("the journal is as it was sealed, up to {head}; {comparison}"));
        }
        _ => lines.push(
            "keep this database as it is; compare the named events with a backup from before, and see \
             docs/operations/incidents.md, \"The seal\""
                .to_owned(),
        ),
    }
    if checked.unsealed > 0 {
        lines.push(format!("{} events after it are not sealed yet", checked.unsealed));
    }
    lines.join("\n") + "\n"
}
