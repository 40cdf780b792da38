//! The right that a round consumes, and the reason when there is none.

use super::*;
use crate::fixtures::{by_pass, by_voucher, club_id, day, pass, today, voucher_right};

const NINE: Holes = Holes::Nine;
const EIGHTEEN: Holes = Holes::Eighteen;

fn november() -> Month {
    Month { year: 2026, month: 11 }
}

fn with(passes: impl Into<Vec<Pass>>, vouchers: impl Into<Vec<VoucherRight>>) -> Rights {
    Rights { passes: passes.into(), vouchers: vouchers.into(), ..Rights::default() }
}

fn chosen(rights: &Rights, date: &str, holes: Holes) -> Result<PlayRight, PlayerReason> {
    let choice = rights.choose(day(date), holes, today());
    if let Ok(right) = &choice {
        assert!(rights.has(right, day(date), holes), "what is chosen is there");
    }
    choice
}

fn used_in(pass: Pass, month: u32, used: u32) -> Pass {
    let used_by_month = BTreeMap::from([(Month { year: 2026, month }, used)]);
    Pass { used: pass.used + used, used_by_month, ..pass }
}

#[test]
fn a_pass_gives_its_right_before_any_voucher() {
    let rights = with([pass(1)], [voucher_right(1, EIGHTEEN, "2026-11-25")]);
    assert_eq!(chosen(&rights, "2026-11-25", EIGHTEEN), Ok(by_pass(1)));
}

#[test]
fn of_two_passes_the_one_that_ends_first_gives_the_right_and_the_id_breaks_a_tie() {
    let sooner = Pass { enddate: day("2026-11-30"), ..pass(2) };
    let rights = with([pass(3), pass(1), sooner], []);
    assert_eq!(chosen(&rights, "2026-11-25", NINE), Ok(by_pass(2)));
    assert_eq!(chosen(&rights, "2026-12-01", NINE), Ok(by_pass(1)));
}

#[test]
fn a_pass_that_is_used_up_leaves_the_round_to_another_one() {
    let used_up = used_in(Pass { per_month: Some(2), ..pass(1) }, 11, 2);
    let rights = with([used_up, pass(2)], []);
    assert_eq!(chosen(&rights, "2026-11-25", EIGHTEEN), Ok(by_pass(2)));
    assert_eq!(chosen(&rights, "2026-12-01", EIGHTEEN), Ok(by_pass(1)), "a new month");
}

#[test]
fn a_pass_is_valid_on_its_first_and_on_its_last_day() {
    let short = Pass { startdate: day("2026-11-24"), enddate: day("2026-11-25"), ..pass(1) };
    let rights = with([short], []);
    for (date, expected) in [
        ("2026-11-23", Err(PlayerReason::NotCovered)),
        ("2026-11-24", Ok(by_pass(1))),
        ("2026-11-25", Ok(by_pass(1))),
        ("2026-11-26", Err(PlayerReason::NotCovered)),
    ] {
        assert_eq!(chosen(&rights, date, EIGHTEEN), expected);
    }
}

#[test]
fn a_month_counts_the_rounds_by_their_play_date() {
    let limited = used_in(Pass { per_month: Some(3), ..pass(1) }, 11, 3);
    let rights = with([limited], []);
    assert_eq!(chosen(&rights, "2026-11-30", EIGHTEEN), Err(PlayerReason::UsedUp { month: november() }));
    assert_eq!(chosen(&rights, "2026-12-01", EIGHTEEN), Ok(by_pass(1)));
}

