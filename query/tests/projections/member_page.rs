//! What the operators' page of a member shows beside the member's own screens.

use fairway_events::{Holes, PlayRight};
use fairway_query::MostVouchers;

use crate::support::scenario::{Scenario, When, booking_of, bought, order, play_day};
use crate::support::{Bench, club, day, member, subscription, voucher};

const ALL: MostVouchers = MostVouchers { usable: 10, forfeited: 10, latest: 10 };

#[tokio::test]
async fn a_lost_right_has_the_event_that_lost_it_and_the_one_that_gave_it_back() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.grant(1, 1, Holes::Nine, day("2026-12-31"));
    let by_pass = scenario.book(&club(1), play_day(0), Holes::Eighteen, &[(1, None)]);
    let by_voucher = scenario.book(&club(2), play_day(1), Holes::Nine, &[(1, Some(1))]);
    let in_time = scenario.book(&club(3), play_day(2), Holes::Nine, &[(1, None)]);
    scenario.cancel(in_time, 1, 1, When::Before);
    for index in [by_pass, by_voucher] {
        scenario.cancel(index, 1, 1, When::OnTheDay);
    }
    bench.catch_up(&mut scenario).await;
    let places = [by_pass, by_voucher, in_time].map(|index| scenario.groups[index].places[0].place);
    let lost = bench.reads.forfeits(member(1), &places).await.unwrap();
    assert_eq!(lost.len(), 2, "the third right came back in time: {lost:?}");
    assert!(bench.reads.forfeits(member(2), &places).await.unwrap().is_empty(), "not theirs");
    assert!(bench.reads.returned_rights(member(1), 10).await.unwrap().is_empty());

    scenario.return_right(by_voucher, 0);
    bench.catch_up(&mut scenario).await;

    let returned = bench.reads.returned_rights(member(1), 10).await.unwrap();
    let [one] = returned.as_slice() else { panic!("{returned:?}") };
    let (booked, place) = (booking_of(by_voucher), places[1]);
    let right = PlayRight::Voucher { voucher: voucher(1), title: "Voucher 1".to_owned() };
    assert_eq!((one.booking, one.place, one.club.clone()), (booked, place, club(2)));
    assert_eq!((one.play_date, one.holes, &one.right), (play_day(1), Holes::Nine, &right));
    assert_eq!(one.forfeited, lost.get(&place).copied());
    assert!(one.forfeited < Some(one.returned), "{one:?}");
    assert!(bench.reads.returned_rights(member(2), 10).await.unwrap().is_empty(), "not theirs");
}

#[tokio::test]
async fn vouchers_that_can_be_used_or_were_forfeited_are_shown_and_of_the_others_the_latest() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    // Four that have expired, one that was forfeited then, and two that can be used.
    for number in 1..=5 {
        scenario.grant(number, 1, Holes::Nine, day(&format!("2025-0{number}-01")));
    }
    for number in 6..=7 {
        scenario.grant(number, 1, Holes::Nine, day(&format!("2026-0{number}-01")));
    }
    scenario.grant(8, 2, Holes::Nine, day("2026-08-01"));
    let forfeited = scenario.book(&club(1), day("2025-01-01"), Holes::Nine, &[(1, Some(1))]);
    scenario.cancel(forfeited, 1, 1, When::OnTheDay);
    bench.catch_up(&mut scenario).await;

    let shown = async |most: MostVouchers| {
        let shown = bench.reads.shown_vouchers(member(1), day("2026-01-01"), most).await.unwrap();
        assert_eq!(shown.total, 7);
        shown.vouchers.into_iter().map(|voucher| voucher.id).collect::<Vec<_>>()
    };
    assert_eq!(
        shown(ALL).await,
        bench.reads.vouchers(member(1)).await.unwrap().iter().map(|one| one.id).collect::<Vec<_>>()
    );
    let three_latest = MostVouchers { latest: 3, ..ALL };
    assert_eq!(shown(three_latest).await, [voucher(1), voucher(5), voucher(6), voucher(7)]);
    let few = MostVouchers { usable: 1, forfeited: 0, latest: 0 };
    assert_eq!(shown(few).await, [voucher(6)], "the first to expire");
    let nobody = bench.reads.shown_vouchers(member(3), day("2026-01-01"), ALL).await.unwrap();
    assert!(nobody.vouchers.is_empty() && nobody.total == 0);
}

#[tokio::test]
async fn the_latest_orders_come_first_and_are_bounded() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.buy_voucher(1, 1);
    scenario.order_voucher(2, 1);
    scenario.register(3, 1);
    scenario.order_voucher(4, 2);
    bench.catch_up(&mut scenario).await;
    let orders = async |limit: u32| {
        let found = bench.reads.orders_of(member(1), limit).await.unwrap();
        found.into_iter().map(|order| order.id).collect::<Vec<_>>()
    };
    assert_eq!(orders(10).await, [order(3), order(2), order(1)]);
    assert_eq!(orders(2).await, [order(3), order(2)]);
    let shown = bench.reads.shown_vouchers(member(1), play_day(0), ALL).await.unwrap();
    assert_eq!(shown.vouchers.iter().map(|voucher| voucher.id).collect::<Vec<_>>(), [bought(1)]);
    assert_eq!(bench.reads.subscriptions(member(1)).await.unwrap()[0].id, subscription(1));
}
