//! A membership by itself: what a place takes from it, and what giving the place up gives back.

use fairway_events::OrderItem;

use super::*;
use crate::fixtures::{
    booking, by_pass, by_voucher, club_id, day, grant_voucher, member, now, order, place, start_subscription,
    today, voucher,
};
use crate::{PlayerReason, Rejection};

const PLAY_DATE: &str = "2026-11-25";

/// Member 1 with a pass of 2 rounds a month and a voucher for 18 holes.
fn membership() -> Membership {
    let limited = StartSubscription { per_month: Some(2), ..start_subscription(1) };
    after(
        Membership::default(),
        &[
            MembershipCommand::StartSubscription(limited),
            MembershipCommand::ReceiveVoucher(grant_voucher(1, 1, Holes::Eighteen)),
        ],
    )
}

fn after(mut membership: Membership, commands: &[MembershipCommand]) -> Membership {
    for command in commands {
        let events = membership.decide(command).expect("a given command succeeds");
        events.iter().cloned().for_each(|event| membership.apply(event));
    }
    membership
}

/// Place `number` on a date, at the cost of a right.
fn claiming(number: u128, date: &str, right: PlayRight) -> MembershipCommand {
    MembershipCommand::ClaimRight(ClaimRight {
        member: member(1),
        place: place(number),
        booking: booking(number),
        club: club_id(),
        club_maximum: 3,
        play_date: day(date),
        holes: Holes::Eighteen,
        right,
    })
}

fn releasing(number: u128, today: &str) -> MembershipCommand {
    let (today, forfeits) = (day(today), today == PLAY_DATE);
    MembershipCommand::ReleasePlace { member: member(1), place: place(number), today, forfeits }
}

fn refusal(reason: PlayerReason) -> Rejection {
    reason.for_member(member(1)).into()
}

#[test]
fn a_pass_and_a_voucher_are_taken_in_once() {
    let membership = membership();
    assert_eq!(membership.rights().passes.len(), 1);
    assert_eq!(membership.rights().vouchers.len(), 1);
    let again = [
        MembershipCommand::StartSubscription(start_subscription(1)),
        MembershipCommand::ReceiveVoucher(grant_voucher(1, 1, Holes::Eighteen)),
    ];
    assert_eq!(again.map(|command| membership.decide(&command)), [Ok(vec![]), Ok(vec![])]);
}

#[test]
fn a_pass_does_not_end_before_it_starts() {
    let start = StartSubscription { enddate: day("2025-12-31"), ..start_subscription(1) };
    let refused = Membership::default().decide(&MembershipCommand::StartSubscription(start));
    assert_eq!(refused, Err(Rejection::SubscriptionEndsBeforeStart));
    let one_day = StartSubscription { enddate: day("2026-01-01"), ..start_subscription(1) };
    assert!(Membership::default().decide(&MembershipCommand::StartSubscription(one_day)).is_ok());
}

#[test]
fn a_place_uses_one_right_one_date_and_one_round_of_the_club() {
    let membership = after(membership(), &[claiming(1, PLAY_DATE, by_pass(1))]);
    let rights = membership.rights();
    let pass = rights.passes.first().unwrap();
    assert_eq!((pass.used, pass.used_by_month.get(&Month::from(day(PLAY_DATE)))), (1, Some(&1)));
    assert!(rights.dates_taken.contains(&day(PLAY_DATE)));
    assert_eq!(rights.rounds_at(&club_id(), 2026), 1);
}

#[test]
fn the_date_is_taken_once_and_the_club_allows_its_maximum() {
    let taken = after(membership(), &[claiming(1, PLAY_DATE, by_pass(1))]);
    let refused = taken.decide(&claiming(2, PLAY_DATE, by_pass(1)));
    assert_eq!(refused, Err(refusal(PlayerReason::AlreadyPlays)));
    let three = after(taken, &[claiming(2, "2026-11-26", by_pass(1)), claiming(3, "2026-12-01", by_pass(1))]);
    let refused = three.decide(&claiming(4, "2026-12-02", by_pass(1)));
    assert_eq!(refused, Err(refusal(PlayerReason::ClubMaximum { maximum: 3 })));
}

#[test]
fn a_right_that_is_gone_is_not_consumed() {
    let used = after(
        membership(),
        &[
            claiming(1, "2026-11-25", by_pass(1)),
            claiming(2, "2026-11-26", by_pass(1)),
            claiming(3, "2026-11-27", by_voucher(1)),
        ],
    );
    let mut command = claiming(4, "2026-11-28", by_pass(1));
    if let MembershipCommand::ClaimRight(claim) = &mut command {
        claim.club = ClubId::from("de-es");
    }
    assert_eq!(used.decide(&command), Err(Rejection::RightUnavailable), "the month has no round left");
    let voucher = claiming(4, "2026-11-28", by_voucher(1));
    let other_right = after(membership(), &[claiming(1, "2026-11-25", by_voucher(1))]);
    assert_eq!(other_right.decide(&voucher), Err(Rejection::RightUnavailable));
    assert_eq!(membership().decide(&claiming(1, PLAY_DATE, by_pass(2))), Err(Rejection::RightUnavailable));
}