#[test]
fn what_is_left_of_a_month_is_the_smaller_of_the_month_and_the_term() {
    let left = |passes: &[Pass]| -> Vec<(u32, u32, Option<u32>)> {
        let months = with(passes, []).months(day("2026-11-25"));
        months.into_iter().map(|rights| (rights.month.month, rights.left, rights.per_month)).collect()
    };
    let limited = Pass { max: 10, per_month: Some(4), ..pass(1) };
    assert_eq!(left(&[used_in(limited.clone(), 11, 3)]), [(11, 1, Some(4)), (12, 4, Some(4))]);
    assert_eq!(left(&[Pass { used: 8, ..limited.clone() }]), [(11, 2, Some(4)), (12, 2, Some(4))]);
    assert_eq!(left(&[Pass { used: 11, ..limited.clone() }]), [(11, 0, Some(4)), (12, 0, Some(4))]);
    let until_today = Pass { enddate: day("2026-11-25"), ..limited.clone() };
    assert_eq!(left(std::slice::from_ref(&until_today)), [(11, 4, Some(4))]);
    let next = Pass { startdate: day("2026-11-26"), per_month: None, max: 7, ..pass(2) };
    assert_eq!(left(&[until_today, next]), [(11, 11, None), (12, 7, None)]);
    assert!(left(&[Pass { enddate: day("2026-11-24"), ..limited }]).is_empty());
}

#[test]
fn a_term_that_is_used_up_names_the_month_of_the_play_date() {
    let rights = with([Pass { max: 10, used: 10, ..pass(1) }], []);
    let december = Month { year: 2026, month: 12 };
    assert_eq!(chosen(&rights, "2026-12-02", NINE), Err(PlayerReason::UsedUp { month: december }));
}

#[test]
fn a_voucher_fills_in_when_the_month_is_used_up() {
    let limited = used_in(Pass { per_month: Some(1), ..pass(1) }, 11, 1);
    let rights = with([limited], [voucher_right(1, EIGHTEEN, "2026-12-31")]);
    assert_eq!(chosen(&rights, "2026-11-25", EIGHTEEN), Ok(by_voucher(1)));
}

#[test]
fn a_voucher_needs_no_subscription() {
    let rights = with([], [voucher_right(1, NINE, "2026-12-31")]);
    assert_eq!(chosen(&rights, "2026-11-25", NINE), Ok(by_voucher(1)));
}

#[test]
fn an_18_hole_voucher_lifts_a_9_hole_pass() {
    let rights = with([Pass { max_holes: NINE, ..pass(1) }], [voucher_right(1, EIGHTEEN, "2026-12-31")]);
    assert_eq!(chosen(&rights, "2026-11-25", NINE), Ok(by_pass(1)));
    assert_eq!(chosen(&rights, "2026-11-25", EIGHTEEN), Ok(by_voucher(1)));
}

#[test]
fn the_voucher_with_fewest_holes_goes_first_then_the_earliest_to_expire_then_the_lowest_id() {
    let rights = with(
        [],
        [
            voucher_right(5, EIGHTEEN, "2026-11-26"),
            voucher_right(4, NINE, "2026-12-31"),
            voucher_right(3, NINE, "2026-11-28"),
            voucher_right(2, NINE, "2026-11-28"),
            voucher_right(1, NINE, "2026-11-24"),
        ],
    );
    assert_eq!(chosen(&rights, "2026-11-25", NINE), Ok(by_voucher(2)));
    assert_eq!(chosen(&rights, "2026-11-29", NINE), Ok(by_voucher(4)));
    assert_eq!(chosen(&rights, "2026-11-25", EIGHTEEN), Ok(by_voucher(5)));
}

#[test]
fn a_voucher_is_valid_on_the_day_it_expires_and_not_after() {
    let rights = with([], [voucher_right(1, NINE, "2026-11-25")]);
    assert_eq!(chosen(&rights, "2026-11-25", NINE), Ok(by_voucher(1)));
    assert_eq!(chosen(&rights, "2026-11-26", NINE), Err(PlayerReason::NotCovered));
}

#[test]
fn a_used_or_expired_voucher_counts_as_none() {
    let used = VoucherRight { used: true, ..voucher_right(1, EIGHTEEN, "2026-12-31") };
    let expired = voucher_right(2, EIGHTEEN, "2026-11-19");
    let rights = with([], [used, expired]);
    assert_eq!(chosen(&rights, "2026-11-25", NINE), Err(PlayerReason::NoSubscription));
    assert_eq!(rights.allowance(today()).reason, Some(PlayerReason::NoSubscription));
}

