//! How much of the time long work may use: what an operator starts beside a serving portal rests after every step, so
//! that members' requests find processor and disk free most of the time; and longer while members book.

use std::time::{Duration, Instant};

use fairway_events::Position;
use sqlx::PgPool;

/// Work that did not rest for so long rests.
const STEP: Duration = Duration::from_millis(20);
/// The longest rest at a time: also a step that waited long for the database must not stop the work for minutes.
const LONGEST: Duration = Duration::from_secs(5);

/// How long to rest after work, as multiples of the time that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// While the journal stands still.
    quiet: u32,
    /// While it grows.
    busy: u32,
}

impl Pace {
    /// Without rests: a command that somebody waits for.
    pub const FULL: Self = Self { quiet: 0, busy: 0 };
    /// Beside a portal that serves: a quarter of the time, and a ninth while members book. A ninth of one processor is half
    /// of what two may lose where a tenth is the limit.
    pub const GENTLE: Self = Self { quiet: 3, busy: 8 };

    /// Whether it rests.
    #[must_use]
    pub const fn is_gentle(self) -> bool {
        self.busy > 0
    }

    /// How long to rest after work that took so long.
    fn rest_of(self, worked: Duration, is_busy: bool) -> Duration {
        worked.saturating_mul(if is_busy { self.busy } else { self.quiet }).min(LONGEST)
    }

    /// Watches a loop that asks after each of its steps. The journal's head tells whether members book.
    #[must_use]
    pub fn watch(self, pool: &PgPool) -> Paced<'_> {
        Paced { pace: self, pool, since: Instant::now(), head: None }
    }
}

/// A loop that keeps to a pace.
#[derive(Debug)]
pub struct Paced<'a> {
    pace: Pace,
    pool: &'a PgPool,
    since: Instant,
    /// The journal's head at the last rest.
    head: Option<Position>,
}

impl Paced<'_> {
    /// Rests if the loop worked for some time since the last rest.
    pub async fn rest(&mut self) {
        let worked = self.since.elapsed();
        if self.pace.is_gentle() && worked >= STEP {
            let is_busy = self.is_busy().await;
            tokio::time::sleep(self.pace.rest_of(worked, is_busy)).await;
            self.since = Instant::now();
        }
    }

    /// Whether the journal grew since the last rest; at the first one, and where the database does not say, it may have.
    async fn is_busy(&mut self) -> bool {
        let head: Option<Position> =
            sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(self.pool).await.ok();
        let before = std::mem::replace(&mut self.head, head);
        head.is_none() || before != head
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::testing::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn the_journal_is_busy_while_its_head_moves_and_when_the_database_does_not_say() {
        let database = TestDatabase::new().await;
        let pool = database.pool();
        let mut paced = Pace::GENTLE.watch(&pool);
        assert!(paced.is_busy().await, "nothing is known yet");
        assert!(!paced.is_busy().await);
        sqlx::query("UPDATE journal_head SET position = position + 1").execute(&pool).await.unwrap();
        assert!(paced.is_busy().await);
        assert!(!paced.is_busy().await);
        pool.close().await;
        assert!(paced.is_busy().await);
    }

    #[test]
    fn gentle_work_rests_longer_while_the_journal_grows_and_a_command_does_not_rest() {
        let worked = Duration::from_millis(100);
        assert_eq!(Pace::FULL.rest_of(worked, true), Duration::ZERO);
        assert_eq!(Pace::GENTLE.rest_of(worked, false), Duration::from_millis(300));
        assert_eq!(Pace::GENTLE.rest_of(worked, true), Duration::from_millis(800));
        assert_eq!(Pace::GENTLE.rest_of(worked * 600, false), LONGEST);
    }
}
