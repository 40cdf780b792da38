//! The names of the commands.

use crate::Command;
use crate::commands::{CancelGroup, CountsAs, Decide, OfferFreePlaces, TakeOffer};
use crate::fixtures::{booking, club, member, now, shared, today};

/// The record of a refusal stores them too.
const NAMES: [&str; 29] = [
    "BookRound",
    "AddPlayers",
    "CancelPlace",
    "CancelGroup",
    "RemovePlayer",
    "StartSubscription",
    "GrantVoucher",
    "PlaceOrder",
    "StartPayment",
    "SettleOrder",
    "RecordRefund",
    "CancelForPlayers",
    "ReturnForfeitedRight",
    "ChangeDay",
    "SwapPlayer",
    "JoinWaitingList",
    "LeaveWaitingList",
    "DeclineOffer",
    "TakeOffer",
    "OfferFreePlaces",
    "WithdrawVoucher",
    "WithdrawSubscription",
    "ApproveRefund",
    "AgreeStartTime",
    "RecordScan",
    "AnnulArrival",
    "CorrectPlayedHoles",
    "DecideIrregularScan",
    "BookWalkIn",
];

#[test]
fn metrics_and_traces_call_each_command_by_its_own_name() {
    // A new command comes after these.
    assert_eq!(Command::KINDS[..NAMES.len()], NAMES);
    let (today, at) = (today(), now());
    let first = super::book(club(), "2026-11-25", 1);
    let cancel = Command::CancelGroup(CancelGroup { booking: booking(1), by: member(1), today, at });
    let last = Command::OfferFreePlaces(OfferFreePlaces { club: shared(club()), date: today, today, at });
    for (command, number) in [(first, 0), (cancel, 3), (last, 19)] {
        assert_eq!((command.kind(), command.name()), (number, NAMES[number]));
        assert!(format!("{command:?}").starts_with(&format!("{}(", NAMES[number])), "{command:?}");
    }
}

#[test]
fn a_round_that_is_booked_counts_as_a_booking_however_it_is_booked() {
    assert_eq!(super::book(club(), "2026-11-25", 1).counts_as(), CountsAs::Booking);
    assert_eq!(TakeOffer::COUNTS_AS, CountsAs::Booking);
    assert_eq!(super::cancel_group(1, "2026-11-20").counts_as(), CountsAs::Change);
}
