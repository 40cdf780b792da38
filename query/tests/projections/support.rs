//! Shared by the tests: valid histories in terms of the domain, and functions that project and compare them.

pub(crate) mod random;
pub(crate) mod scenario;
pub(crate) mod tables;

use std::time::Duration;

use chrono::NaiveDate;
use fairway_events::testing::TestDatabase;
use fairway_events::{BookingId, ClubId, Journal, MemberId, Position, SubscriptionId, VoucherId};
use fairway_query::{Follower, Progress, ProgressSender, Projection, Projector, ProjectorOptions, Reads};
use sqlx::PgPool;
use uuid::Uuid;

/// How long a test waits for what must happen before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn member(number: u32) -> MemberId {
    MemberId(id(1, number))
}

pub(crate) fn booking(number: u32) -> BookingId {
    BookingId(id(2, number))
}

pub(crate) fn subscription(number: u32) -> SubscriptionId {
    SubscriptionId(id(4, number))
}

pub(crate) fn voucher(number: u32) -> VoucherId {
    VoucherId(id(5, number))
}

pub(crate) fn club(number: u32) -> ClubId {
    ClubId(format!("club-{number}"))
}

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn id(kind: u32, number: u32) -> Uuid {
    Uuid::from_u128((u128::from(kind) << 64) | u128::from(number))
}

/// A database with a journal, its reads and a projector that the test steps itself.
pub(crate) struct Bench {
    pub(crate) database: TestDatabase,
    pub(crate) pool: PgPool,
    pub(crate) journal: Journal,
    pub(crate) reads: Reads,
    pub(crate) projector: Projector,
}

impl Bench {
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::new().await;
        let pool = database.pool();
        // The mail sender and the seal store their positions here too, and do not run in these tests.
        sqlx::query("DELETE FROM projections WHERE name IN ('mail', 'seal', 'historic_players')")
            .execute(&pool)
            .await
            .unwrap();
        Self {
            journal: Journal::new(pool.clone()),
            reads: Reads::new(pool.clone()),
            projector: Projector::new(pool.clone(), all()),
            pool,
            database,
        }
    }

    /// Appends the new events of the scenario, and projects them.
    pub(crate) async fn catch_up(&mut self, scenario: &mut scenario::Scenario) {
        scenario.append(&self.journal).await;
        finish(&mut self.projector).await;
    }
}

/// A projector of every projection: in these tests the background projections run together with the others.
pub(crate) fn all() -> ProjectorOptions {
    ProjectorOptions { projections: Projection::ALL.to_vec(), ..ProjectorOptions::default() }
}

/// The progress and follower of a process without projectors.
pub(crate) fn follow(pool: &PgPool) -> (Progress, Follower) {
    let sender = ProgressSender::default();
    (sender.progress(), Follower::new(pool.clone(), sender))
}

/// Projects until no event is left.
pub(crate) async fn finish(projector: &mut Projector) -> Position {
    loop {
        let step = projector.run_once(5_000).await.unwrap();
        assert!(step.stopped.is_none(), "{:?}", step.stopped);
        if step.events == 0 {
            return step.position;
        }
    }
}

/// Waits until a condition is true, checking it again after every round trip.
pub(crate) async fn until(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !condition().await {
            tokio::task::yield_now().await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "never came: {what}");
}
