//! The co-players of members.

use std::time::Duration;

use fairway_events::{Holes, MemberId};
use fairway_query::{Projector, ProjectorOptions, RoundTogether};
use uuid::Uuid;

use crate::support::scenario::{Scenario, When, booking_of, play_day};
use crate::support::{Bench, all, club, member, until};

async fn met(bench: &Bench, number: u32) -> Vec<(MemberId, u32)> {
    let players = bench.reads.historic_players(member(number), None).await.unwrap();
    players.iter().map(|player| (player.member, player.rounds)).collect()
}

#[tokio::test]
async fn the_most_frequent_co_player_is_first_and_the_member_is_not_listed() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None), (3, None), (4, None)]);
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, None), (3, None)]);
    scenario.book(&club(1), play_day(2), Holes::Nine, &[(1, None)]);
    scenario.book(&club(1), play_day(3), Holes::Nine, &[(4, None), (5, None)]);
    bench.catch_up(&mut scenario).await;

    assert_eq!(met(&bench, 1).await, [(member(3), 2), (member(2), 1), (member(4), 1)]);
    // Equally often: the latest round decides.
    assert_eq!(met(&bench, 4).await[0], (member(5), 1));
    assert_eq!(met(&bench, 9).await, []);
    let last = bench.reads.historic_players(member(1), None).await.unwrap()[0].last_date;
    assert_eq!(last, play_day(1));
}

#[tokio::test]
async fn only_players_who_were_active_at_the_same_time_are_co_players() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    bench.catch_up(&mut scenario).await;
    scenario.cancel(index, 2, 2, When::Before);
    bench.catch_up(&mut scenario).await;
    scenario.add(index, 1, &[(3, None)]);
    bench.catch_up(&mut scenario).await;

    assert_eq!(met(&bench, 1).await, [(member(2), 1), (member(3), 1)], "a cancellation removes no co-player");
    assert_eq!(met(&bench, 2).await, [(member(1), 1)]);
    assert_eq!(met(&bench, 3).await, [(member(1), 1)]);

    // A player who joins again meets the active players, and each counts once per booking.
    scenario.add(index, 1, &[(2, None)]);
    bench.catch_up(&mut scenario).await;
    assert_eq!(met(&bench, 2).await, [(member(1), 1), (member(3), 1)]);
}

#[tokio::test]
async fn who_comes_in_anothers_stead_does_not_meet_them() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    scenario.swap(index, 2, (3, None));
    bench.catch_up(&mut scenario).await;
    // In a batch of its own: what is stored is loaded.
    scenario.swap(index, 3, (4, None));
    bench.catch_up(&mut scenario).await;
    assert_eq!(met(&bench, 1).await, [(member(2), 1), (member(3), 1), (member(4), 1)]);
    for number in 2..=4 {
        assert_eq!(met(&bench, number).await, [(member(1), 1)], "member {number}");
    }
}

#[tokio::test]
async fn the_active_players_of_a_booking_can_be_left_out() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None), (3, None)]);
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, None), (4, None)]);
    scenario.cancel(index, 3, 3, When::Before);
    bench.catch_up(&mut scenario).await;

    let left = bench.reads.historic_players(member(1), Some(booking_of(index))).await.unwrap();
    let left: Vec<_> = left.iter().map(|player| player.member).collect();
    assert_eq!(left, [member(4), member(3)], "a member who cancelled may be added again");
}

#[tokio::test]
async fn at_most_fifty_co_players_are_listed() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for number in 0..20 {
        let others = [100 + 3 * number, 101 + 3 * number, 102 + 3 * number];
        let players: Vec<_> = std::iter::once(1).chain(others).map(|number| (number, None)).collect();
        scenario.book(&club(1), play_day(number.into()), Holes::Nine, &players);
    }
    bench.catch_up(&mut scenario).await;
    assert_eq!(met(&bench, 1).await.len(), 50);
}

#[tokio::test]
async fn rounds_together_are_those_in_which_both_are_still_active() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let first =
        scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None), (3, None), (4, None)]);
    let second = scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, None), (5, None)]);
    scenario.book(&club(1), play_day(2), Holes::Nine, &[(1, None)]);
    scenario.cancel(first, 3, 3, When::Before);
    scenario.cancel(second, 5, 5, When::Before);
    bench.catch_up(&mut scenario).await;

    let mut others = vec![member(2), member(4)];
    others.sort_unstable();
    let together = bench.reads.rounds_together(member(1)).await.unwrap();
    assert_eq!(together, [RoundTogether { play_date: play_day(0), members: others }]);
    assert_eq!(bench.reads.rounds_together(member(3)).await.unwrap(), [], "whose place is cancelled");
}

#[tokio::test]
async fn what_a_projector_of_the_former_release_did_not_store_is_stored_from_the_events() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let first = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None), (3, None)]);
    scenario.swap(first, 3, (4, None));
    scenario.cancel(first, 1, 2, When::Before);
    scenario.add(first, 1, &[(2, None)]);
    let second = scenario.book(&club(1), play_day(1), Holes::Nine, &[(5, None), (6, None)]);
    scenario.cancel(second, 5, 6, When::OnTheDay);
    let third = scenario.book(&club(1), play_day(2), Holes::Nine, &[(7, None), (8, None)]);
    scenario.cancel_by_club(third);
    bench.catch_up(&mut scenario).await;
    let stored = "SELECT place_id, left_standing FROM reservations_places ORDER BY place_id";
    let expected: Vec<(Uuid, Option<i32>)> = sqlx::query_as(stored).fetch_all(&bench.pool).await.unwrap();
    assert_eq!(expected.iter().filter(|(_, left)| left.is_some()).count(), 5, "{expected:?}");

    let checkpoint = "INSERT INTO projections (name) VALUES ('historic_players')";
    sqlx::query(checkpoint).execute(&bench.pool).await.unwrap();
    let soon = Duration::from_millis(20);
    let projector = Projector::new(bench.pool.clone(), ProjectorOptions { poll: soon, ..all() });
    let running = tokio::spawn(projector.run(None, std::future::pending()));
    // A node of the former release may take over again at any time.
    for _ in 0..2 {
        for left_behind in [
            "UPDATE reservations_places SET left_standing = NULL",
            "UPDATE projections SET (position, state, last_error) =
                 ((SELECT position FROM journal_head), 'running', NULL) WHERE name = 'historic_players'",
        ] {
            sqlx::query(left_behind).execute(&bench.pool).await.unwrap();
        }
        until("every place says again when it ended", async || {
            let now: Vec<(Uuid, Option<i32>)> = sqlx::query_as(stored).fetch_all(&bench.pool).await.unwrap();
            now == expected
        })
        .await;
        let state: String =
            sqlx::query_scalar("SELECT state FROM projections WHERE name = 'historic_players'")
                .fetch_one(&bench.pool)
                .await
                .unwrap();
        assert_eq!(state, "stopped", "no node waits for it");
    }
    running.abort();
}
