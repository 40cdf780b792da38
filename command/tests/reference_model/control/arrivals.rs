//! Controls of the arrivals' invariants.

use fairway_command::{
    AnnulArrival, BookWalkIn, Command, CorrectPlayedHoles, ObjectToAbsence, RecordAbsence, RecordScan,
    Scanned, WithdrawAbsence,
};
use fairway_events::{AbsenceReason, ClubUserId, Scan, ScanId, ScanMethod};

use super::*;

fn nonce(id: u128) -> Scan {
    let at = DateTime::<Utc>::UNIX_EPOCH;
    let (id, by) = (ScanId(Uuid::from_u128(id)), ClubUserId(Uuid::from_u128(1)));
    Scan { id, by, at, device_time: at, method: ScanMethod::Camera }
}

/// The code of member 2 of booking 1000.
fn scan(id: u128) -> Command {
    Command::RecordScan(RecordScan {
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        scanned: Scanned::Place {
            booking: BookingId(Uuid::from_u128(1000)),
            place: PlaceId(Uuid::from_u128(1002)),
        },
        scan: nonce(id),
    })
}

fn annul() -> Command {
    Command::AnnulArrival(AnnulArrival {
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        place: PlaceId(Uuid::from_u128(1002)),
        reason: "Verkeerde code".to_owned(),
        today: date(18),
    })
}

fn correct() -> Command {
    Command::CorrectPlayedHoles(CorrectPlayedHoles {
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        place: PlaceId(Uuid::from_u128(1002)),
        holes: Holes::Eighteen,
        reason: "Speelde door".to_owned(),
        today: date(18),
    })
}

/// Member 2 of booking 1000 did not come.
fn miss() -> Command {
    Command::RecordAbsence(RecordAbsence {
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        booking: BookingId(Uuid::from_u128(1000)),
        place: PlaceId(Uuid::from_u128(1002)),
        reason: AbsenceReason::NoShow,
        today: date(19),
    })
}

fn object() -> Command {
    Command::ObjectToAbsence(ObjectToAbsence {
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        place: PlaceId(Uuid::from_u128(1002)),
        by: MemberId(Uuid::from_u128(2)),
        today: date(20),
    })
}

fn withdraw() -> Command {
    Command::WithdrawAbsence(WithdrawAbsence {
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        place: PlaceId(Uuid::from_u128(1002)),
        reason: "Speelde wel".to_owned(),
    })
}

fn walk_in(booking: u128, member: u128, scan: u128) -> Command {
    let Command::BookRound(round) = book(booking, 0, 18, [member]) else { unreachable!("it books a round") };
    Command::BookWalkIn(BookWalkIn { round, scan: nonce(scan) })
}

fn booked() -> Vec<Command> {
    let mut given = passes(4);
    given.push(book(1000, 0, 18, 1..=2));
    given
}

fn arrived() -> Vec<Command> {
    let mut given = booked();
    given.push(scan(1));
    given
}

#[test]
fn a_player_who_arrives_twice_is_noticed() {
    assert!(breaks(&booked(), [scan(1), scan(2)]));
}

#[test]
fn a_scan_that_is_recorded_twice_is_noticed() {
    assert!(breaks(&booked(), [scan(1), walk_in(2000, 3, 1)]));
    assert!(breaks(&booked(), [walk_in(2000, 3, 1), walk_in(3000, 4, 1)]));
    assert!(!breaks(&booked(), [walk_in(2000, 3, 1), walk_in(3000, 4, 2)]), "two scans are two");
}

#[test]
fn an_absence_of_who_arrived_or_does_not_play_is_noticed() {
    let mut scanned = booked();
    scanned.push(walk_in(2000, 3, 9));
    assert!(breaks(&scanned, [scan(1), miss()]));
    assert!(!breaks(&scanned, [miss(), scan(1)]), "a scan ends the absence");
    assert!(breaks(&scanned, [cancel(), miss()]));
    assert!(breaks(&scanned, [miss(), miss()]));
}

#[test]
fn an_objection_to_what_was_taken_back_or_objected_to_is_noticed() {
    let mut missed = booked();
    missed.extend([walk_in(2000, 3, 9), miss()]);
    assert!(breaks(&missed, [withdraw(), object()]));
    assert!(breaks(&missed, [object(), object()]));
    assert!(breaks(&missed, [scan(1), withdraw()]));
    assert!(!breaks(&missed, [object(), withdraw()]));
}

#[test]
fn a_player_who_arrives_after_cancelling_is_noticed() {
    assert!(breaks(&booked(), [cancel(), scan(1)]));
    assert!(breaks(&booked(), [swap(3), scan(1)]));
    assert!(!breaks(&booked(), [scan(1), cancel()]), "who arrived may cancel");
}

#[test]
fn a_correction_of_an_arrival_that_was_taken_back_is_noticed() {
    assert!(breaks(&arrived(), [annul(), correct()]));
    assert!(breaks(&arrived(), [annul(), scan(2)]));
    assert!(breaks(&arrived(), [annul(), annul()]));
}
