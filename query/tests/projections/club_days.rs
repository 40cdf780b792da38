//! How full a club is.

use fairway_events::{CourseDayEvent, Holes, StreamId};
use fairway_query::ClubDay;

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::{Bench, club, member};

/// As `Reads::club_days`, with days and clubs as numbers, by day and club.
async fn days(
    bench: &Bench,
    (first, last): (u64, u64),
    of_club: Option<u32>,
    on_day: Option<u64>,
) -> Vec<ClubDay> {
    let of_club = of_club.map(club);
    let window = (play_day(first), play_day(last));
    let mut days = bench.reads.club_days(window, of_club.as_ref(), on_day.map(play_day)).await.unwrap();
    days.sort_by_key(|day| (day.date, day.club.clone()));
    days
}

#[tokio::test]
async fn a_swap_leaves_a_day_as_full_as_it_is() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    scenario.swap(index, 2, (3, None));
    bench.catch_up(&mut scenario).await;
    scenario.swap(index, 1, (2, None));
    bench.catch_up(&mut scenario).await;
    assert_eq!(days(&bench, (0, 0), None, None).await[0].claimed, 2);
    scenario.cancel(index, 2, 2, When::Before);
    scenario.cancel(index, 3, 3, When::Before);
    bench.catch_up(&mut scenario).await;
    assert_eq!(days(&bench, (0, 0), None, None).await.iter().map(|day| day.claimed).sum::<u32>(), 0);
}

#[tokio::test]
async fn the_days_of_rounds_are_each_at_its_club() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    scenario.book(&club(2), play_day(0), Holes::Nine, &[(3, None)]);
    scenario.book(&club(2), play_day(1), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;
    let rounds = [(club(1), play_day(0)), (club(2), play_day(1)), (club(1), play_day(2))];
    let mut days = bench.reads.days_of_rounds(&rounds).await.unwrap();
    days.sort_by_key(|day| day.date);
    let found: Vec<_> = days.into_iter().map(|day| ((day.club, day.date), day.claimed)).collect();
    assert_eq!(found, [(rounds[0].clone(), 2), (rounds[1].clone(), 1)], "a day without a booking is absent");
    assert!(bench.reads.days_of_rounds(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_players_of_a_day_are_those_who_have_a_place_there() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let group = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(3, None)]);
    scenario.book(&club(2), play_day(0), Holes::Nine, &[(4, None)]);
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(5, None)]);
    scenario.cancel(group, 2, 2, When::Before);
    bench.catch_up(&mut scenario).await;
    let asked = [(club(1), play_day(0)), (club(2), play_day(1))];
    let mut players = bench.reads.players_of_days(&asked).await.unwrap();
    let mut of_day = players.remove(&asked[0]).unwrap();
    of_day.sort_unstable();
    assert_eq!(of_day, [member(1), member(3)]);
    assert!(players.is_empty(), "nobody plays on the other day");
}

#[tokio::test]
async fn a_day_that_was_closed_and_opened_again_has_one_row_wherever_a_batch_ends() {
    let (club, date) = (club(1), play_day(0));
    let closed = CourseDayEvent::DayClosed { club: club.clone(), date, notice: "Onderhoud".to_owned() };
    let reopened = CourseDayEvent::DayReopened { club: club.clone(), date };
    for ends_between in [true, false] {
        let (mut bench, mut scenario) = (Bench::new().await, Scenario::default());
        scenario.record(StreamId::CourseDay(club.clone(), date), closed.clone());
        if ends_between {
            bench.catch_up(&mut scenario).await;
        }
        scenario.record(StreamId::CourseDay(club.clone(), date), reopened.clone());
        bench.catch_up(&mut scenario).await;
        let rows: i64 =
            sqlx::query_scalar("SELECT count(*) FROM club_days").fetch_one(&bench.pool).await.unwrap();
        assert_eq!(rows, 1, "{ends_between}");
    }
}

#[tokio::test]
async fn places_claimed_and_released_are_counted_per_club_and_day() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None), (3, None)]);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(4, None)]);
    scenario.book(&club(2), play_day(0), Holes::Nine, &[(5, None)]);
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;
    let entry = |at, offset, claimed| ClubDay {
        club: club(at),
        date: play_day(offset),
        claimed,
        closed: None,
        capacity: None,
        holds: Vec::new(),
        smallest_in_turn: None,
    };
    assert_eq!(
        days(&bench, (0, 1), None, None).await,
        [entry(1, 0, 4), entry(2, 0, 1), entry(1, 1, 1)],
        "all clubs on each day"
    );
    assert_eq!(days(&bench, (0, 1), None, Some(0)).await, [entry(1, 0, 4), entry(2, 0, 1)]);
    assert_eq!(days(&bench, (0, 1), Some(1), None).await, [entry(1, 0, 4), entry(1, 1, 1)]);
    assert_eq!(
        days(&bench, (0, 1), Some(1), Some(0)).await,
        [entry(1, 0, 4), entry(2, 0, 1), entry(1, 1, 1)],
        "each once"
    );

    // A batch that only releases, and one that does both.
    scenario.cancel(index, 2, 2, When::Before);
    bench.catch_up(&mut scenario).await;
    scenario.cancel_group(index, When::OnTheDay);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(2, None)]);
    bench.catch_up(&mut scenario).await;
    assert_eq!(days(&bench, (0, 0), Some(1), None).await, [entry(1, 0, 2)]);
    assert!(days(&bench, (0, 20), Some(3), None).await.is_empty());
}

#[tokio::test]
async fn a_day_whose_places_were_all_released_is_listed_with_zero() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.cancel_group(index, When::Before);
    bench.catch_up(&mut scenario).await;

    assert_eq!(
        days(&bench, (0, 0), None, None).await,
        [ClubDay {
            club: club(1),
            date: play_day(0),
            claimed: 0,
            closed: None,
            capacity: None,
            holds: Vec::new(),
            smallest_in_turn: None
        }]
    );
}

#[tokio::test]
async fn a_day_that_an_operator_closed_or_limited_is_listed_with_what_was_changed() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.book(&club(2), play_day(1), Holes::Nine, &[(2, None)]);
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.cancel_by_club(index);
    scenario.cancel_by_club(0);
    bench.catch_up(&mut scenario).await;
    let closed = ClubDay {
        club: club(1),
        date: play_day(0),
        claimed: 0,
        closed: Some("Vorst".to_owned()),
        capacity: Some(2),
        holds: Vec::new(),
        smallest_in_turn: None,
    };
    assert_eq!(days(&bench, (0, 0), Some(1), None).await, [closed]);
    let reopened = ClubDay {
        club: club(2),
        date: play_day(1),
        claimed: 0,
        closed: None,
        capacity: None,
        holds: Vec::new(),
        smallest_in_turn: None,
    };
    assert_eq!(days(&bench, (1, 1), Some(2), None).await, [reopened]);
    let of_club = bench.reads.closed_days(&club(1), play_day(0)).await.unwrap();
    assert_eq!(of_club, [(play_day(0), "Vorst".to_owned())]);
    assert!(bench.reads.closed_days(&club(1), play_day(1)).await.unwrap().is_empty());
}
