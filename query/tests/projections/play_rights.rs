//! Passes, claims, and what is summed from them.

use std::collections::{BTreeMap, BTreeSet};

use fairway_events::Holes;

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::{Bench, club, day, member, subscription, voucher};

#[tokio::test]
async fn used_rights_count_active_played_and_forfeited_places() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, Some(4));
    let mut booked = Vec::new();
    for date in ["2026-11-24", "2026-11-26", "2026-12-01", "2026-12-02"] {
        booked.push(scenario.book(&club(1), day(date), Holes::Nine, &[(1, None)]));
    }
    bench.catch_up(&mut scenario).await;
    let used = async |bench: &Bench| bench.reads.subscriptions(member(1)).await.unwrap()[0].used;
    assert_eq!(used(&bench).await, 4);

    scenario.cancel(booked[0], 1, 1, When::Before);
    scenario.cancel(booked[2], 1, 1, When::OnTheDay);
    bench.catch_up(&mut scenario).await;
    assert_eq!(used(&bench).await, 3, "one given back, one forfeited");

    let today = day("2026-11-25");
    let rights = bench.reads.member_rights(&[member(1)], today).await.unwrap().remove(0);
    let pass = &rights.passes[0];
    assert_eq!((pass.id, pass.max, pass.per_month), (subscription(1), 40, Some(4)));
    assert_eq!((pass.used, &pass.used_by_month), (3, &BTreeMap::from([((2026, 11), 1), ((2026, 12), 2)])));
    assert_eq!(rights.dates_taken, BTreeSet::from([day("2026-11-26"), day("2026-12-02")]));
    assert_eq!(rights.rounds_by_club, BTreeMap::from([((club(1), 2026), 2)]));
}

#[tokio::test]
async fn the_rounds_at_a_club_are_those_that_were_played_there_latest_first() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.subscribe(2, 40, None);
    let mut book = |at, date, holes, who| scenario.book(&club(at), day(date), holes, &[(who, None)]);
    book(1, "2026-11-20", Holes::Nine, 1);
    book(1, "2026-11-22", Holes::Eighteen, 1);
    book(2, "2026-11-21", Holes::Nine, 1);
    book(1, "2026-11-19", Holes::Nine, 2);
    book(1, "2026-11-25", Holes::Nine, 1);
    let given_back = book(1, "2026-11-18", Holes::Nine, 1);
    let forfeited = book(1, "2026-11-17", Holes::Nine, 1);
    scenario.cancel(given_back, 1, 1, When::Before);
    scenario.cancel(forfeited, 1, 1, When::OnTheDay);
    bench.catch_up(&mut scenario).await;

    let today = day("2026-11-25");
    let played = async |limit| {
        let rounds = bench.reads.rounds_at_club(member(1), &club(1), today, limit).await.unwrap();
        rounds.iter().map(|round| (round.play_date.to_string(), round.holes)).collect::<Vec<_>>()
    };
    let latest = ("2026-11-22".to_owned(), Holes::Eighteen);
    assert_eq!(played(10).await, [latest.clone(), ("2026-11-20".to_owned(), Holes::Nine)]);
    assert_eq!(played(1).await, [latest]);
}

#[tokio::test]
async fn a_pass_shows_everything_that_was_bought() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(7, 30, None);
    bench.catch_up(&mut scenario).await;

    let passes = bench.reads.subscriptions(member(7)).await.unwrap();
    let [pass] = passes.as_slice() else { panic!("{passes:?}") };
    assert_eq!((pass.id, pass.name.as_str()), (subscription(7), "Pas 7"));
    assert_eq!((pass.startdate, pass.enddate), (day("2026-01-01"), day("2027-12-31")));
    assert_eq!((pass.paymentdate, pass.amount_cents), (Some(day("2025-12-20")), 24_950));
    assert_eq!((pass.max, pass.per_month, pass.max_holes, pass.used), (30, None, Holes::Eighteen, 0));
    assert!(bench.reads.subscriptions(member(8)).await.unwrap().is_empty());
}

