//! Reads every stream once, in order of its sequence, and passes each event to the stream's checker.

use anyhow::Result;
use fairway_events::journal::RawEvent;
use fairway_events::{Journal, Position};
use fairway_query::Pace;
use futures::TryStreamExt;
use sqlx::PgPool;

use super::findings::{Findings, Kind};
use super::rules::{CheckedEvent, Checker, Results, Terms};
use super::sql;
use fairway_audit::club_terms;
use fairway_audit::progress::{Observer, Progress};

/// The event in its stream, as findings name it.
fn place(event: &RawEvent) -> String {
    format!("{} {} #{}", event.aggregate_type, event.aggregate_id, event.sequence)
}

/// Checks that sequences have no gap and that positions increase with them; `last` is the event before in the stream.
fn check_order(last: Option<&RawEvent>, event: &RawEvent, findings: &mut Findings) {
    let (sequence, position) = last.map_or((0, 0), |last| (last.sequence, last.position));
    let what = if event.sequence != sequence + 1 {
        format!("number {} is missing before it", sequence + 1)
    } else if event.position <= position {
        format!("stands before number {sequence}, which is at position {position}")
    } else {
        return;
    };
    findings.add(Kind::SequenceGap, Some(event.position), place(event), what);
}

pub(super) async fn check(
    pool: &PgPool,
    up_to: Position,
    results: &mut Results,
    pace: Pace,
    observe: &mut Observer<'_>,
) -> Result<String> {
    let mut paced = pace.watch(pool);
    let terms = terms(pool).await?;
    let journal = Journal::new(pool.clone());
    let mut events =
        if pace.is_gentle() { journal.raw_by_stream_in_pages(up_to) } else { journal.raw_by_stream(up_to) };
    let (mut before, mut checker): (Option<RawEvent>, Option<Checker>) = (None, None);
    let (mut streams, mut done) = (0_u64, 0);
    while let Some(event) = events.try_next().await? {
        let last = before.filter(|last| {
            last.aggregate_type == event.aggregate_type && last.aggregate_id == event.aggregate_id
        });
        if last.is_none() {
            end(checker.take(), results);
            results.facts.send().await?;
            results.statements.send().await?;
            paced.rest().await;
            streams += 1;
        }
        check_order(last.as_ref(), &event, &mut results.findings);
        match event.read() {
            Ok(recorded) => {
                // Without one while this version does not know such a stream.
                let checker = checker.get_or_insert_with(|| Checker::for_stream(&recorded.stream));
                checker.next(&mut CheckedEvent { recorded: &recorded, terms: &terms, results });
            }
            Err(reason) => {
                let what = format!("{} version {}: {reason}", event.event_type, event.event_version);
                results.findings.add(Kind::Unreadable, Some(event.position), place(&event), what);
            }
        }
        before = Some(event);
        done += 1;
        observe(Progress { task: "events by stream", done, all: up_to });
    }
    end(checker, results);
    Ok(format!("{streams} streams, each with its rules"))
}

fn end(checker: Option<Checker>, results: &mut Results) {
    if let Some(checker) = checker {
        checker.end(results);
    }
}

/// Clubs and settings as they are now.
async fn terms(pool: &PgPool) -> Result<Terms> {
    let vouchers: Option<i32> = sqlx::query_scalar(sql::VOUCHERS_PER_YEAR).fetch_optional(pool).await?;
    Ok(Terms {
        clubs: club_terms::load(pool, None).await?,
        vouchers_per_year: vouchers.and_then(|most| u32::try_from(most).ok()),
    })
}
