//! Verifying as a task: everything that `replay-tool verify` checks; without the owner's log-in only what needs no tables,
//! and the result names the rest.

use anyhow::Context;
use fairway_audit::seal::Head;
use fairway_audit::verify::{How, verify_as};
use fairway_query::Pace;
use sqlx::PgPool;

use super::meter::Meter;
use super::outcome::Outcome;
use crate::store::operator_tasks::OperatorTask;
use crate::store::operator_tasks::work::may_rebuild;

/// Why the read models are not compared.
const NO_TABLES: &str = "this process's database log-in makes no tables to compare with: give it FAIRWAY_OWNER_URL, or \
                         run `replay-tool verify` as the owner";

pub(super) async fn work(pool: &PgPool, task: &OperatorTask, meter: &Meter) -> anyhow::Result<Outcome> {
    let heads = task.arguments.heads.iter().map(|text| text.parse::<Head>());
    let heads = heads.collect::<Result<Vec<_>, _>>().context("a head of the seal")?;
    let without_tables = if may_rebuild(pool).await? { None } else { Some(NO_TABLES) };
    let how = How { heads: &heads, accepted: &[], pace: Pace::GENTLE, without_tables };
    let report =
        verify_as(pool, how, &mut |progress| meter.at(progress.task, progress.done, progress.all)).await?;
    Ok(Outcome::Done(serde_json::to_value(report)?))
}
