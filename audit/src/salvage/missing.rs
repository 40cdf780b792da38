//! Which acknowledged events are not in the journal.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use fairway_events::Position;
use fairway_events::journal::AcknowledgedEvent;
use serde::Serialize;
use sqlx::PgPool;
use uuid::Uuid;

/// Events that are asked for at once.
const BATCH: usize = 1_000;
/// Missing events, at most: they are held in memory, and a greater loss needs another remedy.
const MAXIMUM: usize = 500_000;

/// Where an acknowledged event is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The journal of the old primary.
    OldPrimary,
    /// What a node wrote down.
    Acknowledged,
}

/// An event that was acknowledged.
#[derive(Debug, Clone)]
pub(super) struct Acknowledged {
    /// When, UTC, by the clock of the node.
    pub(super) at: DateTime<Utc>,
    /// The position that it had.
    pub(super) position: Position,
    pub(super) event: AcknowledgedEvent,
    pub(super) sources: BTreeSet<Source>,
}

/// An event is the same when it has the same place in its stream and comes from the same request.
type Identity = (String, String, i64, String, Uuid);

/// Collects what is missing.
#[derive(Debug)]
pub(super) struct Missing {
    pool: PgPool,
    waiting: Vec<Acknowledged>,
    found: BTreeMap<Identity, Acknowledged>,
}

impl Missing {
    pub(super) const fn new(pool: PgPool) -> Self {
        Self { pool, waiting: Vec::new(), found: BTreeMap::new() }
    }

    /// Adds an event that a source has.
    pub(super) async fn add(
        &mut self,
        source: Source,
        at: DateTime<Utc>,
        position: Position,
        event: AcknowledgedEvent,
    ) -> Result<()> {
        let sources = BTreeSet::from([source]);
        self.waiting.push(Acknowledged { at, position, event, sources });
        if self.waiting.len() >= BATCH { self.search().await } else { Ok(()) }
    }

    /// Searches the journal for the added events.
    ///
    /// An event is there when its stream has one of the same type, content and request, at any sequence: a command
    /// whose outcome was unknown during the fail-over may have been decided again.
    pub(super) async fn search(&mut self) -> Result<()> {
        let asked = std::mem::take(&mut self.waiting);
        let column = |text: fn(&AcknowledgedEvent) -> String| -> Vec<String> {
            asked.iter().map(|one| text(&one.event)).collect()
        };
        let missing: Vec<i64> = sqlx::query_scalar(
            "SELECT ordinal FROM UNNEST($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[]) WITH ORDINALITY
                 AS asked (aggregate_type, aggregate_id, event_type, correlation_id, payload, ordinal)
             WHERE (
                 SELECT true FROM events
                 WHERE events.aggregate_type = asked.aggregate_type AND events.aggregate_id = asked.aggregate_id
                     AND events.event_type = asked.event_type AND events.correlation_id = asked.correlation_id
                     AND events.payload = asked.payload::jsonb
                 LIMIT 1
             ) IS NULL",
        )
        .bind(column(|event| event.aggregate_type.clone()))
        .bind(column(|event| event.aggregate_id.clone()))
        .bind(column(|event| event.event_type.clone()))
        .bind(asked.iter().map(|one| one.event.correlation_id).collect::<Vec<_>>())
        .bind(column(|event| event.payload.to_string()))
        .fetch_all(&self.pool)
        .await
        .context("looking into the journal")?;
        let missing: BTreeSet<usize> =
            missing.into_iter().filter_map(|ordinal| usize::try_from(ordinal - 1).ok()).collect();
        for (number, event) in asked.into_iter().enumerate() {
            if missing.contains(&number) {
                self.keep(event);
            }
        }
        ensure!(
            self.found.len() <= MAXIMUM,
            "more than {MAXIMUM} events are gone: this is the loss of days; restore a newer backup, or move the journal \
             by a dump"
        );
        Ok(())
    }

    fn keep(&mut self, acknowledged: Acknowledged) {
        let event = &acknowledged.event;
        let identity = (
            event.aggregate_type.clone(),
            event.aggregate_id.clone(),
            event.sequence,
            event.event_type.clone(),
            event.correlation_id,
        );
        match self.found.entry(identity) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(acknowledged);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                known.at = known.at.min(acknowledged.at);
                known.sources.extend(acknowledged.sources);
            }
        }
    }

    /// What is missing, in the order of the journal that it was in.
    pub(super) fn into_events(self) -> Vec<Acknowledged> {
        let mut events: Vec<Acknowledged> = self.found.into_values().collect();
        events.sort_by_key(|event| (event.position, event.at));
        events
    }
}
