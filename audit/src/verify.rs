//! Verifies the system: the journal's order, every rule of docs/domain.md over every stream, the facts that two streams
//! must both state, the seal, and every row of the read models against a replay from zero.
//!
//! It works beside a running system, at one position: events do not change, and the read models are compared when a
//! scratch copy has reached the same position. Memory holds one stream and a few batches of events, whatever the
//! journal's length; the database sorts larger sets in its temporary files.

mod facts;
mod findings;
mod journal;
mod models;
mod report;
mod rules;
mod sql;
mod streams;

use anyhow::Result;
use fairway_events::{Journal, Position};
use fairway_query::{Projection, Rebuild, RebuildOptions, Schema};
use sqlx::PgPool;

use crate::progress::{Observer, Progress};
use crate::seal::{self, Head};
use crate::server;
use facts::Facts;
pub use findings::{Finding, Findings, Kind};
pub use report::{FindingsOfKind, Report};
use rules::Results;

/// Checks everything, in a scratch schema that is dropped afterwards. On a streaming replica it checks what needs no
/// scratch schema, and the report names the rest. Findings of accepted kinds do not count.
///
/// # Errors
/// When the database refuses, or another check is running. Inconsistent data are a finding, not an error.
pub async fn verify(
    pool: &PgPool,
    heads: &[Head],
    accepted: &[Kind],
    observe: &mut Observer<'_>,
) -> Result<Report> {
    if server::is_replica(pool).await? {
        return check(pool, None, heads, accepted, observe).await;
    }
    Rebuild::discard(pool, &Schema::scratch()).await?;
    let options = RebuildOptions { schema: Schema::scratch(), ..RebuildOptions::default() };
    let scratch = Rebuild::begin(pool.clone(), Projection::ALL, options).await?;
    let report = check(pool, Some(&scratch), heads, accepted, observe).await;
    scratch.pause().await?;
    Rebuild::discard(pool, &Schema::scratch()).await?;
    report
}

/// Without a scratch schema only the checks that read: comparing the facts of two streams, and the read models, needs
/// additional tables.
async fn check(
    pool: &PgPool,
    scratch: Option<&Rebuild>,
    heads: &[Head],
    accepted: &[Kind],
    observe: &mut Observer<'_>,
) -> Result<Report> {
    let position = Journal::new(pool.clone()).head().await?;
    let facts = if scratch.is_some() { Facts::begin(pool).await? } else { Facts::discarded() };
    let mut results = Results { findings: Findings::default(), facts };
    let mut checked = vec![
        journal::check(pool, position, &mut results.findings).await?,
        streams::check(pool, position, &mut results, observe).await?,
    ];
    let Results { mut findings, facts } = results;
    if scratch.is_some() {
        checked.push(facts.compare(&mut findings).await?);
    }
    checked.push(check_seal(pool, heads, &mut findings, observe).await?);
    let mut not_checked = Vec::new();
    match scratch {
        Some(scratch) => checked.extend(models::check(scratch, &mut findings, observe).await?),
        None => not_checked.push(
            "what two streams must say alike, and the read models: this is a streaming replica, where no tables can be \
             made to compare with; run the command with DATABASE_URL naming the primary"
                .to_owned(),
        ),
    }
    Ok(Report::of(position, checked, not_checked, &findings, accepted))
}

async fn check_seal(
    pool: &PgPool,
    heads: &[Head],
    findings: &mut Findings,
    observe: &mut Observer<'_>,
) -> Result<String> {
    let checked =
        seal::check(pool, heads, |done, all| observe(Progress { task: "seals", done, all })).await?;
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
