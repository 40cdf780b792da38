//! Reads every stream once, in order of its numbers, and has its checker look at each event.

use anyhow::Result;
use chrono::{NaiveDate, Weekday};
use fairway_events::journal::RawEvent;
use fairway_events::{ClubId, Holes, Journal, Position};
use futures::TryStreamExt;
use sqlx::{PgPool, Row};

use super::Kind;
use super::rules::{Checker, Outcome, Terms};
use crate::rulebook::ClubTerms;
use crate::steps::Steps;

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

    /// Its numbers go up one by one, and its positions with them.
    fn order(&mut self, event: &RawEvent, outcome: &mut Outcome) {
        let at = || format!("{} {} #{}", event.aggregate_type, event.aggregate_id, event.sequence);
        if event.sequence != self.sequence + 1 {
            let what = format!("number {} is missing before it", self.sequence + 1);
            outcome.findings.add(Kind::SequenceGap, Some(event.position), at(), what);
        } else if event.position <= self.position {
            let what =
                format!("stands before number {}, which is at position {}", self.sequence, self.position);
            outcome.findings.add(Kind::SequenceGap, Some(event.position), at(), what);
        }
        (self.sequence, self.position) = (event.sequence, event.position);
    }
}

pub(super) async fn check(pool: &PgPool, up_to: Position, outcome: &mut Outcome) -> Result<String> {
    let terms = terms(pool).await?;
    let journal = Journal::new(pool.clone());
    let mut steps = Steps::new("events by stream", 0);
    let mut events = journal.raw_by_stream(up_to);
    let mut current: Option<Current> = None;
    let (mut streams, mut done) = (0_u64, 0);
    while let Some(event) = events.try_next().await? {
        if !current.as_ref().is_some_and(|current| current.is_of(&event)) {
            end(current.take(), outcome);
            outcome.facts.send().await?;
            streams += 1;
        }
        let current = current.get_or_insert_with(|| Current::of(&event));
        current.order(&event, outcome);
        match event.read() {
            Ok(recorded) => {
                let checker = current.checker.get_or_insert_with(|| Checker::of(&recorded.stream));
                checker.see(&recorded, &terms, outcome);
            }
            Err(reason) => {
                let at = format!("{} {} #{}", event.aggregate_type, event.aggregate_id, event.sequence);
                let what = format!("{} version {}: {reason}", event.event_type, event.event_version);
                outcome.findings.add(Kind::Unreadable, Some(event.position), at, what);
            }
        }
        done += 1;
        steps.at(done, up_to);
    }
    end(current, outcome);
    steps.finish();
    Ok(format!("{streams} streams, each with its rules"))
}

fn end(current: Option<Current>, outcome: &mut Outcome) {
    if let Some(checker) = current.and_then(|current| current.checker) {
        checker.end(outcome);
    }
}

/// Clubs and settings as they are now. There are few clubs.
async fn terms(pool: &PgPool) -> Result<Terms> {
    let mut terms = Terms {
        clubs: Default::default(),
        vouchers_per_year: sqlx::query_scalar("SELECT free_voucher_max_per_year FROM settings")
            .fetch_optional(pool)
            .await?
            .and_then(|most: i32| u32::try_from(most).ok()),
    };
    let rows = sqlx::query(
        "SELECT id, holes, max_plays_per_year, daily_capacity, closed_weekdays,
             (SELECT array_agg(date ORDER BY date) FROM club_closures WHERE club_id = clubs.id) AS closed,
             (SELECT array_agg(reason ORDER BY date) FROM club_closures WHERE club_id = clubs.id) AS reasons
         FROM clubs",
    )
    .fetch_all(pool)
    .await?;
    for row in rows {
        let id = ClubId(row.try_get("id")?);
        let holes: Vec<i16> = row.try_get("holes")?;
        let weekdays: Vec<i16> = row.try_get("closed_weekdays")?;
        let closed: Option<Vec<NaiveDate>> = row.try_get("closed")?;
        let reasons: Option<Vec<String>> = row.try_get("reasons")?;
        let number = |number: i32| u32::try_from(number).unwrap_or(0);
        let club = ClubTerms {
            holes: holes
                .into_iter()
                .filter_map(|holes| Holes::try_from(u8::try_from(holes).ok()?).ok())
                .collect(),
            max_plays_per_year: number(row.try_get("max_plays_per_year")?),
            daily_capacity: row.try_get::<Option<i32>, _>("daily_capacity")?.map(number),
            // ISO days: Monday is 1.
            closed_weekdays: weekdays
                .into_iter()
                .filter_map(|day| Weekday::try_from(u8::try_from(day - 1).ok()?).ok())
                .collect(),
            closures: closed.into_iter().flatten().zip(reasons.into_iter().flatten()).collect(),
            id: id.clone(),
        };
        terms.clubs.insert(id, club);
    }
    Ok(terms)
}
