//! The rows do not depend on batch boundaries, or on the position at which a projection starts.

use std::collections::{BTreeMap, BTreeSet};

use fairway_events::{MemberId, PlaceId, PlayRight};
use fairway_query::{Booking, OwnBooking, Projection, Schema};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::scenario::{Group, Scenario, Seat, booking_of, first_day, play_day};
use crate::support::tables::{assert_same, beside, dump, from_zero};
use crate::support::{Bench, finish, member, random};

fn sample<T>(runner: &mut TestRunner, strategy: impl Strategy<Value = T>) -> T {
    strategy.new_tree(runner).unwrap().current()
}

#[tokio::test]
async fn any_history_gives_the_same_rows_in_batches_of_any_size() {
    let mut runner = TestRunner::deterministic();
    for history in 0..5 {
        let mut bench = Bench::new().await;
        let attempts = sample(&mut runner, random::attempts(60));
        let mut scenario = random::scenario(&attempts);
        bench.catch_up(&mut scenario).await;
        let one_batch = dump(&bench.pool, &Schema::live()).await;
        assert_shows(&bench, &scenario).await;
        for split in 0..4 {
            let (schema, mut projector) = beside(&bench.pool, &format!("split_{split}")).await;
            let limits = sample(&mut runner, proptest::collection::vec(1..40_i64, 8));
            // The first split has one event per batch.
            let limits = if split == 0 { vec![1] } else { limits };
            for limit in limits.iter().cycle() {
                if projector.run_once(*limit).await.unwrap().events == 0 {
                    break;
                }
            }
            let rows = dump(&bench.pool, &schema).await;
            assert_same(
                &rows,
                &one_batch,
                &format!("history {history} in batches of {limits:?}: {attempts:?}"),
            );
        }
    }
}

/// Compares the reads with the scenario's own list of bookings, which no fold computed.
async fn assert_shows(bench: &Bench, scenario: &Scenario) {
    for (index, group) in scenario.groups.iter().enumerate() {
        let shown = bench.reads.booking(booking_of(index)).await.unwrap().unwrap();
        assert_eq!(seats(&shown), expected(group), "booking {index}");
        assert_eq!((shown.master, shown.play_date, &shown.club), (group.master, group.date, &group.club));
    }
    let days = bench.reads.club_days((first_day(), chrono::NaiveDate::MAX), None, None).await.unwrap();
    for entry in days {
        let of_day =
            scenario.groups.iter().filter(|group| (&group.club, group.date) == (&entry.club, entry.date));
        let active = of_day.flat_map(|group| &group.places).filter(|seat| seat.active).count();
        assert_eq!(entry.claimed as usize, active, "{} {}", entry.club, entry.date);
    }
    for number in 0..7 {
        assert_shows_member(bench, scenario, member(number)).await;
    }
}

async fn assert_shows_member(bench: &Bench, scenario: &Scenario, who: MemberId) {
    let reads = &bench.reads;
    let own = || scenario.groups.iter().flat_map(|group| group.places.iter().map(move |seat| (group, seat)));
    let own = || own().filter(|(_, seat)| seat.member == who);
    let today = play_day(6);
    let (upcoming, past): (Vec<_>, Vec<_>) =
        own().partition(|(group, seat)| seat.active && group.date >= today);
    let listed = |list: Vec<OwnBooking>| list.iter().map(|own| own.place).collect::<BTreeSet<_>>();
    let places =
        |seats: Vec<(&Group, &Seat)>| seats.iter().map(|(_, seat)| seat.place).collect::<BTreeSet<_>>();
    assert_eq!(listed(reads.upcoming(who, today).await.unwrap()), places(upcoming), "{who} upcoming");
    assert_eq!(listed(reads.history(who, today, None, None).await.unwrap()), places(past), "{who} history");

    let mut used = BTreeMap::new();
    let mut regular = 0;
    for (_, seat) in own().filter(|(_, seat)| seat.active || seat.forfeited) {
        match &seat.right {
            PlayRight::Subscription { .. } => regular += 1,
            PlayRight::Voucher { voucher, .. } => {
                used.insert(*voucher, (seat.place, seat.forfeited));
            }
        }
    }
    assert_eq!(reads.subscriptions(who).await.unwrap()[0].used, regular, "{who} used rights");
    for voucher in reads.vouchers(who).await.unwrap() {
        let shown = voucher.place.map(|place| (place, voucher.forfeited));
        assert_eq!(shown, used.remove(&voucher.id), "{who} voucher {}", voucher.id);
    }
    assert!(used.is_empty(), "{who} used vouchers that are not shown: {used:?}");

    let met = scenario.groups.iter().flat_map(|group| &group.met).filter(|(one, _)| *one == who);
    let mut rounds: BTreeMap<MemberId, u32> = BTreeMap::new();
    met.for_each(|(_, other)| *rounds.entry(*other).or_default() += 1);
    let shown = reads.historic_players(who, None).await.unwrap();
    let shown: BTreeMap<_, _> = shown.iter().map(|player| (player.member, player.rounds)).collect();
    assert_eq!(shown, rounds, "{who} co-players");
}

type Seats = Vec<(PlaceId, MemberId, PlayRight, bool, bool)>;

fn seats(booking: &Booking) -> Seats {
    let places = booking.places.iter();
    places.map(|at| (at.place, at.member, at.right.clone(), at.is_active(), at.playright_expired)).collect()
}

fn expected(group: &Group) -> Seats {
    let places = group.places.iter();
    places.map(|seat| (seat.place, seat.member, seat.right.clone(), seat.active, seat.forfeited)).collect()
}

#[tokio::test]
async fn each_projection_can_be_rebuilt_alone_while_the_others_stay() {
    let mut bench = Bench::new().await;
    let mut scenario = random::scenario(&sample(&mut TestRunner::deterministic(), random::attempts(60)));
    scenario.buy_voucher(1, 1);
    scenario.register(2, 1);
    scenario.wait(1, 1);
    scenario.arrive(1);
    scenario.report_course(1);
    scenario.settle(1);
    bench.catch_up(&mut scenario).await;
    let before = dump(&bench.pool, &Schema::live()).await;
    for projection in Projection::ALL {
        let tables = projection.tables().collect::<Vec<_>>().join(", ");
        sqlx::query(&format!("TRUNCATE {tables}")).execute(&bench.pool).await.unwrap();
        sqlx::query("UPDATE projections SET position = 0 WHERE name = $1")
            .bind(projection.name())
            .execute(&bench.pool)
            .await
            .unwrap();
        assert_ne!(dump(&bench.pool, &Schema::live()).await, before, "{projection:?} was emptied");
        // Small steps: the other projections must not project the events again.
        while bench.projector.run_once(50).await.unwrap().events > 0 {}
        assert_same(&dump(&bench.pool, &Schema::live()).await, &before, &format!("{projection:?}"));
    }
}

#[tokio::test]
async fn a_rebuild_from_zero_beside_the_live_tables_equals_them() {
    let mut bench = Bench::new().await;
    let mut scenario = random::scenario(&sample(&mut TestRunner::deterministic(), random::attempts(120)));
    bench.catch_up(&mut scenario).await;
    let live = dump(&bench.pool, &Schema::live()).await;
    assert!(live.len() > 100, "the history is worth comparing");
    assert_same(&from_zero(&bench.pool).await, &live, "from zero");
    assert_eq!(finish(&mut bench.projector).await, bench.journal.head().await.unwrap());
}
