//! A cached value is the one that the database would return: whoever projects, and whatever happens to the tables.

use std::collections::BTreeSet;

use fairway_events::{BookingId, Holes, MemberId, connections};
use fairway_query::{
    ClubDay, MemberRights, OwnBooking, Progress, Projection, Projector, ReadCache, ReadModelsVersion, Subject,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sqlx::PgPool;

use crate::rebuild::begin;
use crate::support::scenario::{Scenario, first_day, play_day};
use crate::support::{Bench, all, club, finish, member, random};

async fn seen(pool: &PgPool) -> ReadModelsVersion {
    let (positions, tables) =
        sqlx::query_as("SELECT positions, tables FROM read_models_version()").fetch_one(pool).await.unwrap();
    ReadModelsVersion { positions, tables }
}

/// The caches for screens, in a process that has a projector.
struct Caches {
    rights: ReadCache<MemberId, MemberRights>,
    upcoming: ReadCache<MemberId, Vec<OwnBooking>>,
    days: ReadCache<u32, Vec<ClubDay>>,
}

impl Caches {
    fn new(progress: &Progress) -> Self {
        let changes = progress.changes();
        Self {
            rights: ReadCache::new(changes.clone(), 100),
            upcoming: ReadCache::new(changes.clone(), 100),
            days: ReadCache::new(changes.clone(), 100),
        }
    }

    /// Reads from the caches and from the tables, fills the caches, and returns how many values came from them.
    async fn check(&self, bench: &Bench, number: u32) -> usize {
        let (seen, from) = (seen(&bench.pool).await, first_day());
        let id = member(number);
        let of_club = club(number % 3);
        let read_at = self.rights.now(seen);
        let rights = bench.reads.member_rights(&[id], from).await.unwrap().remove(0);
        let upcoming = bench.reads.upcoming(id, from).await.unwrap();
        let mut days = bench.reads.club_days((from, play_day(12)), Some(&of_club), None).await.unwrap();
        days.sort_by_key(|day| day.date);
        let cached =
            (self.rights.get(seen, &id), self.upcoming.get(seen, &id), self.days.get(seen, &(number % 3)));
        let hits = usize::from(cached.0.is_some())
            + usize::from(cached.1.is_some())
            + usize::from(cached.2.is_some());
        assert!(cached.0.is_none_or(|cached| cached == rights), "rights of {number}");
        assert!(cached.1.is_none_or(|cached| cached == upcoming), "rounds of {number}");
        assert!(cached.2.is_none_or(|cached| cached == days), "days of club {}", number % 3);
        let bookings: Vec<BookingId> = upcoming.iter().map(|own| own.booking.booking).collect();
        let about = bookings.into_iter().map(Subject::Booking).chain([Subject::Member(id)]);
        self.upcoming.insert(id, upcoming, read_at, about);
        self.rights.insert(id, rights, read_at, [Subject::Member(id)]);
        let dates = (0..=12).map(|day| Subject::ClubDay(&of_club, play_day(day)));
        self.days.insert(number % 3, days, read_at, dates);
        hits
    }
}

#[tokio::test]
async fn an_event_invalidates_what_is_about_its_subjects_and_nothing_else() {
    let mut bench = Bench::new().await;
    let caches = Caches::new(&bench.projector.progress());
    let mut scenario = Scenario::default();
    let group = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    bench.catch_up(&mut scenario).await;
    assert_eq!(caches.check(&bench, 1).await, 0, "nothing was read before");
    assert_eq!(caches.check(&bench, 2).await, 0);
    assert_eq!((caches.check(&bench, 1).await, caches.check(&bench, 2).await), (3, 3));

    scenario.book(&club(0), play_day(1), Holes::Nine, &[(3, None)]);
    bench.catch_up(&mut scenario).await;
    assert_eq!((caches.check(&bench, 1).await, caches.check(&bench, 2).await), (3, 3), "another's booking");

    // The other player's rights stay, and their list shows that a player has left.
    scenario.cancel(group, 2, 2, crate::support::scenario::When::Before);
    bench.catch_up(&mut scenario).await;
    assert_eq!(caches.check(&bench, 1).await, 1);
    assert_eq!(caches.check(&bench, 2).await, 1, "the days of a club without a booking");
}

#[tokio::test]
async fn what_another_process_projected_is_read_from_the_tables() {
    let mut bench = Bench::new().await;
    let caches = Caches::new(&bench.projector.progress());
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;
    caches.check(&bench, 1).await;
    assert_eq!(caches.check(&bench, 1).await, 3);

    let mut other = Projector::new(bench.pool.clone(), all());
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(2, None)]);
    scenario.append(&bench.journal).await;
    finish(&mut other).await;
    assert_eq!(caches.check(&bench, 1).await, 0, "this process does not know what changed");
    bench.projector.run_once(10).await.unwrap();
    assert_eq!(caches.check(&bench, 1).await, 0, "nor which of its values are still valid");
    assert_eq!(caches.check(&bench, 1).await, 3);
}

