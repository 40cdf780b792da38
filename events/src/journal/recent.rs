//! The latest appends of this process's writer, in memory. Those who follow the journal in the same process read them
//! here: the database would have to write out what the writer has just sent to it.
//!
//! Memory never decides what the journal holds. Each append names the head that it followed, so the appends here are an
//! unbroken chain; and they are used only where the last of them is the journal's head at this moment. Otherwise (another
//! process appended, the journal went back, more happened than is remembered) the events are read from the database.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, SubsecRound, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::batch::Rows;
use super::entries::Entry;
use super::stored::RawEvent;
use super::{Acknowledged, Journal, Position};

/// Events that are remembered, at most (but always a whole append): about a kilobyte each.
const MAX_EVENTS: usize = 2_048;

/// The latest appends of a writer.
#[derive(Debug, Default)]
pub struct RecentAppends(Mutex<VecDeque<Arc<Append>>>);

/// An append: its events have the positions up to `last`.
#[derive(Debug)]
struct Append {
    rows: Vec<Rows>,
    events: usize,
    last: Position,
    stamp: Uuid,
    recorded_at: DateTime<Utc>,
}

impl RecentAppends {
    /// Remembers an append if it is known where each of its events is.
    pub fn remember(&self, append: &Acknowledged<'_>) {
        let Some(base) = append.base else { return };
        let remembered = Arc::new(Append {
            rows: append.rows.iter().map(|rows| (*rows).clone()).collect(),
            events: append.events(),
            last: append.last,
            stamp: append.stamp,
            // As the database stores it.
            recorded_at: append.at.trunc_subsecs(6),
        });
        let mut appends = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if appends.back().is_some_and(|before| (before.last, before.stamp) != (base.position, base.stamp)) {
            appends.clear();
        }
        appends.push_back(remembered);
        let mut events: usize = appends.iter().map(|append| append.events).sum();
        while events > MAX_EVENTS && appends.len() > 1 {
            events -= appends.pop_front().map_or(0, |oldest| oldest.events);
        }
    }

    /// As [`Journal::entries_after`], but what is remembered is not read from the database.
    /// Fails when the database does not answer.
    pub async fn entries_after(
        &self,
        connection: &mut PgConnection,
        after: Position,
        limit: i64,
    ) -> Result<Vec<Entry>, sqlx::Error> {
        if self.last() > Some(after) {
            let head = sqlx::query_as("SELECT position, stamp FROM journal_head");
            let head: (Position, Uuid) = head.fetch_one(&mut *connection).await?;
            if let Some(entries) = self.between(after, head, limit) {
                return Ok(entries);
            }
        }
        Journal::entries_after(connection, after, limit).await
    }

    fn last(&self) -> Option<Position> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).back().map(|append| append.last)
    }

    /// The events after `after` up to a head; none if not all of them are remembered.
    fn between(&self, after: Position, head: (Position, Uuid), limit: i64) -> Option<Vec<Entry>> {
        let appends = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let end = appends.iter().rposition(|append| (append.last, append.stamp) == head)?;
        let first = appends.iter().position(|append| append.last > after)?;
        if first > end || appends[first].before() > after {
            return None;
        }
        let wanted: Vec<Arc<Append>> = appends.range(first..=end).cloned().collect();
        drop(appends);
        let entries = wanted.iter().flat_map(|append| append.entries());
        let limit = usize::try_from(limit).unwrap_or(0);
        Some(entries.skip_while(|entry| entry.position <= after).take(limit).collect())
    }
}

impl Append {
    /// The position before its first event.
    fn before(&self) -> Position {
        self.last - i64::try_from(self.events).unwrap_or(i64::MAX)
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let places =
            self.rows.iter().flat_map(|rows| (0..rows.sequence.len()).map(move |event| (rows, event)));
        places.zip(self.before() + 1..).map(|((rows, event), position)| {
            let recorded_at = self.recorded_at;
            Entry::from(&RawEvent {
                position,
                aggregate_type: rows.aggregate_type[event],
                aggregate_id: &rows.aggregate_id[event],
                sequence: rows.sequence[event],
                event_type: rows.event_type[event],
                event_version: rows.event_version[event],
                payload: &rows.payload[event],
                metadata: rows.metadata[event].as_deref().unwrap_or("{}"),
                recorded_at,
                correlation_id: rows.correlation_id[event],
                actor: &rows.actor[event],
            })
        })
    }
}
