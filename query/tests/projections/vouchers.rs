//! The state of each voucher.

use fairway_events::{Holes, PlaceId, VoucherKind};
use fairway_query::Voucher;

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::{Bench, club, day, id, member, voucher};

async fn only_voucher(bench: &Bench) -> Voucher {
    let mut vouchers = bench.reads.vouchers(member(1)).await.unwrap();
    assert_eq!(vouchers.len(), 1);
    vouchers.remove(0)
}

#[tokio::test]
async fn a_voucher_is_granted_used_and_given_back() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.grant(1, 1, Holes::Nine, day("2026-12-31"));
    bench.catch_up(&mut scenario).await;
    let unused = Voucher {
        id: voucher(1),
        kind: VoucherKind::Free,
        title: "Voucher 1".to_owned(),
        holes: Holes::Nine,
        expires: day("2026-12-31"),
        place: None,
        used_when: None,
        forfeited: false,
    };
    assert_eq!(only_voucher(&bench).await, unused);

    let index = scenario.book(&club(1), play_day(2), Holes::Nine, &[(1, Some(1))]);
    bench.catch_up(&mut scenario).await;
    let place = Some(PlaceId(id(3, 1)));
    assert_eq!(only_voucher(&bench).await, Voucher { place, used_when: Some(play_day(2)), ..unused.clone() });

    scenario.cancel(index, 1, 1, When::Before);
    bench.catch_up(&mut scenario).await;
    assert_eq!(only_voucher(&bench).await, unused);
}

#[tokio::test]
async fn a_forfeited_voucher_stays_used() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.grant(1, 1, Holes::Nine, day("2026-12-31"));
    let index = scenario.book(&club(1), play_day(2), Holes::Nine, &[(1, Some(1))]);
    bench.catch_up(&mut scenario).await;
    scenario.cancel(index, 1, 1, When::OnTheDay);
    bench.catch_up(&mut scenario).await;

    let forfeited = only_voucher(&bench).await;
    assert!(forfeited.is_used() && forfeited.forfeited);
    assert_eq!(forfeited.used_when, Some(play_day(2)));
}

#[tokio::test]
async fn vouchers_are_sorted_by_expiry_and_listed_for_their_owner_only() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for (number, owner, expires) in [(1, 1, "2026-12-31"), (2, 1, "2026-11-30"), (3, 2, "2026-12-01")] {
        scenario.grant(number, owner, Holes::Eighteen, day(expires));
    }
    bench.catch_up(&mut scenario).await;

    let own = bench.reads.vouchers(member(1)).await.unwrap();
    assert_eq!(own.iter().map(|voucher| voucher.id).collect::<Vec<_>>(), [voucher(2), voucher(1)]);
    assert_eq!(own[0].kind, VoucherKind::Bonus);
}

#[tokio::test]
async fn a_voucher_that_an_operator_took_back_is_neither_in_the_list_nor_in_the_rights() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for number in 1..=3 {
        scenario.grant(number, 1, Holes::Nine, day("2026-12-31"));
    }
    scenario.withdraw_voucher(1, 1);
    bench.catch_up(&mut scenario).await;
    scenario.withdraw_voucher(2, 1);
    bench.catch_up(&mut scenario).await;

    let left = only_voucher(&bench).await;
    assert_eq!(left.id, voucher(3));
    let rights = bench.reads.member_rights(&[member(1)], play_day(0)).await.unwrap();
    assert_eq!(rights[0].vouchers, [left]);
}