#[tokio::test]
async fn rights_of_several_members_are_returned_in_the_requested_order() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.subscribe(2, 40, None);
    scenario.grant(3, 3, Holes::Nine, day("2026-12-31"));
    scenario.grant(4, 3, Holes::Eighteen, day("2026-11-01"));
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None), (3, Some(3))]);
    scenario.book(&club(2), play_day(1), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;

    let asked = [member(3), member(9), member(1), member(2)];
    let rights = bench.reads.member_rights(&asked, play_day(0)).await.unwrap();
    assert_eq!(rights.iter().map(|rights| rights.member).collect::<Vec<_>>(), asked);
    let [third, nobody, first, second] = rights.as_slice() else { panic!() };
    assert!(third.passes.is_empty());
    let [left] = third.vouchers.as_slice() else { panic!("the expired one is left out: {third:?}") };
    assert_eq!((left.id, left.is_used()), (voucher(3), true));
    assert_eq!(third.dates_taken, BTreeSet::from([play_day(0)]), "a voucher's place takes the date too");
    assert_eq!(third.rounds_by_club, BTreeMap::from([((club(1), 2026), 1)]));
    assert!(nobody.passes.is_empty() && nobody.vouchers.is_empty() && nobody.dates_taken.is_empty());
    assert_eq!((first.passes[0].used, second.passes[0].used), (2, 1));
    let by_club = [((club(1), 2026), 1), ((club(2), 2026), 1)];
    assert_eq!(first.rounds_by_club, BTreeMap::from(by_club));
}

#[tokio::test]
async fn ended_passes_are_left_out_of_the_rights_but_not_of_the_list() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;

    for (today, shown) in [("2027-12-31", 1), ("2028-01-01", 0)] {
        let rights = bench.reads.member_rights(&[member(1)], day(today)).await.unwrap();
        assert_eq!(rights[0].passes.len(), shown, "on {today}");
    }
    assert_eq!(bench.reads.subscriptions(member(1)).await.unwrap()[0].used, 1);
}

#[tokio::test]
async fn the_rounds_of_a_year_per_club_do_not_include_forfeited_places() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    let mut booked = Vec::new();
    for (at, date) in [(1, "2026-12-30"), (1, "2026-12-31"), (2, "2026-12-29"), (1, "2027-01-01")] {
        booked.push(scenario.book(&club(at), day(date), Holes::Nine, &[(1, None)]));
    }
    scenario.cancel(booked[0], 1, 1, When::OnTheDay);
    bench.catch_up(&mut scenario).await;

    let this_year = bench.reads.club_rounds(member(1), 2026).await.unwrap();
    assert_eq!(this_year, BTreeMap::from([(club(1), 1), (club(2), 1)]));
    assert_eq!(bench.reads.club_rounds(member(1), 2027).await.unwrap(), BTreeMap::from([(club(1), 1)]));
    let rights = bench.reads.member_rights(&[member(1)], day("2026-12-15")).await.unwrap();
    let expected = [((club(1), 2026), 1), ((club(2), 2026), 1), ((club(1), 2027), 1)];
    assert_eq!(rights[0].rounds_by_club, BTreeMap::from(expected));
}

#[tokio::test]
async fn a_date_forfeited_and_booked_again_is_taken_once_and_used_twice() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    let first = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.cancel(first, 1, 1, When::OnTheDay);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;

    let rights = bench.reads.member_rights(&[member(1)], play_day(0)).await.unwrap().remove(0);
    assert_eq!((rights.passes[0].used, rights.dates_taken.len()), (2, 1));
    assert_eq!(rights.rounds_by_club, BTreeMap::from([((club(1), 2026), 1)]));
}

#[tokio::test]
async fn a_pass_that_was_taken_back_is_neither_in_the_list_nor_in_the_rights() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for number in 1..=3 {
        scenario.subscribe(number, 40, None);
    }
    // In the batch of its start, and in a later one.
    scenario.withdraw_pass(1);
    bench.catch_up(&mut scenario).await;
    scenario.withdraw_pass(2);
    bench.catch_up(&mut scenario).await;

    for (number, held) in [(1, 0), (2, 0), (3, 1)] {
        assert_eq!(bench.reads.subscriptions(member(number)).await.unwrap().len(), held);
        let rights = bench.reads.member_rights(&[member(number)], play_day(0)).await.unwrap();
        assert_eq!(rights[0].passes.len(), held);
    }
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM play_rights_subscriptions WHERE withdrawn")
        .fetch_one(&bench.pool)
        .await
        .unwrap();
    assert_eq!(kept, 2, "its name is still known");
}
