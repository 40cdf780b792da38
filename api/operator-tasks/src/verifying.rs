//! Verifying as a task: everything that `replay-tool verify` checks; without the owner's log-in only what needs no tables,
//! and the result names the rest.

use anyhow::Context;
use fairway_audit::seal::Head;
use fairway_query::Pace;
use fairway_store::PgPool;
use fairway_store::operator_tasks::OperatorTask;
use fairway_store::operator_tasks::work::may_rebuild;
use fairway_verify::{Remedy, VerifyOptions, verify};

use super::meter::Meter;
use super::outcome::Outcome;

/// Why the read models are not compared.
const NO_TABLES: &str = "this process's database log-in makes no tables to compare with: give it FAIRWAY_OWNER_URL, or \
                         verify on the machine as the owner";

pub(super) async fn work(pool: &PgPool, task: &OperatorTask, meter: &Meter) -> anyhow::Result<Outcome> {
    let heads = task.arguments.heads.iter().map(|text| text.parse::<Head>());
    let heads = heads.collect::<Result<Vec<_>, _>>().context("a head of the seal")?;
    let without_tables = if may_rebuild(pool).await? { None } else { Some(NO_TABLES) };
    let how = VerifyOptions { heads: &heads, accepted: &[], pace: Pace::GENTLE, without_tables, words };
    let report =
        verify(pool, how, &mut |progress| meter.at(progress.task, progress.done, progress.all)).await?;
    Ok(Outcome::Done(serde_json::to_value(report)?))
}

/// The remedy of a finding, as an operator at the screens applies it.
const fn words(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::Tampered => {
            "events were changed past the program: keep the database as it is, compare with a backup, and see \
             docs/operations/incidents.md, \"The seal\""
        }
        Remedy::Defect => {
            "the write side let something through, or events were changed past it: look at the timeline of the subject, \
             and at the seal's part of this report"
        }
        Remedy::Limits => {
            "the club's terms are today's: where a limit was lowered since, nothing has to be done; else as for a broken \
             rule"
        }
        Remedy::Rebuild => "rebuild the projection on the screen Projections",
        Remedy::Deploy => "deploy the version that wrote it",
        Remedy::PaidBack => {
            "`POST /api/payments/webhook` with the payment's id has the portal withdraw what the order owes; then as \
             for a broken rule"
        }
        Remedy::PersonalData => {
            "events cannot be changed: find out what wrote it; see docs/operations/operators.md, \"Erase\""
        }
        Remedy::FarBehind => "see the screen Projections",
        Remedy::Primary => {
            "this is a streaming replica, where no tables can be made to compare with: verify at the primary"
        }
    }
}

#[cfg(test)]
mod tests {
    use fairway_verify::Kind;

    use super::*;

    #[test]
    fn no_remedy_names_a_command() {
        let remedies = Kind::ALL.iter().map(|kind| kind.remedy()).chain([Remedy::FarBehind, Remedy::Primary]);
        for text in remedies.map(words).chain([NO_TABLES]) {
            assert!(!text.contains("replay-tool") && !text.contains("--"), "{text}");
        }
    }
}
