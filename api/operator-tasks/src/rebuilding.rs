//! Rebuilding as a task: new tables are filled beside the live ones and compared, and then an operator decides whether they
//! replace those.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use fairway_audit::server;
use fairway_query::rebuild::{Comparison, Difference};
use fairway_query::{Projection, Rebuild, RebuildError, RebuildOptions, Schema};
use fairway_store::PgPool;
use fairway_store::operator_tasks::OperatorTask;
use fairway_store::operator_tasks::work::may_rebuild;
use serde_json::{Value, json};

use super::meter::Meter;
use super::outcome::{NO_OWNER, Outcome, sentence};

/// Differing rows that are stored per table; the others are counted.
const EXAMPLES: usize = 50;
/// How long the server may take to notice that the connections of cancelled work, or of a killed process, are closed.
const LOCK_RELEASED: Duration = Duration::from_secs(10);
/// The pause between two tries to get a lock.
const RETRY: Duration = Duration::from_millis(200);

/// The new tables are not those that were compared.
const GONE: &str = "The new tables that were compared are gone, or another version of the program made them: cancel this \
                    rebuild and start another one.";

pub(super) async fn work(pool: &PgPool, task: &OperatorTask, meter: &Meter) -> anyhow::Result<Outcome> {
    if !may_rebuild(pool).await? {
        return Ok(Outcome::Failed(NO_OWNER.to_owned()));
    }
    server::refuse_replica(pool, "a rebuild makes tables").await?;
    let projections = projections(&task.arguments.projections)?;
    if task.wanted.as_deref() == Some("swap") {
        return Ok(match replace_tables(pool, task, &projections, meter).await {
            Ok(result) => Outcome::Done(result),
            // The live tables are as before, so it can be decided again.
            Err(error) => Outcome::Ready(None, Some(sentence(&error))),
        });
    }
    let result = fill_and_compare(pool, &projections, meter).await?;
    if !task.arguments.dry_run {
        return Ok(Outcome::Ready(Some(result), None));
    }
    Rebuild::discard(pool, &Schema::rebuild()).await?;
    Ok(Outcome::Done(result))
}

/// All of them where none is named.
fn projections(names: &[String]) -> anyhow::Result<Vec<Projection>> {
    if names.is_empty() {
        return Ok(Projection::ALL.to_vec());
    }
    let named =
        |name: &String| Projection::named(name).ok_or_else(|| anyhow!("there is no projection {name}"));
    names.iter().map(named).collect()
}

/// The new tables of an earlier run of the same rebuild, or new ones. A process that was killed may still hold their lock
/// for the server.
async fn begin(pool: &PgPool, projections: &[Projection]) -> Result<Rebuild, RebuildError> {
    let deadline = Instant::now() + LOCK_RELEASED;
    loop {
        match Rebuild::begin(pool.clone(), projections, RebuildOptions::gentle()).await {
            Err(RebuildError::Running) if Instant::now() < deadline => tokio::time::sleep(RETRY).await,
            begun => return begun,
        }
    }
}

async fn fill_and_compare(pool: &PgPool, projections: &[Projection], meter: &Meter) -> anyhow::Result<Value> {
    meter.step("making new tables");
    let rebuild = match begin(pool, projections).await {
        Err(RebuildError::Unfinished { .. }) => {
            Rebuild::discard(pool, &Schema::rebuild()).await?;
            begin(pool, projections).await?
        }
        begun => begun?,
    };
    let from = rebuild.position().await?;
    let filled = rebuild
        .fill(|filled| meter.at("events projected", filled.position, filled.target))
        .await
        .context("the new tables cannot be filled")?;
    meter.step("counting rows for the planner");
    rebuild.index().await?;
    meter.step("bringing the new tables to the live position");
    let mut aligned = rebuild.align().await?;
    let at = aligned.positions().to_vec();
    let tables: Vec<&str> = at.iter().flat_map(|(projection, _)| projection.tables()).collect();
    let all = i64::try_from(tables.len())?;
    let mut compared = Vec::with_capacity(tables.len());
    for (table, done) in tables.into_iter().zip(0..) {
        meter.at("tables compared", done, all);
        compared.push(shown(rebuild.compare(&mut aligned, table, EXAMPLES).await?));
    }
    drop(aligned);
    let left_out = rebuild.projections().iter().filter(|one| !at.iter().any(|(aligned, _)| aligned == *one));
    let result = json!({
        "position": at.iter().map(|(_, position)| *position).max().unwrap_or(filled.position),
        "continued_after": rebuild.resumed().then_some(from),
        "stopped": filled.stopped.map(|stopped| stopped.to_string()),
        "not_compared": left_out.map(|one| one.name()).collect::<Vec<_>>(),
        "tables": compared,
    });
    rebuild.pause().await?;
    Ok(result)
}

fn shown(comparison: Comparison) -> Value {
    let Comparison { table, live_rows, twin_rows, differences, examples } = comparison;
    let row = |text: Option<String>| text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let examples = examples
        .into_iter()
        .map(|Difference { key, live, twin }| json!({ "key": key, "live": row(live), "rebuilt": row(twin) }));
    json!({
        "table": table,
        "live_rows": live_rows,
        "rebuilt_rows": twin_rows,
        "differences": differences,
        "examples": examples.collect::<Vec<_>>(),
    })
}

/// Puts the new tables into the place of the live ones; returns what was found before, and the replacement.
async fn replace_tables(
    pool: &PgPool,
    task: &OperatorTask,
    projections: &[Projection],
    meter: &Meter,
) -> anyhow::Result<Value> {
    meter.step("swapping");
    let rebuild = match begin(pool, projections).await {
        Err(RebuildError::Unfinished { .. }) => anyhow::bail!(GONE),
        begun => begun?,
    };
    if !rebuild.resumed() {
        rebuild.pause().await?;
        Rebuild::discard(pool, &Schema::rebuild()).await?;
        anyhow::bail!(GONE);
    }
    let replaced = rebuild.replace_tables().await?;
    let mut result = task.result.clone().map_or_else(|| json!({}), |result| result.0);
    result["swapped"] =
        json!({ "position": replaced.position, "old": replaced.old.name(), "tries": replaced.tries });
    Ok(result)
}

/// Removes the tables of a task that was cancelled, as soon as nothing holds their lock.
pub(super) async fn discard(pool: &PgPool, kind: &str) -> anyhow::Result<()> {
    if !may_rebuild(pool).await? {
        return Ok(());
    }
    let schema = if kind == "rebuild" { Schema::rebuild() } else { Schema::scratch() };
    let deadline = Instant::now() + LOCK_RELEASED;
    loop {
        match Rebuild::discard(pool, &schema).await {
            Err(RebuildError::Running) if Instant::now() < deadline => tokio::time::sleep(RETRY).await,
            discarded => return Ok(discarded?),
        }
    }
}
