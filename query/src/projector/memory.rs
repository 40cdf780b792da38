//! The state that a projector keeps in memory between its steps. The checkpoints are authoritative: a state that
//! differs from them is dropped.

use std::collections::BTreeMap;
use std::time::Duration;

use fairway_events::journal::Entry;
use fairway_events::{Journal, Position, connections};
use sqlx::{PgConnection, PgPool};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::checkpoints::EventIdentity;
use super::fold::BatchSummary;
use super::{Checkpoints, Stopped, stops};
use crate::Projection;

/// A batch of events that was read while the batch before it was written.
#[derive(Debug)]
pub(super) struct ReadAhead {
    after: Position,
    entries: Vec<Entry>,
    last: EventIdentity,
}

impl ReadAhead {
    fn from_entries(after: Position, entries: Vec<Entry>) -> Option<Self> {
        let last = entries.last().map(|last| EventIdentity {
            position: last.position,
            recorded_at: last.recorded_at,
            correlation_id: last.correlation_id,
        })?;
        Some(Self { after, entries, last })
    }

    pub(super) const fn after(&self) -> Position {
        self.after
    }

    /// Its last event. While the journal holds that event, it also holds all events before it.
    pub(super) const fn last(&self) -> EventIdentity {
        self.last
    }

    pub(super) fn entries(self) -> Vec<Entry> {
        self.entries
    }
}

/// The state of one projector between its steps.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The checkpoints when they were last read or moved.
    positions: BTreeMap<&'static str, Position>,
    /// Projections that are stopped before an event which this version cannot read. They are left out, so that the
    /// event is not read with every batch.
    stopped: BTreeMap<&'static str, Stopped>,
    /// When it was last checked whether they can continue.
    rechecked: Option<Instant>,
    /// The task that reads ahead: its connection has its own time limit and is not dropped with a step.
    reading: Option<JoinHandle<Option<ReadAhead>>>,
}

impl Memory {
    /// Starts to read the next batch. A failure is ignored: the next step then reads the events itself.
    pub(super) fn start_reading(&mut self, pool: &PgPool, timeout: Duration, after: Position, limit: i64) {
        let pool = pool.clone();
        self.reading = Some(tokio::spawn(async move {
            let read: Result<_, sqlx::Error> = connections::within(&pool, timeout, async |connection| {
                Journal::entries_after(connection, after, limit).await
            })
            .await;
            read.ok().and_then(|entries| ReadAhead::from_entries(after, entries))
        }));
    }

    /// The batch that was read while the last one was written.
    pub(super) async fn read_ahead(&mut self) -> Option<ReadAhead> {
        self.reading.take()?.await.ok().flatten()
    }

    /// Whether a checkpoint is lower than before. Then all stored state is dropped.
    pub(super) fn went_back(&mut self, locked: &Checkpoints) -> bool {
        let lower = |(projection, now): &(Projection, Position)| {
            self.positions.get(projection.name()).is_some_and(|before| now < before)
        };
        let lowered = locked.positions().find(lower);
        if let Some((projection, position)) = lowered {
            let projection = projection.name();
            let known = self.positions.get(projection).copied();
            tracing::error!(
                projection,
                known,
                position,
                "the read models went back: the in-memory state is dropped"
            );
            *self = Self::default();
        }
        self.stopped.retain(|projection, _| {
            let before = self.positions.get(projection);
            locked.positions().any(|(locked, at)| locked.name() == *projection && before == Some(&at))
        });
        self.positions.extend(locked.positions().map(|(projection, at)| (projection.name(), at)));
        lowered.is_some()
    }

    /// The checkpoints of projections that are not stopped.
    pub(super) fn running(&self, locked: &Checkpoints) -> Checkpoints {
        locked.filtered(|projection, _| !self.is_stopped(projection))
    }

    /// The lowest position of projections that are not stopped.
    pub(super) fn position(&self) -> Option<Position> {
        let running = self.positions.iter().filter(|(projection, _)| !self.stopped.contains_key(*projection));
        running.map(|(_, position)| *position).min()
    }

    /// The first event before which a projection is stopped.
    pub(super) fn first_stopped(&self) -> Option<&Stopped> {
        self.stopped.values().min_by_key(|stopped| stopped.position)
    }

    pub(super) fn is_stopped(&self, projection: Projection) -> bool {
        self.stopped.contains_key(projection.name())
    }

    /// Checks whether stopped projections can continue, if the last check is older than `poll`.
    pub(super) async fn recheck_if_due(
        &mut self,
        connection: &mut PgConnection,
        poll: Duration,
    ) -> Result<(), sqlx::Error> {
        if self.rechecked.is_some_and(|rechecked| rechecked.elapsed() >= poll) {
            self.recheck(connection).await?;
        }
        Ok(())
    }

