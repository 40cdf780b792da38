//! What came of a place, and the days of a decision.

use fairway_events::{BookingId, ClubUserId, Event, Holes, MemberId, ScanMethod, StreamId};
use uuid::Uuid;

use super::*;
use crate::rules::checking::found;

fn club() -> ClubId {
    ClubId::from("de-es")
}

fn date() -> NaiveDate {
    "2026-11-26".parse().expect("a day")
}

fn scan(number: u128) -> Scan {
    let at = "2026-11-26T09:00:00Z".parse().expect("an instant");
    let (id, by) = (ScanId(Uuid::from_u128(number)), ClubUserId(Uuid::from_u128(9)));
    Scan { id, by, at, device_time: at, method: ScanMethod::Camera }
}

fn round() -> ScannedRound {
    ScannedRound {
        booking: BookingId(Uuid::from_u128(1)),
        place: PlaceId(Uuid::from_u128(2)),
        member: MemberId(Uuid::from_u128(3)),
        holes: Holes::Nine,
    }
}

fn irregular() -> ArrivalListEvent {
    ArrivalListEvent::IrregularScanRecorded {
        club: club(),
        date: date(),
        why: Irregularity::OtherDay,
        round: Some(round()),
        scan: scan(20),
    }
}

fn decided(counts: bool) -> ArrivalListEvent {
    let (scan, round, reason) = (scan(20).id, Some(round()), "Gezien".to_owned());
    ArrivalListEvent::IrregularScanDecided { club: club(), date: date(), scan, counts, round, reason }
}

#[test]
fn what_came_of_a_place_follows_every_event_that_changes_it() {
    let ScannedRound { booking, place, member, holes } = round();
    let arrived = |walk_in, number| ArrivalListEvent::PlayerArrived {
        club: club(),
        date: date(),
        booking,
        place,
        member,
        holes,
        walk_in,
        scan: scan(number),
    };
    let annulled = || {
        let reason = String::new();
        ArrivalListEvent::ArrivalAnnulled { club: club(), date: date(), booking, place, member, reason }
    };
    let absent = |reason| ArrivalListEvent::AbsenceRecorded {
        club: club(),
        date: date(),
        booking,
        place,
        member,
        reason,
    };
    let (nine, eighteen) = (Came::Arrived(Holes::Nine), Came::Arrived(Holes::Eighteen));
    let steps = [
        (irregular(), Came::No),
        (arrived(false, 10), nine),
        (
            ArrivalListEvent::PlayedHolesCorrected {
                club: club(),
                date: date(),
                booking,
                place,
                member,
                holes: Holes::Eighteen,
                reason: String::new(),
            },
            eighteen,
        ),
        (decided(true), eighteen),
        (annulled(), Came::No),
        (decided(true), nine),
        (decided(false), Came::No),
        (absent(AbsenceReason::NoShow), Came::Absent),
        (decided(true), nine),
        (decided(false), Came::No),
        (absent(AbsenceReason::Illness), Came::No),
        (absent(AbsenceReason::NoShow), Came::Absent),
        (
            ArrivalListEvent::AbsenceWithdrawn {
                club: club(),
                date: date(),
                booking,
                place,
                member,
                reason: String::new(),
            },
            Came::No,
        ),
        (arrived(true, 11), Came::WalkedIn(Holes::Nine)),
        (annulled(), Came::No),
        (arrived(false, 12), nine),
    ];
    let mut checker = Checker::for_day(club(), date());
    let mut came = Came::No;
    for (number, (event, expected)) in steps.iter().enumerate() {
        checker.state.apply(event);
        if changed(event) == Some(place) {
            came = checker.came(place);
        }
        assert_eq!((came, checker.came(place)), (*expected, *expected), "step {number}");
    }
}

#[test]
fn a_club_decides_on_a_scan_within_a_month() {
    let stream = StreamId::ArrivalList(club(), date());
    let decided_on = |day| {
        let events: [(&str, Event); 2] = [("2026-11-26", irregular().into()), (day, decided(false).into())];
        found(&stream, &events)
    };
    assert_eq!(decided_on("2026-12-27"), [] as [String; 0]);
    assert_eq!(decided_on("2026-12-29"), ["the list was corrected on 2026-12-29"]);
}