#[test]
fn the_same_claim_again_changes_nothing_and_another_for_its_place_is_refused() {
    let taken = after(membership(), &[claiming(1, PLAY_DATE, by_pass(1))]);
    assert_eq!(taken.decide(&claiming(1, PLAY_DATE, by_pass(1))), Ok(vec![]));
    let refused = taken.decide(&claiming(1, "2026-11-26", by_pass(1)));
    assert_eq!(refused, Err(Rejection::IdTaken));
}

#[test]
fn before_the_play_date_everything_comes_back() {
    for right in [by_pass(1), by_voucher(1)] {
        let before = membership();
        let after =
            after(before.clone(), &[claiming(1, PLAY_DATE, right.clone()), releasing(1, "2026-11-24")]);
        let pass = after.rights().passes.first().unwrap();
        assert_eq!((pass.used, pass.used_by_month.values().sum::<u32>()), (0, 0));
        let allowed = after.rights().choose(day(PLAY_DATE), Holes::Eighteen, today());
        assert_eq!(allowed, Ok(by_pass(1)));
        assert!(after.rights().has(&right, day(PLAY_DATE), Holes::Eighteen));
        assert!(after.rights().dates_taken.is_empty());
        assert_eq!(after.rights().rounds_at(&club_id(), 2026), 0);
    }
}

#[test]
fn on_the_play_date_the_right_is_forfeited_but_the_date_and_the_club_are_free() {
    let forfeited = |right: PlayRight| {
        let claim = claiming(1, PLAY_DATE, right);
        after(membership(), &[claim, releasing(1, PLAY_DATE)])
    };
    let by_pass = forfeited(by_pass(1));
    assert_eq!(by_pass.rights().passes.first().map(|pass| pass.used), Some(1));
    assert_eq!(by_pass.rights().rounds_at(&club_id(), 2026), 0);
    assert_eq!(by_pass.rights().check_date(day(PLAY_DATE)), Ok(()));
    let by_voucher = forfeited(by_voucher(1));
    assert_eq!(by_voucher.rights().vouchers.first().map(|voucher| voucher.used), Some(true));
}

#[test]
fn a_place_is_given_up_once_and_not_after_the_play_date() {
    let taken = after(membership(), &[claiming(1, PLAY_DATE, by_pass(1))]);
    assert_eq!(taken.decide(&releasing(1, "2026-11-26")), Err(Rejection::TooLateToCancel));
    assert_eq!(taken.decide(&releasing(2, "2026-11-24")), Err(Rejection::ReservationNotFound));
    let given_up = after(taken, &[releasing(1, "2026-11-24")]);
    assert_eq!(given_up.decide(&releasing(1, "2026-11-24")), Ok(vec![]));
    assert_eq!(given_up.decide(&releasing(1, "2026-11-26")), Ok(vec![]));
}

#[test]
fn every_place_stays_known_with_whether_it_is_still_to_be_played() {
    let claims = [claiming(1, PLAY_DATE, by_pass(1)), claiming(2, "2026-11-26", by_voucher(1))];
    let membership = after(membership(), &[&claims[..], &[releasing(1, "2026-11-24")]].concat());
    let mut places: Vec<_> = membership.places().collect();
    places.sort();
    let wanted =
        [(booking(1), place(1), day(PLAY_DATE), false), (booking(2), place(2), day("2026-11-26"), true)];
    assert_eq!(places, wanted);
}

#[test]
fn an_order_of_vouchers_is_closed_once_and_a_payment_that_comes_late_still_counts() {
    let close = |bought| MembershipCommand::CloseVoucherOrder { member: member(1), order: order(1), bought };
    let closed =
        |bought| vec![MembershipEvent::VoucherOrderClosed { member: member(1), order: order(1), bought }];
    assert_eq!(membership().decide(&close(true)), Ok(vec![]), "of an order that is not known");
    let open = MembershipCommand::PlaceOrder(PlaceOrder {
        order: order(1),
        member: member(1),
        item: OrderItem::FreeVouchers {
            vouchers: vec![voucher(1), voucher(2)],
            title: "Vrije voucher".to_owned(),
            holes: Holes::Eighteen,
            validity_days: 365,
            year: 2026,
        },
        amount_cents: 2_500,
        method: "ideal".to_owned(),
        voucher_maximum: 4,
        today: today(),
        at: now(),
    });
    let open = after(membership(), &[open]);
    assert_eq!(open.decide(&close(false)), Ok(closed(false)));
    let lapsed = after(open, &[close(false)]);
    assert_eq!(lapsed.decide(&close(false)), Ok(vec![]));
    assert_eq!(lapsed.decide(&close(true)), Ok(closed(true)));
    let bought = after(lapsed, &[close(true)]);
    assert_eq!(bought.decide(&close(true)), Ok(vec![]));
    assert_eq!(bought.decide(&close(false)), Ok(vec![]));
}

#[test]
fn a_membership_survives_json() {
    let withdraw = WithdrawSubscription {
        member: member(1),
        subscription: start_subscription(2).subscription,
        today: today(),
    };
    let second = MembershipCommand::StartSubscription(StartSubscription {
        member: member(1),
        ..start_subscription(2)
    });
    let withdraw = MembershipCommand::WithdrawSubscription(withdraw);
    let claims = [claiming(1, PLAY_DATE, by_pass(1)), releasing(1, PLAY_DATE), second, withdraw];
    let membership = after(membership(), &claims);
    let json = serde_json::to_string(&membership).unwrap();
    assert_eq!(serde_json::from_str::<Membership>(&json).unwrap(), membership);
}