    /// Checks whether stopped projections can continue. Within one process only a repair of the event makes that
    /// possible, since the program's version stays the same.
    pub(super) async fn recheck(&mut self, connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
        let before = self.stopped.len();
        self.rechecked = (before > 0).then(Instant::now);
        for projection in self.stopped.values().map(|stopped| stopped.projection).collect::<Vec<_>>() {
            let after = self.positions.get(projection.name()).copied().unwrap_or(0);
            let next = Journal::entries_after(connection, after, 1).await?;
            if !next.iter().any(|next| stops(projection, next).is_some()) {
                self.stopped.remove(projection.name());
            }
        }
        Ok(self.stopped.len() < before)
    }

    /// Stores what a step changed.
    pub(super) fn record(&mut self, summary: &BatchSummary) {
        self.positions.extend(summary.positions.iter().map(|(projection, at)| (projection.name(), *at)));
        for stopped in &summary.stopped {
            tracing::error!(
                projection = stopped.projection.name(),
                position = stopped.position,
                error = %stopped,
                "the projection is stopped at an event that this version cannot read"
            );
            self.stopped.insert(stopped.projection.name(), stopped.clone());
            self.rechecked = Some(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::testing::TestDatabase;
    use sqlx::Executor;

    use super::*;
    use crate::{ledger, orders, vouchers};

    const LEDGER: Projection = ledger::PROJECTION;
    const ORDERS: Projection = orders::PROJECTION;
    const VOUCHERS: Projection = vouchers::PROJECTION;

    /// The orders are stopped at position 4, before an unreadable event; the others are at 9.
    fn with_stopped_orders() -> Memory {
        let mut memory = Memory::default();
        let stopped = Stopped { projection: ORDERS, position: 5, reason: "from a later version".to_owned() };
        let positions = vec![(ORDERS, 4), (LEDGER, 9), (VOUCHERS, 9)];
        memory.record(&BatchSummary { rows: 3, positions, stopped: vec![stopped] });
        memory
    }

    fn running(memory: &Memory, locked: &Checkpoints) -> Vec<Projection> {
        memory.running(locked).positions().map(|(projection, _)| projection).collect()
    }

    #[test]
    fn a_stopped_projection_is_left_out_and_reported() {
        let memory = with_stopped_orders();
        assert_eq!(
            (memory.position(), memory.first_stopped().map(|stopped| stopped.position)),
            (Some(9), Some(5))
        );
        assert!(memory.is_stopped(ORDERS) && !memory.is_stopped(LEDGER));
    }

    #[test]
    fn a_stopped_projection_stays_out_only_while_its_checkpoint_stays() {
        let mut memory = with_stopped_orders();
        let locked = Checkpoints::at(&[(ORDERS, 4), (LEDGER, 12), (VOUCHERS, 9)]);
        assert!(!memory.went_back(&locked));
        assert_eq!(running(&memory, &locked), [LEDGER, VOUCHERS]);
        // Another process has read on.
        let locked = Checkpoints::at(&[(ORDERS, 7), (LEDGER, 12), (VOUCHERS, 9)]);
        assert!(!memory.went_back(&locked));
        assert_eq!(running(&memory, &locked), [ORDERS, LEDGER, VOUCHERS]);
    }

    #[test]
    fn a_checkpoint_that_is_lower_than_before_drops_all_stored_state() {
        let mut memory = with_stopped_orders();
        let locked = Checkpoints::at(&[(ORDERS, 4), (LEDGER, 8), (VOUCHERS, 9)]);
        assert!(memory.went_back(&locked));
        assert_eq!(running(&memory, &locked), [ORDERS, LEDGER, VOUCHERS]);
        assert!(!memory.went_back(&locked), "reported once");
        assert!(memory.went_back(&Checkpoints::at(&[(ORDERS, 4), (LEDGER, 7), (VOUCHERS, 9)])));
    }

    #[tokio::test]
    async fn a_batch_is_read_ahead_once_and_not_beyond_the_end() {
        let database = TestDatabase::new().await;
        let pool = database.pool();
        let event = "WITH head AS (UPDATE journal_head SET position = position + 1 RETURNING position)
            INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload,
                metadata, position, recorded_at, correlation_id, actor)
            SELECT 'Weather', 'here', 1, 'WeatherTurned', '1.0.0', '{}', '{}', position, now(),
                gen_random_uuid(), 'system:test'
            FROM head";
        pool.execute(event).await.expect("an event");
        let mut memory = Memory::default();
        assert!(memory.read_ahead().await.is_none());
        let timeout = Duration::from_secs(30);
        memory.start_reading(&pool, timeout, 0, 10);
        let ahead = memory.read_ahead().await.expect("a batch");
        assert_eq!((ahead.after(), ahead.last().position, ahead.entries().len()), (0, 1, 1));
        assert!(memory.read_ahead().await.is_none(), "it was taken");
        memory.start_reading(&pool, timeout, 1, 10);
        assert!(memory.read_ahead().await.is_none(), "there is no more");
    }
}
