//! Finds acknowledged events that are not in the journal.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use fairway_events::Position;
use fairway_events::journal::AcknowledgedEvent;
use serde::Serialize;
use sqlx::PgPool;
use uuid::Uuid;

/// Events per query.
const BATCH: usize = 1_000;
/// The maximum of missing events: they are held in memory, and a greater loss needs another procedure.
const MAXIMUM: usize = 500_000;

/// The source of an acknowledged event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The journal of the old primary.
    OldPrimary,
    /// The record of a node.
    Acknowledged,
}

/// An event that was acknowledged.
#[derive(Debug, Clone)]
pub(super) struct Acknowledged {
    /// When, UTC, by the clock of the node.
    pub(super) at: DateTime<Utc>,
    /// Its former position.
    pub(super) position: Position,
    pub(super) event: AcknowledgedEvent,
    pub(super) sources: BTreeSet<Source>,
}

/// Two events are the same when stream, sequence, type and request are the same.
type Identity = (String, String, i64, String, Uuid);

/// Collects missing events.
#[derive(Debug)]
pub(super) struct MissingEvents {
    pool: PgPool,
    unchecked: Vec<Acknowledged>,
    found: BTreeMap<Identity, Acknowledged>,
}

impl MissingEvents {
    pub(super) const fn new(pool: PgPool) -> Self {
        Self { pool, unchecked: Vec::new(), found: BTreeMap::new() }
    }

    /// Adds an event of a source.
    pub(super) async fn add(
        &mut self,
        source: Source,
        at: DateTime<Utc>,
        position: Position,
        event: AcknowledgedEvent,
    ) -> Result<()> {
        let sources = BTreeSet::from([source]);
        self.unchecked.push(Acknowledged { at, position, event, sources });
        if self.unchecked.len() >= BATCH { self.search().await } else { Ok(()) }
    }

    /// Searches the journal for the added events.
    ///
    /// An event is found when its stream has one of the same type, content and request, at any sequence: a command
    /// whose outcome was unknown during the fail-over may have been decided again.
    pub(super) async fn search(&mut self) -> Result<()> {
        let asked = std::mem::take(&mut self.unchecked);
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
                self.insert(event);
            }
        }
        ensure!(
            self.found.len() <= MAXIMUM,
            "more than {MAXIMUM} events are gone: this is the loss of days; restore a newer backup, or move the journal \
             by a dump"
        );
        Ok(())
    }

    fn insert(&mut self, acknowledged: Acknowledged) {
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

    /// The missing events, in the order of their former positions.
    pub(super) fn into_events(self) -> Vec<Acknowledged> {
        let mut events: Vec<Acknowledged> = self.found.into_values().collect();
        events.sort_by_key(|event| (event.position, event.at));
        events
    }
}
