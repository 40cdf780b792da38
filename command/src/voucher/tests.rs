//! A voucher by itself: it is used at most once, in time, by its owner, for a round that it allows.

use super::*;
use crate::fixtures::{day, grant_voucher, member, place, voucher};

const PLAY_DATE: &str = "2026-11-25";

/// Voucher 1 of member 1, for 9 holes until 31 December.
fn granting() -> VoucherCommand {
    VoucherCommand::Grant(grant_voucher(1, 1, Holes::Nine))
}

fn using(number: u128, date: &str) -> VoucherCommand {
    VoucherCommand::Use { member: member(1), place: place(number), play_date: day(date), holes: Holes::Nine }
}

fn releasing(number: u128, today: &str) -> VoucherCommand {
    let forfeits = today == PLAY_DATE;
    VoucherCommand::ReleasePlace { place: place(number), today: day(today), forfeits, owed: false }
}

fn after(commands: &[VoucherCommand]) -> Voucher {
    let mut voucher = Voucher::default();
    for command in commands {
        let events = voucher.decide(command).expect("a given command succeeds");
        events.iter().cloned().for_each(|event| voucher.apply(event));
    }
    voucher
}

fn used(number: u128, date: &str) -> VoucherEvent {
    VoucherEvent::VoucherUsed {
        voucher: voucher(1),
        member: member(1),
        place: place(number),
        play_date: day(date),
    }
}

#[test]
fn a_voucher_is_granted_once_to_one_member() {
    let granted = after(&[granting()]);
    assert_eq!(granted.decide(&granting()), Ok(vec![]));
    let other = VoucherCommand::Grant(grant_voucher(1, 2, Holes::Nine));
    assert_eq!(granted.decide(&other), Err(Rejection::VoucherIdTaken));
}

#[test]
fn a_voucher_that_was_never_granted_is_unknown() {
    let nothing = Voucher::default();
    assert_eq!(nothing.decide(&using(1, "2026-11-25")), Err(Rejection::VoucherNotFound));
    assert_eq!(nothing.decide(&releasing(1, "2026-11-25")), Err(Rejection::VoucherNotFound));
}

#[test]
fn a_voucher_is_used_at_most_once() {
    let taken = after(&[granting(), using(1, "2026-11-25")]);
    assert_eq!(taken.decide(&using(2, "2026-11-26")), Err(Rejection::VoucherAlreadyUsed));
    assert_eq!(taken.decide(&using(1, "2026-11-25")), Ok(vec![]), "the same request, retried");
}

#[test]
fn a_voucher_is_used_until_the_day_it_expires() {
    let granted = after(&[granting()]);
    assert_eq!(granted.decide(&using(1, "2026-12-31")), Ok(vec![used(1, "2026-12-31")]));
    assert_eq!(granted.decide(&using(1, "2027-01-01")), Err(Rejection::VoucherExpired));
}

#[test]
fn a_voucher_is_used_by_its_owner_for_a_round_that_it_allows() {
    let granted = after(&[granting()]);
    let longer = VoucherCommand::Use {
        member: member(1),
        place: place(1),
        play_date: day("2026-11-25"),
        holes: Holes::Eighteen,
    };
    assert_eq!(granted.decide(&longer), Err(Rejection::VoucherTooShort { holes: Holes::Nine }));
    let stranger = VoucherCommand::Use {
        member: member(2),
        place: place(1),
        play_date: day("2026-11-25"),
        holes: Holes::Nine,
    };
    assert_eq!(granted.decide(&stranger), Err(Rejection::VoucherNotFound));
}

#[test]
fn before_the_play_date_a_voucher_comes_back_and_can_be_used_again() {
    let back = after(&[granting(), using(1, "2026-11-25"), releasing(1, "2026-11-24")]);
    assert_eq!(back.decide(&releasing(1, "2026-11-24")), Ok(vec![]), "the same request, retried");
    assert_eq!(back.decide(&using(2, "2026-11-25")), Ok(vec![used(2, "2026-11-25")]));
}

#[test]
fn on_the_play_date_a_voucher_is_forfeited() {
    let gone = after(&[granting(), using(1, "2026-11-25"), releasing(1, "2026-11-25")]);
    assert_eq!(gone.decide(&releasing(1, "2026-11-25")), Ok(vec![]), "the same request, retried");
    assert_eq!(gone.decide(&using(2, "2026-11-26")), Err(Rejection::VoucherAlreadyUsed));
    assert_eq!(gone.decide(&using(1, "2026-11-25")), Err(Rejection::VoucherAlreadyUsed));
}

#[test]
fn on_the_play_date_a_voucher_comes_back_where_the_booking_says_so() {
    let taken = after(&[granting(), using(1, PLAY_DATE)]);
    let back =
        VoucherCommand::ReleasePlace { place: place(1), today: day(PLAY_DATE), forfeits: false, owed: false };
    let released = VoucherEvent::VoucherReleased { voucher: voucher(1), member: member(1), place: place(1) };
    assert_eq!(taken.decide(&back), Ok(vec![released]));
}

#[test]
fn after_the_play_date_a_voucher_stays_used() {
    let taken = after(&[granting(), using(1, "2026-11-25")]);
    assert_eq!(taken.decide(&releasing(1, "2026-11-26")), Err(Rejection::TooLateToCancel));
    assert_eq!(taken.decide(&releasing(2, "2026-11-24")), Ok(vec![]), "another place never held it");
}

#[test]
fn a_voucher_that_was_given_is_taken_back_while_it_is_unused() {
    let withdraw = |number| VoucherCommand::WithdrawGranted { member: member(number) };
    let withdrawn = VoucherEvent::GrantedVoucherWithdrawn { voucher: voucher(1), member: member(1) };
    assert_eq!(after(&[granting()]).decide(&withdraw(1)), Ok(vec![withdrawn]));
    assert_eq!(after(&[granting()]).decide(&withdraw(2)), Err(Rejection::VoucherNotFound), "another's");
    assert_eq!(Voucher::default().decide(&withdraw(1)), Err(Rejection::VoucherNotFound));
    let gone = after(&[granting(), withdraw(1)]);
    assert!(gone.is_withdrawn());
    assert_eq!(gone.decide(&withdraw(1)), Ok(vec![]), "the same request, retried");
    assert_eq!(gone.decide(&using(1, PLAY_DATE)), Err(Rejection::VoucherWithdrawn));
    assert_eq!(gone.decide(&granting()), Ok(vec![]), "given before");
    let used = after(&[granting(), using(1, PLAY_DATE)]);
    assert_eq!(used.decide(&withdraw(1)), Err(Rejection::VoucherAlreadyUsed));
    let bought = VoucherCommand::Purchase {
        grant: grant_voucher(1, 1, Holes::Nine),
        order: crate::fixtures::order(1),
    };
    assert_eq!(after(&[bought]).decide(&withdraw(1)), Err(Rejection::VoucherBought));
}

#[test]
fn a_voucher_survives_json() {
    let voucher = after(&[granting(), using(1, "2026-11-25")]);
    let json = serde_json::to_string(&voucher).unwrap();
    assert_eq!(serde_json::from_str::<Voucher>(&json).unwrap(), voucher);
}
