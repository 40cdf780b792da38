//! `verify`: does everything hold? The journal's order, every rule of docs/domain.md over every stream, what streams must
//! say alike, the seal, and every row of the read models against a replay from zero.
//!
//! It works beside a running system, at one position: events do not change, and the read models are compared at the
//! moment at which a scratch copy stands level with them. Memory is that of one stream and a few batches of events,
//! whatever the journal's length; what is larger is sorted by the database in its temporary files.

mod facts;
mod findings;
mod journal;
mod models;
mod report;
mod rules;
mod streams;

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use fairway_events::{Journal, Position};
use fairway_query::seal::{self, Head};
use fairway_query::{Projection, Rebuild, RebuildOptions, Schema};
use sqlx::PgPool;

use crate::paint::{Colour, Paint};
use crate::rebuild::FINDINGS;
use crate::replica;
use crate::steps::Steps;
use facts::Facts;
pub use findings::{Finding, Findings, Kind};
pub use report::Report;
use rules::Outcome;

/// What to check.
#[derive(Debug, Args)]
pub struct Arguments {
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
    /// Heads of the seal that were kept elsewhere, as `replay-tool seal` printed them.
    #[arg(long = "head", value_name = "POSITION:HASH")]
    pub heads: Vec<Head>,
    /// Findings of this kind do not count: they are known, such as a capacity that was lowered.
    #[arg(long, value_name = "CODE", value_parser = kind)]
    pub accept: Vec<Kind>,
    /// When to use colour.
    #[command(flatten)]
    pub colour: Colour,
}

/// Checks everything and reports.
///
/// # Errors
/// When the database refuses; what is wrong with the data is no error but a finding.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let report = check(pool, &arguments.heads, &arguments.accept).await?;
    if arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{}", report.text(Paint::of(arguments.colour)));
    }
    Ok(if report.counted == 0 { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) })
}

/// Checks everything, in a scratch schema that is gone afterwards; on a streaming replica what can be checked without
/// one, and the report says what was not.
///
/// # Errors
/// When the database refuses, or another check is running.
pub async fn check(pool: &PgPool, heads: &[Head], accepted: &[Kind]) -> Result<Report> {
    if replica::is_replica(pool).await? {
        return without_scratch(pool, heads, accepted).await;
    }
    Rebuild::discard(pool, &Schema::scratch()).await?;
    let options = RebuildOptions { schema: Schema::scratch(), ..RebuildOptions::default() };
    let scratch = Rebuild::begin(pool.clone(), Projection::ALL, options).await?;
    let checked = all(pool, &scratch, heads, accepted).await;
    scratch.pause().await?;
    Rebuild::discard(pool, &Schema::scratch()).await?;
    checked
}

/// What a replica allows: all that is found by reading. What streams must say alike, and the read models, take tables
/// of their own to compare.
async fn without_scratch(pool: &PgPool, heads: &[Head], accepted: &[Kind]) -> Result<Report> {
    let position = Journal::new(pool.clone()).head().await?;
    let mut parts = Vec::new();
    let mut outcome = Outcome { findings: Findings::default(), facts: Facts::unheard() };
    parts.push(journal::check(pool, position, &mut outcome.findings).await?);
    parts.push(streams::check(pool, position, &mut outcome).await?);
    let mut findings = outcome.findings;
    parts.push(check_seal(pool, heads, &mut findings).await?);
    let not_checked = "what two streams must say alike, and the read models: this is a streaming replica, where no \
                       tables can be made to compare with; run the command with DATABASE_URL naming the primary";
    let mut report = Report::of(position, parts, &findings, accepted);
    report.not_checked.push(not_checked.to_owned());
    Ok(report)
}

async fn all(pool: &PgPool, scratch: &Rebuild, heads: &[Head], accepted: &[Kind]) -> Result<Report> {
    let position = Journal::new(pool.clone()).head().await?;
    let mut parts = Vec::new();
    let mut outcome = Outcome { findings: Findings::default(), facts: Facts::begin(pool).await? };
    parts.push(journal::check(pool, position, &mut outcome.findings).await?);
    parts.push(streams::check(pool, position, &mut outcome).await?);
    let Outcome { mut findings, facts } = outcome;
    parts.push(facts.compare(&mut findings).await?);
    parts.push(check_seal(pool, heads, &mut findings).await?);
    parts.extend(models::check(scratch, &mut findings).await?);
    Ok(Report::of(position, parts, &findings, accepted))
}

async fn check_seal(pool: &PgPool, heads: &[Head], findings: &mut Findings) -> Result<String> {
    let mut steps = Steps::new("seals", 0);
    let checked = seal::check(pool, heads, |done, all| steps.at(done, all)).await?;
    steps.finish();
    for found in &checked.findings {
        let position: Position = found.position();
        findings.add(Kind::Seal, Some(position), found.code().to_owned(), found.to_string());
    }
    findings.count_more(Kind::Seal, checked.count - u64::try_from(checked.findings.len()).unwrap_or(0));
    let given = heads.len();
    Ok(match checked.head {
        Some(head) => format!(
            "the seal up to {head}, held against {given} heads from elsewhere; {} events are not sealed yet",
            checked.unsealed
        ),
        None => format!("no seal: {} events are not sealed yet", checked.unsealed),
    })
}

/// A kind of finding by its code.
fn kind(code: &str) -> Result<Kind, String> {
    let known = || Kind::ALL.iter().map(|kind| kind.code()).collect::<Vec<_>>().join(", ");
    Kind::ALL.iter().find(|kind| kind.code() == code).copied().ok_or_else(|| format!("there are {}", known()))
}