#[tokio::test]
async fn after_a_connection_failed_nothing_is_cached_until_the_next_step() {
    let mut bench = Bench::new().await;
    let caches = Caches::new(&bench.projector.progress());
    bench.catch_up(&mut Scenario::default()).await;
    caches.check(&bench, 1).await;
    assert_eq!(caches.check(&bench, 1).await, 3);
    connections::invalidate_all();
    assert_eq!(caches.check(&bench, 1).await, 0);
    assert_eq!(caches.check(&bench, 1).await, 0);
    // The server may be another one at the same position, whose events are not the ones that were read.
    bench.projector.run_once(10).await.unwrap();
    assert_eq!(caches.check(&bench, 1).await, 0);
    assert_eq!(caches.check(&bench, 1).await, 3);
}

#[tokio::test]
async fn tables_that_a_rebuild_replaced_at_the_same_position_are_read_again() {
    let mut bench = Bench::new().await;
    let caches = Caches::new(&bench.projector.progress());
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;
    for table in ["play_rights_claims", "club_days", "reservations_places"] {
        sqlx::query(&format!("DELETE FROM {table}")).execute(&bench.pool).await.unwrap();
    }
    caches.check(&bench, 1).await;
    assert_eq!(caches.check(&bench, 1).await, 3, "the wrong rows are cached");
    let before = seen(&bench.pool).await;
    begin(&bench.pool).await.replace_tables().await.unwrap();
    assert_eq!(seen(&bench.pool).await.positions, before.positions);
    for _ in 0..2 {
        // Compares with the tables, which the rebuild has repaired.
        assert_eq!(caches.check(&bench, 1).await, 0);
    }
    bench.projector.run_once(10).await.unwrap();
    caches.check(&bench, 1).await;
    assert_eq!(caches.check(&bench, 1).await, 3);
}

#[tokio::test]
async fn a_process_without_a_projector_of_everything_caches_nothing() {
    let bench = Bench::new().await;
    let some = Projection::member_facing().skip(1).collect();
    let mut partial =
        Projector::new(bench.pool.clone(), fairway_query::ProjectorOptions { projections: some, ..all() });
    let caches = Caches::new(&partial.progress());
    partial.run_once(10).await.unwrap();
    caches.check(&bench, 1).await;
    assert_eq!(caches.check(&bench, 1).await, 0);
}

/// The version counts each step of each projection that members see, and each replacement of its tables.
#[tokio::test]
async fn the_version_of_the_read_models_is_about_every_member_facing_projection() {
    let bench = Bench::new().await;
    let source: String =
        sqlx::query_scalar("SELECT prosrc FROM pg_proc WHERE proname = 'read_models_version'")
            .fetch_one(&bench.pool)
            .await
            .unwrap();
    for projection in Projection::ALL {
        let before = seen(&bench.pool).await.positions;
        sqlx::query("UPDATE projections SET position = position + 1 WHERE name = $1")
            .bind(projection.name())
            .execute(&bench.pool)
            .await
            .unwrap();
        let counted = seen(&bench.pool).await.positions - before;
        assert_eq!(counted, i64::from(projection.is_member_facing()), "{projection:?}");
        let named = projection.tables().filter(|table| source.contains(&format!("'public.{table}'"))).count();
        assert_eq!(named, usize::from(projection.is_member_facing()), "{projection:?}");
    }
}

/// Reads between the steps of two projectors, of which one is in another process.
#[tokio::test]
async fn a_cached_value_is_never_stale_whoever_projects() {
    let mut bench = Bench::new().await;
    let caches = Caches::new(&bench.projector.progress());
    let mut other = Projector::new(bench.pool.clone(), all());
    let mut runner = TestRunner::deterministic();
    let attempts = random::attempts(300).new_tree(&mut runner).unwrap().current();
    let mut scenario = random::scenario(&attempts);
    scenario.append(&bench.journal).await;
    let steps = proptest::collection::vec((0..10_u32, 1..8_i64, 0..7_u32), 400);
    let (mut hits, mut members) = (0, BTreeSet::new());
    for (who, events, number) in steps.new_tree(&mut runner).unwrap().current() {
        let projector = if who == 0 { &mut other } else { &mut bench.projector };
        projector.run_once(events).await.unwrap();
        hits += caches.check(&bench, number).await;
        members.insert(number);
    }
    assert_eq!(members.len(), 7);
    assert!(hits > 50, "the caches were used: {hits}");
}
