//! Why rights are used.

use fairway_events::Holes;
use fairway_query::LedgerKind;

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::{Bench, club, day, member, subscription};

#[tokio::test]
async fn every_use_release_and_forfeit_of_a_right_is_listed_latest_first() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.grant(1, 1, Holes::Nine, day("2026-12-31"));
    let first = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    let second = scenario.book(&club(2), play_day(1), Holes::Eighteen, &[(1, None)]);
    scenario.book(&club(1), play_day(2), Holes::Nine, &[(1, Some(1))]);
    scenario.cancel(first, 1, 1, When::Before);
    scenario.cancel(second, 1, 1, When::OnTheDay);
    bench.catch_up(&mut scenario).await;

    let lines = bench.reads.ledger(member(1), subscription(1), None, 10).await.unwrap();
    let lines: Vec<_> =
        lines.iter().map(|line| (line.kind, line.club.clone(), line.play_date, line.holes)).collect();
    assert_eq!(
        lines,
        [
            (LedgerKind::Forfeited, club(2), play_day(1), Holes::Eighteen),
            (LedgerKind::Returned, club(1), play_day(0), Holes::Nine),
            (LedgerKind::Claimed, club(2), play_day(1), Holes::Eighteen),
            (LedgerKind::Claimed, club(1), play_day(0), Holes::Nine),
        ],
        "the voucher's use is no line of the pass"
    );
    assert!(bench.reads.ledger(member(2), subscription(1), None, 10).await.unwrap().is_empty(), "not theirs");
}

#[tokio::test]
async fn pages_follow_one_another_without_gap_or_repeat() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    for number in 0..7 {
        scenario.book(&club(1), play_day(number), Holes::Nine, &[(1, None)]);
    }
    bench.catch_up(&mut scenario).await;
    let whole = bench.reads.ledger(member(1), subscription(1), None, 100).await.unwrap();
    let (mut pages, mut after) = (Vec::new(), None);
    loop {
        let page = bench.reads.ledger(member(1), subscription(1), after, 3).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.cursor);
        pages.extend(page);
    }
    assert_eq!((pages.len(), pages), (7, whole));
}

#[tokio::test]
async fn a_round_that_was_imported_afterwards_counts_as_used_on_its_play_date() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.book(&club(1), day("2023-02-03"), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;
    let lines = bench.reads.ledger(member(1), subscription(1), None, 10).await.unwrap();
    assert_eq!(lines[0].cursor.day, day("2023-02-03"));
}