#[test]
fn who_has_nothing_has_no_valid_subscription() {
    let rights = Rights::default();
    assert_eq!(chosen(&rights, "2026-11-25", NINE), Err(PlayerReason::NoSubscription));
    let past = Pass { enddate: day("2026-11-19"), ..pass(1) };
    assert_eq!(chosen(&with([past], []), "2026-11-25", NINE), Err(PlayerReason::NoSubscription));
    let far = Pass { startdate: day("2027-01-01"), enddate: day("2027-12-31"), ..pass(1) };
    assert_eq!(chosen(&with([far], []), "2026-11-25", NINE), Err(PlayerReason::NoSubscription));
}

#[test]
fn who_has_something_at_another_time_has_none_on_that_date() {
    let ends_today = Pass { enddate: today(), ..pass(1) };
    assert_eq!(chosen(&with([ends_today], []), "2026-11-25", NINE), Err(PlayerReason::NotCovered));
    let begins_soon = Pass { startdate: day("2026-12-31"), ..pass(1) };
    assert_eq!(chosen(&with([begins_soon], []), "2026-11-25", NINE), Err(PlayerReason::NotCovered));
}

#[test]
fn a_9_hole_pass_with_rights_left_names_its_level() {
    let level = Err(PlayerReason::LevelTooLow { max_holes: NINE });
    let nine = Pass { max_holes: NINE, ..pass(1) };
    assert_eq!(chosen(&with([nine.clone()], []), "2026-11-25", EIGHTEEN), level);
    let voucher = voucher_right(1, NINE, "2026-12-31");
    assert_eq!(chosen(&with([nine.clone()], [voucher]), "2026-11-25", EIGHTEEN), level);
    let used_up = Pass { max: 3, used: 3, ..pass(2) };
    assert_eq!(
        chosen(&with([used_up, nine], []), "2026-11-25", EIGHTEEN),
        level,
        "9 holes can still be played"
    );
}

#[test]
fn a_9_hole_pass_that_is_used_up_says_so_whatever_is_asked() {
    let used_up = Pass { max_holes: NINE, max: 3, used: 3, ..pass(1) };
    let rights = with([used_up], []);
    for holes in Holes::ALL {
        assert_eq!(chosen(&rights, "2026-11-25", holes), Err(PlayerReason::UsedUp { month: november() }));
    }
}

#[test]
fn who_has_only_9_hole_vouchers_left_cannot_play_18() {
    let only_shorter = Err(PlayerReason::OnlyShorterVoucher { holes: NINE });
    let voucher = voucher_right(1, NINE, "2026-11-25");
    assert_eq!(chosen(&with([], [voucher.clone()]), "2026-11-25", EIGHTEEN), only_shorter);
    let used_up = Pass { max: 3, used: 3, ..pass(1) };
    assert_eq!(chosen(&with([used_up], [voucher.clone()]), "2026-11-25", EIGHTEEN), only_shorter);
    assert_eq!(
        chosen(&with([], [voucher]), "2026-11-26", EIGHTEEN),
        Err(PlayerReason::NotCovered),
        "expired by then"
    );
}

#[test]
fn the_allowance_is_the_longest_round_of_each_month() {
    let nine_this_month = Pass { enddate: day("2026-11-30"), max_holes: NINE, ..pass(1) };
    let rights = with([nine_this_month], [voucher_right(1, EIGHTEEN, "2026-12-01")]);
    let allowance = rights.allowance(today());
    assert_eq!((allowance.this_month, allowance.next_month), (Some(EIGHTEEN), Some(EIGHTEEN)));
    assert!(allowance.reservable());

    let nine = with([Pass { max_holes: NINE, ..pass(1) }], [voucher_right(1, EIGHTEEN, "2026-11-30")]);
    let allowance = nine.allowance(today());
    assert_eq!((allowance.this_month, allowance.next_month), (Some(EIGHTEEN), Some(NINE)));
}

