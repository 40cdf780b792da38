//! What a projector remembers between its steps. None of it is the truth: that is in the checkpoints, and whatever they
//! contradict is forgotten.

use std::collections::BTreeMap;
use std::time::Duration;

use fairway_events::journal::Entry;
use fairway_events::{Journal, Position, connections};
use sqlx::{PgConnection, PgPool};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::checkpoints::Witness;
use super::fold::TakenIn;
use super::{Checkpoints, Stopped, stops};
use crate::Projection;

/// A stretch of the journal that was read while the one before it was written.
#[derive(Debug)]
pub(super) struct Ahead {
    after: Position,
    entries: Vec<Entry>,
    last: Witness,
}

impl Ahead {
    fn of(after: Position, entries: Vec<Entry>) -> Option<Self> {
        let last = entries.last().map(|last| Witness {
            position: last.position,
            recorded_at: last.recorded_at,
            correlation_id: last.correlation_id,
        })?;
        Some(Self { after, entries, last })
    }

    pub(super) const fn after(&self) -> Position {
        self.after
    }

    /// Its last event. While the journal holds that, it holds all that was read: it has no branches.
    pub(super) const fn last(&self) -> Witness {
        self.last
    }

    pub(super) fn entries(self) -> Vec<Entry> {
        self.entries
    }
}

/// Between steps of one projector.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The checkpoints as they were last seen or moved.
    positions: BTreeMap<&'static str, Position>,
    /// Who stands before an event that this version cannot read: there is no use in reading it with every batch.
    standing: BTreeMap<&'static str, Stopped>,
    /// When it was last seen whether they can go on.
    looked: Option<Instant>,
    /// A task of its own, so that its connection is given up in its own time and not dropped with a step.
    ahead: Option<JoinHandle<Option<Ahead>>>,
}

impl Memory {
    /// Reads on while a batch is written. Nobody is hurt when it fails: the next step reads for itself.
    pub(super) fn begin_to_read(&mut self, pool: &PgPool, patience: Duration, after: Position, limit: i64) {
        let pool = pool.clone();
        self.ahead = Some(tokio::spawn(async move {
            let read: Result<_, sqlx::Error> = connections::within(&pool, patience, async |connection| {
                Journal::stretch(connection, after, limit).await
            })
            .await;
            read.ok().and_then(|entries| Ahead::of(after, entries))
        }));
    }

    /// What was read while the last batch was written.
    pub(super) async fn read_ahead(&mut self) -> Option<Ahead> {
        self.ahead.take()?.await.ok().flatten()
    }

    /// Whether a checkpoint is lower than it was. Then everything is forgotten.
    pub(super) fn went_back(&mut self, locked: &Checkpoints) -> bool {
        let lower = |(projection, now): &(Projection, Position)| {
            self.positions.get(projection.name()).is_some_and(|then| now < then)
        };
        let back = locked.positions().find(lower);
        if let Some((projection, position)) = back {
            let projection = projection.name();
            let known = self.positions.get(projection).copied();
            tracing::error!(
                projection,
                known,
                position,
                "the read models went back: what was known is dropped"
            );
            *self = Self::default();
        }
        self.standing.retain(|projection, _| {
            let before = self.positions.get(projection);
            locked.positions().any(|(locked, at)| locked.name() == *projection && before == Some(&at))
        });
        self.positions.extend(locked.positions().map(|(projection, at)| (projection.name(), at)));
        back.is_some()
    }

    /// Those that do not stand before something unreadable.
    pub(super) fn going(&self, locked: &Checkpoints) -> Checkpoints {
        locked.only(|projection, _| !self.is_standing(projection))
    }

    /// Where those are.
    pub(super) fn position(&self) -> Option<Position> {
        let going = self.positions.iter().filter(|(projection, _)| !self.standing.contains_key(*projection));
        going.map(|(_, position)| *position).min()
    }

    /// The first event that somebody stands before.
    pub(super) fn stopped(&self) -> Option<&Stopped> {
        self.standing.values().min_by_key(|stopped| stopped.position)
    }

    pub(super) fn is_standing(&self, projection: Projection) -> bool {
        self.standing.contains_key(projection.name())
    }

