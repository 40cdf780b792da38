//! How full a club is.

use fairway_events::Holes;
use fairway_query::ClubDay;

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::{Bench, club};

#[tokio::test]
async fn places_claimed_and_released_are_counted_per_club_and_day() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None), (3, None)]);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(4, None)]);
    scenario.book(&club(2), play_day(0), Holes::Nine, &[(5, None)]);
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;
    let entry = |at, offset, claimed| ClubDay { club: club(at), date: play_day(offset), claimed };
    let all = bench.reads.club_days(None, play_day(0), play_day(1)).await.unwrap();
    assert_eq!(all, [entry(1, 0, 4), entry(2, 0, 1), entry(1, 1, 1)]);

    // A batch that only releases, and one that does both.
    scenario.cancel(index, 2, 2, When::Before);
    bench.catch_up(&mut scenario).await;
    scenario.cancel_group(index, When::OnTheDay);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(2, None)]);
    bench.catch_up(&mut scenario).await;
    let one = bench.reads.club_days(Some(&club(1)), play_day(0), play_day(0)).await.unwrap();
    assert_eq!(one, [entry(1, 0, 2)]);
    let none = bench.reads.club_days(Some(&club(3)), play_day(0), play_day(20)).await.unwrap();
    assert!(none.is_empty());
}

#[tokio::test]
async fn a_day_whose_places_were_all_released_is_listed_with_zero() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.cancel_group(index, When::Before);
    bench.catch_up(&mut scenario).await;

    let days = bench.reads.club_days(None, play_day(0), play_day(0)).await.unwrap();
    assert_eq!(days, [ClubDay { club: club(1), date: play_day(0), claimed: 0 }]);
}
