//! Season passes and vouchers come into a member's hands once.

use super::*;
use crate::fixtures::{given, grant_voucher, start_subscription};
use crate::{GrantVoucher, RejectionClass, StartSubscription};

fn start() -> Command {
    Command::StartSubscription(start_subscription(1))
}

fn grant() -> Command {
    Command::GrantVoucher(grant_voucher(1, 1, Holes::Nine))
}

#[test]
fn a_season_pass_starts_once() {
    assert_eq!(outline(given([]).when(&start())), ["Membership: SubscriptionStarted"]);
    assert_eq!(given([start()]).when(&start()), Ok(Decision::default()));
}

#[test]
fn a_season_pass_ends_after_it_starts() {
    let backwards = StartSubscription { enddate: day("2025-12-31"), ..start_subscription(1) };
    let refused = given([]).when(&Command::StartSubscription(backwards)).unwrap_err();
    assert_eq!(
        (refused.code(), refused.class()),
        ("subscription_ends_before_start", RejectionClass::Invalid)
    );
}

#[test]
fn a_voucher_is_granted_and_received_in_one_decision_and_once() {
    let granted = given([]).when(&grant());
    assert_eq!(outline(granted), ["Voucher: VoucherGranted", "Membership: VoucherReceived"]);
    assert_eq!(given([grant()]).when(&grant()), Ok(Decision::default()));
}

#[test]
fn a_voucher_of_one_member_is_not_granted_to_another() {
    let other = GrantVoucher { member: member(2), ..grant_voucher(1, 1, Holes::Nine) };
    let refused = given([grant()]).when(&Command::GrantVoucher(other)).unwrap_err();
    assert_eq!((refused.code(), refused.class()), ("id_taken", RejectionClass::Conflict));
}