    /// Looks whether those that stand can go on, where that was last seen long ago.
    pub(super) async fn look_again_if_due(
        &mut self,
        connection: &mut PgConnection,
        poll: Duration,
    ) -> Result<(), sqlx::Error> {
        if self.looked.is_some_and(|looked| looked.elapsed() >= poll) {
            self.look_again(connection).await?;
        }
        Ok(())
    }

    /// Looks whether those that stand can go on. Only what was repaired can be read all of a sudden: the version is the
    /// same as long as the process is.
    pub(super) async fn look_again(&mut self, connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
        let standing = self.standing.len();
        self.looked = (standing > 0).then(Instant::now);
        for projection in self.standing.values().map(|stopped| stopped.projection).collect::<Vec<_>>() {
            let after = self.positions.get(projection.name()).copied().unwrap_or(0);
            let next = Journal::stretch(connection, after, 1).await?;
            if !next.iter().any(|next| stops(projection, next).is_some()) {
                self.standing.remove(projection.name());
            }
        }
        Ok(self.standing.len() < standing)
    }

    /// What a step did.
    pub(super) fn remember(&mut self, taken: &TakenIn) {
        self.positions.extend(taken.positions.iter().map(|(projection, at)| (projection.name(), *at)));
        for stopped in &taken.stopped {
            tracing::error!(
                projection = stopped.projection.name(),
                position = stopped.position,
                error = %stopped,
                "the projection stands before an event that this version cannot read"
            );
            self.standing.insert(stopped.projection.name(), stopped.clone());
            self.looked = Some(Instant::now());
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

    /// Orders stand before an event that cannot be read, at 4; the others have come to 9.
    fn standing() -> Memory {
        let mut memory = Memory::default();
        let stopped = Stopped { projection: ORDERS, position: 5, reason: "from a later version".to_owned() };
        let positions = vec![(ORDERS, 4), (LEDGER, 9), (VOUCHERS, 9)];
        memory.remember(&TakenIn { rows: 3, positions, stopped: vec![stopped] });
        memory
    }

    fn going(memory: &Memory, locked: &Checkpoints) -> Vec<Projection> {
        memory.going(locked).positions().map(|(projection, _)| projection).collect()
    }

    #[test]
    fn who_stands_is_left_out_and_told_of() {
        let memory = standing();
        assert_eq!((memory.position(), memory.stopped().map(|stopped| stopped.position)), (Some(9), Some(5)));
        assert!(memory.is_standing(ORDERS) && !memory.is_standing(LEDGER));
    }

    #[test]
    fn who_stands_stays_out_only_while_its_checkpoint_stays() {
        let mut memory = standing();
        let locked = Checkpoints::at(&[(ORDERS, 4), (LEDGER, 12), (VOUCHERS, 9)]);
        assert!(!memory.went_back(&locked));
        assert_eq!(going(&memory, &locked), [LEDGER, VOUCHERS]);
        // Another process has read on.
        let locked = Checkpoints::at(&[(ORDERS, 7), (LEDGER, 12), (VOUCHERS, 9)]);
        assert!(!memory.went_back(&locked));
        assert_eq!(going(&memory, &locked), [ORDERS, LEDGER, VOUCHERS]);
    }

    #[test]
    fn a_checkpoint_that_is_lower_than_it_was_has_everything_forgotten() {
        let mut memory = standing();
        let locked = Checkpoints::at(&[(ORDERS, 4), (LEDGER, 8), (VOUCHERS, 9)]);
        assert!(memory.went_back(&locked));
        assert_eq!(going(&memory, &locked), [ORDERS, LEDGER, VOUCHERS]);
        assert!(!memory.went_back(&locked), "told once");
        assert!(memory.went_back(&Checkpoints::at(&[(ORDERS, 4), (LEDGER, 7), (VOUCHERS, 9)])));
    }

    #[tokio::test]
    async fn a_stretch_is_read_ahead_once_and_not_beyond_the_end() {
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
        let patience = Duration::from_secs(30);
        memory.begin_to_read(&pool, patience, 0, 10);
        let ahead = memory.read_ahead().await.expect("a stretch");
        assert_eq!((ahead.after(), ahead.last().position, ahead.entries().len()), (0, 1, 1));
        assert!(memory.read_ahead().await.is_none(), "it was taken");
        memory.begin_to_read(&pool, patience, 1, 10);
        assert!(memory.read_ahead().await.is_none(), "there is no more");
    }
}
