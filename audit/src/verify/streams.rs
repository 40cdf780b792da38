//! Reads every stream once, in order of its sequence, and passes each event to the stream's checker.

use anyhow::Result;
use fairway_events::journal::RawEvent;
use fairway_events::{Journal, Position};
use fairway_query::Pace;
use futures::TryStreamExt;
use sqlx::PgPool;

use super::findings::Kind;
use super::rules::{Checker, Results, Terms};
use super::sql;
use crate::club_terms;
use crate::progress::{Observer, Progress};

/// The stream that is being read.
struct Current {
    aggregate_type: String,
    aggregate_id: String,
    sequence: i64,
    position: Position,
    /// None: this version does not know such a stream.
    checker: Option<Checker>,
}

impl Current {
    fn of(event: &RawEvent) -> Self {
        Self {
            aggregate_type: event.aggregate_type.clone(),
            aggregate_id: event.aggregate_id.clone(),
            sequence: 0,
            position: 0,
            checker: None,
        }
    }

    fn is_of(&self, event: &RawEvent) -> bool {
        self.aggregate_type == event.aggregate_type && self.aggregate_id == event.aggregate_id
    }

    /// Checks that sequences have no gap and that positions increase with them.
    fn check_order(&mut self, event: &RawEvent, results: &mut Results) {
        let at = || format!("{} {} #{}", event.aggregate_type, event.aggregate_id, event.sequence);
        if event.sequence != self.sequence + 1 {
            let what = format!("number {} is missing before it", self.sequence + 1);
            results.findings.add(Kind::SequenceGap, Some(event.position), at(), what);
        } else if event.position <= self.position {
            let what =
                format!("stands before number {}, which is at position {}", self.sequence, self.position);
            results.findings.add(Kind::SequenceGap, Some(event.position), at(), what);
        }
        (self.sequence, self.position) = (event.sequence, event.position);
    }
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
    let mut current: Option<Current> = None;
    let (mut streams, mut done) = (0_u64, 0);
    while let Some(event) = events.try_next().await? {
        if !current.as_ref().is_some_and(|current| current.is_of(&event)) {
            end(current.take(), results);
            results.facts.send().await?;
            paced.rest().await;
            streams += 1;
        }
        let current = current.get_or_insert_with(|| Current::of(&event));
        current.check_order(&event, results);
        match event.read() {
            Ok(recorded) => {
                let checker = current.checker.get_or_insert_with(|| Checker::of(&recorded.stream));
                checker.next(&recorded, &terms, results);
            }
            Err(reason) => {
                let at = format!("{} {} #{}", event.aggregate_type, event.aggregate_id, event.sequence);
                let what = format!("{} version {}: {reason}", event.event_type, event.event_version);
                results.findings.add(Kind::Unreadable, Some(event.position), at, what);
            }
        }
        done += 1;
        observe(Progress { task: "events by stream", done, all: up_to });
    }
    end(current, results);
    Ok(format!("{streams} streams, each with its rules"))
}

fn end(current: Option<Current>, results: &mut Results) {
    if let Some(checker) = current.and_then(|current| current.checker) {
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
