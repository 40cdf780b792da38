//! The read models against a replay from zero, row by row, at one position.

use anyhow::Result;
use fairway_query::rebuild::{Comparison, Difference};
use fairway_query::{ProjectorError, Rebuild, RebuildError};

use super::findings::{Findings, Kind, Remedy, Words};
use fairway_audit::progress::{Observer, Progress};
use fairway_audit::rows::differing_columns;

/// Differing rows that are shown per table.
const EXAMPLES: usize = 20;

pub(super) async fn check(
    scratch: &Rebuild,
    words: Words,
    findings: &mut Findings,
    observe: &mut Observer<'_>,
) -> Result<Vec<String>> {
    let task = "events replayed";
    let filled =
        scratch.fill(|filled| observe(Progress { task, done: filled.position, all: filled.target })).await;
    let filled = match filled {
        Ok(filled) => filled,
        Err(error) if is_about_events(&error) => {
            let after = scratch.position().await?;
            let what = format!(
                "the events after position {after} do not follow from those before: {error:#}",
                error = anyhow::Error::from(error)
            );
            findings.add(Kind::ReplayFails, Some(after + 1), "projections".to_owned(), what);
            return Ok(vec!["the read models were not compared: the replay failed".to_owned()]);
        }
        Err(error) => return Err(error.into()),
    };
    let mut checked = Vec::new();
    if let Some(stopped) = filled.stopped {
        checked.push(format!("the replay ends before an event that cannot be read: {stopped}"));
    }
    let mut aligned = scratch.align().await?;
    let positions = aligned.positions().to_vec();
    for projection in scratch.projections() {
        let Some((_, position)) = positions.iter().find(|(aligned, _)| aligned == projection) else {
            let name = projection.name();
            let look = words(Remedy::FarBehind);
            checked.push(format!("{name} was not compared: it is far behind the journal ({look})"));
            continue;
        };
        let mut rows = 0;
        for table in projection.tables() {
            let compared = scratch.compare(&mut aligned, table, EXAMPLES).await?;
            rows += compared.live_rows;
            find(&compared, findings);
        }
        checked.push(format!("{}: {rows} rows at position {position}", projection.name()));
    }
    Ok(checked)
}

/// Whether a replay failed because of the events themselves: rows are missing that must exist, or the reverse.
fn is_about_events(error: &RebuildError) -> bool {
    match error {
        RebuildError::Projector(ProjectorError::MissingRows { .. }) | RebuildError::ReaderEnded => true,
        RebuildError::Projector(ProjectorError::Database(sqlx::Error::Database(refusal))) => {
            // SQLSTATE classes 22 and 23: data exceptions and integrity violations.
            refusal.code().is_some_and(|code| code.starts_with("23") || code.starts_with("22"))
        }
        _ => false,
    }
}

fn find(compared: &Comparison, findings: &mut Findings) {
    for Difference { key, live, twin } in &compared.examples {
        let at = format!("{} {key}", compared.table);
        let (kind, what) = match (live, twin) {
            (Some(live), Some(twin)) => (Kind::RowChanged, differing_columns(live, twin)),
            (None, Some(twin)) => (Kind::RowMissing, format!("the events make {twin}")),
            (Some(live), None) => (Kind::RowExtra, format!("no event accounts for {live}")),
            (None, None) => continue,
        };
        findings.add(kind, None, at, what);
    }
    let shown = u64::try_from(compared.examples.len()).unwrap_or(0);
    findings.count_more(Kind::RowChanged, compared.differences - shown);
}
