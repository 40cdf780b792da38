//! `seal`: the head of the chain of hashes over the journal, to be written down elsewhere, and the check of the chain.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use fairway_events::Journal;
use fairway_query::seal::{Checked, Finding, Head, check, head};
use serde::Serialize;
use sqlx::PgPool;

use crate::rebuild::FINDINGS;
use crate::steps::Steps;

/// What to do.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Nothing: print the head.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// What to do with the seal.
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

/// The outcome, for programs.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The chain's head as stored, `position:hash`; none before anything was sealed.
    pub head: Option<String>,
    /// Events that are not sealed yet.
    pub unsealed: i64,
    /// How many findings there are.
    pub count: u64,
    /// The first hundred, by position.
    pub findings: Vec<Line>,
}

/// A finding.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Its kind.
    pub code: &'static str,
    /// Where to look first.
    pub position: i64,
    /// What is wrong, in words.
    pub what: String,
}

impl Report {
    /// Of a check.
    #[must_use]
    pub fn of(checked: &Checked) -> Self {
        let line = |finding: &Finding| Line {
            code: finding.code(),
            position: finding.position(),
            what: finding.to_string(),
        };
        Self {
            head: checked.head.map(|head| head.to_string()),
            unsealed: checked.unsealed,
            count: checked.count,
            findings: checked.findings.iter().map(line).collect(),
        }
    }
}

/// Prints the head, or checks the chain.
///
/// # Errors
/// When the database does not answer.
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
            println!("{head}");
            if head.position < last {
                eprintln!("{} events are not sealed yet", last - head.position);
            }
            Ok(ExitCode::SUCCESS)
        }
        None => {
            eprintln!("nothing is sealed yet; the journal holds {last} events");
            Ok(ExitCode::SUCCESS)
        }
    }
}

async fn verify(pool: &PgPool, how: &Verify) -> Result<ExitCode> {
    let mut steps = Steps::new("events", 0);
    let checked = check(pool, &how.heads, |done, all| steps.at(done, all)).await?;
    steps.finish();
    let report = Report::of(&checked);
    if how.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{}", text(&report, how.heads.len()));
    }
    Ok(if report.count == 0 { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}

/// The report for people.
#[must_use]
pub fn text(report: &Report, heads: usize) -> String {
    let mut lines: Vec<String> = report.findings.iter().map(|line| line.what.clone()).collect();
    let more = report.count - u64::try_from(report.findings.len()).unwrap_or(report.count);
    if more > 0 {
        lines.push(format!("… and {more} more"));
    }
    match (&report.head, report.count) {
        (None, 0) => lines.push("nothing is sealed yet".to_owned()),
        (Some(head), 0) => {
            let with = match heads {
                0 => "no head was given to compare with: this shows no rewriting of journal and seal together",
                _ => "every given head fits",
            };
            lines.push(format!("the journal is as it was sealed, up to {head}; {with}"));
        }
        _ => lines.push(
            "keep this database as it is; compare the named events with a backup from before, and see docs/operations.md, \
             \"The seal\""
                .to_owned(),
        ),
    }
    if report.unsealed > 0 {
        lines.push(format!("{} events after it are not sealed yet", report.unsealed));
    }
    lines.join("\n") + "\n"
}
