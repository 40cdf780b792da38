//! Verifies the system: the journal's order, every rule of docs/domain.md over every stream, the facts that two streams
//! must both state, every closed statement of a club, the seal, and every row of the read models against a replay from
//! zero.
//!
//! It works beside a running system, at one position: events do not change, and the read models are compared when a
//! scratch copy has reached the same position. Memory holds one stream and a few batches of events, whatever the
//! journal's length; the database sorts larger sets in its temporary files.

mod facts;
mod findings;
mod journal;
mod models;
mod rules;
mod scratch;
mod sql;
mod statements;
mod streams;
mod subjects;

use anyhow::Result;
use fairway_events::{Journal, Position};
use fairway_query::{Pace, Projection, Rebuild, RebuildOptions, Schema};
use serde::Serialize;
use sqlx::PgPool;

use facts::Facts;
use fairway_audit::progress::{Observer, Progress};
use fairway_audit::seal::{self, Head};
use fairway_audit::server;
use findings::Findings;
pub use findings::{Finding, FindingsOfKind, FoundSubject, Kind, Remedy, Words};
use rules::Results;
use statements::Statements;

/// How everything is checked.
#[derive(Debug, Clone, Copy)]
pub struct VerifyOptions<'a> {
    /// Heads of the seal that were stored elsewhere.
    pub heads: &'a [Head],
    /// Kinds of findings that do not count.
    pub accepted: &'a [Kind],
    /// How much of the time it works.
    pub pace: Pace,
    /// Why no tables can be made for the check; then the report names what is not checked.
    pub without_tables: Option<&'a str>,
    /// How the reader's program says what can be done.
    pub words: Words,
}

/// The result of a check.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The journal's last position when the check began.
    pub position: Position,
    /// A sentence per completed check.
    pub checked: Vec<String>,
    /// A sentence per check that was not possible, with where it is possible.
    pub not_checked: Vec<String>,
    /// Findings that are not accepted. They decide the exit status.
    pub counted: u64,
    /// By kind.
    pub kinds: Vec<FindingsOfKind>,
}

/// Checks everything, in a scratch schema that is dropped afterwards. On a streaming replica it checks what needs no
/// scratch schema, and the report names the rest. Findings of accepted kinds do not count.
///
/// # Errors
/// When the database refuses, or another check is running. Inconsistent data are a finding, not an error.
pub async fn verify(pool: &PgPool, how: VerifyOptions<'_>, observe: &mut Observer<'_>) -> Result<Report> {
    let is_replica = server::is_replica(pool).await?;
    if is_replica || how.without_tables.is_some() {
        return check(pool, None, how, observe).await;
    }
    Rebuild::discard(pool, &Schema::scratch()).await?;
    let options = if how.pace.is_gentle() { RebuildOptions::gentle() } else { RebuildOptions::default() };
    let options = RebuildOptions { schema: Schema::scratch(), ..options };
    let scratch = Rebuild::begin(pool.clone(), Projection::ALL, options).await?;
    let report = check(pool, Some(&scratch), how, observe).await;
    scratch.pause().await?;
    Rebuild::discard(pool, &Schema::scratch()).await?;
    report
}

/// Without a scratch schema only the checks that read: comparing the facts of two streams, the statements, and the read
/// models, needs additional tables.
async fn check(
    pool: &PgPool,
    scratch: Option<&Rebuild>,
    how: VerifyOptions<'_>,
    observe: &mut Observer<'_>,
) -> Result<Report> {
    let position = Journal::new(pool.clone()).head().await?;
    let (facts, statements) = if scratch.is_some() {
        (Facts::begin(pool).await?, Statements::begin(pool).await?)
    } else {
        (Facts::discarded(), Statements::discarded())
    };
    let mut results = Results { findings: Findings::new(how.words, how.accepted), facts, statements };
    let mut checked = vec![
        journal::check(pool, position, &mut results.findings, how.pace, observe).await?,
        streams::check(pool, position, &mut results, how.pace, observe).await?,
    ];
    let Results { mut findings, facts, statements } = results;
    if scratch.is_some() {
        checked.push(facts.compare(&mut findings).await?);
        checked.push(statements.check(&mut findings).await?);
    }
    checked.push(check_seal(pool, how, &mut findings, observe).await?);
    let mut not_checked = Vec::new();
    match scratch {
        Some(scratch) => checked.extend(models::check(scratch, how.words, &mut findings, observe).await?),
        None => not_checked.push(format!(
            "what two streams must say alike, the statements of clubs, and the read models: {}",
            how.without_tables.unwrap_or((how.words)(Remedy::Primary))
        )),
    }
    let mut kinds = findings.into_kinds();
    subjects::name(pool, &mut kinds).await?;
    let counted = kinds.iter().filter(|kind| !kind.accepted).map(|kind| kind.count).sum();
    Ok(Report { position, checked, not_checked, counted, kinds })
}

async fn check_seal(
    pool: &PgPool,
    VerifyOptions { heads, pace, .. }: VerifyOptions<'_>,
    findings: &mut Findings,
    observe: &mut Observer<'_>,
) -> Result<String> {
    let checked =
        seal::check_at(pool, heads, pace, |done, all| observe(Progress { task: "seals", done, all })).await?;
    for found in &checked.findings {
        findings.add(Kind::Seal, Some(found.position()), found.code().to_owned(), found.to_string());
    }
    findings.count_more(Kind::Seal, checked.count - u64::try_from(checked.findings.len()).unwrap_or(0));
    let (given, unsealed) = (heads.len(), checked.unsealed);
    let what = checked.head.map_or_else(
        || "no seal:".to_owned(),
        |head| format!("the seal up to {head}, held against {given} heads from elsewhere;"),
    );
    Ok(format!("{what} {unsealed} events are not sealed yet"))
}
