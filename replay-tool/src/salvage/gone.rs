//! Which events that somebody remembers are not in the journal.

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
/// Events that are gone, at most: they are held in memory, and whoever lost more has another remedy.
const MOST: usize = 500_000;

/// Who remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Witness {
    /// The journal of the old primary.
    OldPrimary,
    /// What a node wrote down.
    Acknowledged,
}

/// An event that was acknowledged.
#[derive(Debug, Clone)]
pub(super) struct Promised {
    /// When, UTC, by the clock of the node.
    pub(super) at: DateTime<Utc>,
    /// The position that it had.
    pub(super) position: Position,
    pub(super) event: AcknowledgedEvent,
    pub(super) witnesses: BTreeSet<Witness>,
}

/// An event is the same when it stands at the same place of its stream and comes from the same request.
type Identity = (String, String, i64, String, Uuid);

/// Collects what is gone.
#[derive(Debug)]
pub(super) struct Gone {
    pool: PgPool,
    waiting: Vec<Promised>,
    found: BTreeMap<Identity, Promised>,
}

impl Gone {
    pub(super) fn from_journal(pool: PgPool) -> Self {
        Self { pool, waiting: Vec::new(), found: BTreeMap::new() }
    }

    /// Takes in an event that somebody remembers.
    pub(super) async fn consider(
        &mut self,
        witness: Witness,
        at: DateTime<Utc>,
        position: Position,
        event: AcknowledgedEvent,
    ) -> Result<()> {
        let witnesses = BTreeSet::from([witness]);
        self.waiting.push(Promised { at, position, event, witnesses });
        if self.waiting.len() >= BATCH { self.look().await } else { Ok(()) }
    }

    /// Looks for what was taken in.
    ///
    /// An event counts as there when its stream has one of the same type, content and request, wherever that stands: a
    /// command whose end was unknown during the fail-over may have been decided again.
    pub(super) async fn look(&mut self) -> Result<()> {
        let asked = std::mem::take(&mut self.waiting);
        let column = |text: fn(&AcknowledgedEvent) -> String| -> Vec<String> {
            asked.iter().map(|promised| text(&promised.event)).collect()
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
        .bind(asked.iter().map(|promised| promised.event.correlation_id).collect::<Vec<_>>())
        .bind(column(|event| event.payload.to_string()))
        .fetch_all(&self.pool)
        .await
        .context("looking into the journal")?;
        let missing: BTreeSet<usize> =
            missing.into_iter().filter_map(|ordinal| usize::try_from(ordinal - 1).ok()).collect();
        for (number, promised) in asked.into_iter().enumerate() {
            if missing.contains(&number) {
                self.remember(promised);
            }
        }
        ensure!(
            self.found.len() <= MOST,
            "more than {MOST} events are gone: this is the loss of days; restore a newer backup, or move the journal \
             by a dump"
        );
        Ok(())
    }

    fn remember(&mut self, promised: Promised) {
        let event = &promised.event;
        let identity = (
            event.aggregate_type.clone(),
            event.aggregate_id.clone(),
            event.sequence,
            event.event_type.clone(),
            event.correlation_id,
        );
        match self.found.entry(identity) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(promised);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                known.at = known.at.min(promised.at);
                known.witnesses.extend(promised.witnesses);
            }
        }
    }

    /// What is gone, in the order of the journal that it was in.
    pub(super) fn into_promised(self) -> Vec<Promised> {
        let mut promised: Vec<Promised> = self.found.into_values().collect();
        promised.sort_by_key(|promised| (promised.position, promised.at));
        promised
    }
}