#[test]
fn the_allowance_follows_the_month_limit() {
    let limited = used_in(Pass { per_month: Some(2), ..pass(1) }, 11, 2);
    let allowance = with([limited.clone()], []).allowance(today());
    assert_eq!(allowance, Allowance { this_month: None, next_month: Some(EIGHTEEN), reason: None });

    let both = Pass { used_by_month: BTreeMap::from([(november(), 2), (november().next(), 2)]), ..limited };
    let allowance = with([both], []).allowance(today());
    assert!(!allowance.reservable());
    assert_eq!(allowance.reason, Some(PlayerReason::NoRightsThisAndNextMonth));
}

#[test]
fn the_allowance_ignores_single_dates() {
    let last_day = Pass { enddate: today(), ..pass(1) };
    let mut rights = with([last_day], []);
    rights.dates_taken.insert(today());
    assert_eq!(rights.allowance(today()).this_month, Some(EIGHTEEN));
}

#[test]
fn the_allowance_looks_from_today_to_the_end_of_next_month() {
    for (first, last, this_month, next_month, reason) in [
        ("2026-01-01", "2026-11-19", None, None, Some(PlayerReason::NoSubscription)),
        ("2026-01-01", "2026-11-20", Some(EIGHTEEN), None, None),
        ("2026-11-29", "2026-11-30", Some(EIGHTEEN), None, None),
        ("2026-12-31", "2027-12-30", None, Some(EIGHTEEN), None),
        ("2027-01-01", "2027-12-31", None, None, Some(PlayerReason::NoSubscription)),
    ] {
        let rights = with([Pass { startdate: day(first), enddate: day(last), ..pass(1) }], []);
        assert_eq!(
            rights.allowance(today()),
            Allowance { this_month, next_month, reason },
            "{first} – {last}"
        );
    }
}

#[test]
fn in_december_the_next_month_is_january() {
    let rights = with([Pass { startdate: day("2027-01-01"), enddate: day("2027-12-31"), ..pass(1) }], []);
    let allowance = rights.allowance(day("2026-12-15"));
    assert_eq!((allowance.this_month, allowance.next_month), (None, Some(EIGHTEEN)));
}

#[test]
fn a_date_is_taken_once_and_a_club_counts_by_year() {
    let mut rights = Rights::default();
    rights.dates_taken.insert(day("2026-11-25"));
    rights.rounds_by_club.insert((club_id(), 2026), 2);
    assert_eq!(rights.check_date(day("2026-11-25")), Err(PlayerReason::AlreadyPlays));
    assert_eq!(rights.check_date(day("2026-11-26")), Ok(()));
    let reached = Err(PlayerReason::ClubMaximum { maximum: 2 });
    assert_eq!(rights.check_club_maximum(&club_id(), 2, day("2026-12-31")), reached);
    assert_eq!(rights.check_club_maximum(&club_id(), 3, day("2026-12-31")), Ok(()));
    assert_eq!(rights.check_club_maximum(&club_id(), 2, day("2027-01-01")), Ok(()), "a new year");
    assert_eq!(
        rights.check_club_maximum(&ClubId::from("de-es"), 2, day("2026-12-31")),
        Ok(()),
        "another club"
    );
}

#[test]
fn rights_survive_json() {
    let mut rights = with([used_in(pass(1), 11, 2)], [voucher_right(1, NINE, "2026-12-31")]);
    rights.dates_taken.insert(today());
    rights.rounds_by_club.insert((club_id(), 2026), 2);
    let json = serde_json::to_string(&rights).unwrap();
    assert_eq!(serde_json::from_str::<Rights>(&json).unwrap(), rights);
}

#[test]
fn a_right_of_either_month_is_enough_to_play() {
    let allowance = |this_month, next_month| Allowance { this_month, next_month, reason: None };
    assert!(allowance(Some(NINE), None).reservable());
    assert!(allowance(None, Some(EIGHTEEN)).reservable());
    assert!(!allowance(None, None).reservable());
}
