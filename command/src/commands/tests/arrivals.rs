//! Arrivals at a club: what each scan records, what the club may correct and until when, members who came without a
//! round, and who did not come (docs/domain.md §3.24, §3.27).

mod absences;

use chrono::TimeDelta;
use fairway_events::{
    ArrivalListEvent, ClubUserId, Irregularity, Scan, ScanId, ScanMethod, ScannedRound, StreamId,
};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::fixtures::{Streams, club, club_id, given, members};
use crate::{
    AnnulArrival, ArrivalList, BookWalkIn, CorrectPlayedHoles, CountsAs, DecideIrregularScan, RecordScan,
    Scanned, World,
};

const DATE: &str = "2026-11-25";
const BEFORE: &str = "2026-11-24";
const LAST_DAY: &str = "2026-12-02";
const TOO_LATE: &str = "2026-12-03";
const TOO_LATE_TO_DECIDE: &str = "2026-12-27";

/// Scan `number` by device `by`, `number` minutes after ten.
fn scan(number: u128, by: u128) -> Scan {
    let at = now() + TimeDelta::minutes(number as i64);
    Scan {
        id: ScanId(Uuid::from_u128(7000 + number)),
        by: ClubUserId(Uuid::from_u128(8000 + by)),
        at,
        device_time: at,
        method: ScanMethod::Camera,
    }
}

fn record(scanned: Scanned, scan: Scan) -> Command {
    Command::RecordScan(RecordScan { club: club_id(), date: day(DATE), scanned, scan })
}

/// The code of player `number` of booking 1.
fn code(number: u128) -> Scanned {
    Scanned::Place { booking: booking(1), place: place(number) }
}

fn scanned_round(number: u128) -> ScannedRound {
    let (booking, place, member) = (booking(1), place(number), member(number));
    ScannedRound { booking, place, member, holes: Holes::Eighteen }
}

fn annul(number: u128, today: &str) -> Command {
    Command::AnnulArrival(AnnulArrival {
        club: club_id(),
        date: day(DATE),
        place: place(number),
        reason: "Verkeerde code".to_owned(),
        today: day(today),
    })
}

fn correct(number: u128, holes: Holes, today: &str) -> Command {
    Command::CorrectPlayedHoles(CorrectPlayedHoles {
        club: club_id(),
        date: day(DATE),
        place: place(number),
        holes,
        reason: "Na negen holes gestopt".to_owned(),
        today: day(today),
    })
}

fn decide(number: u128, counts: bool, today: &str) -> Command {
    Command::DecideIrregularScan(DecideIrregularScan {
        club: club_id(),
        date: day(DATE),
        scan: scan(number, 1).id,
        counts,
        reason: "Speelde een dag later".to_owned(),
        today: day(today),
    })
}

/// Member `number` without a round, who plays today.
fn walk_in(number: u128, scan: Scan) -> Command {
    let round = BookRound {
        booking: booking(number),
        master: member(number),
        players: vec![player(number)],
        today: day(DATE),
        ..round(club(), DATE, 1)
    };
    Command::BookWalkIn(BookWalkIn { round, scan })
}

/// Players 1 to 3 of four with a pass.
fn group() -> Streams {
    given(members(4)).and(book(club(), DATE, 3))
}

fn list(streams: &Streams) -> ArrivalList {
    let loaded = streams.loaded(&[StreamId::ArrivalList(club_id(), day(DATE))]);
    World::get::<ArrivalList>(&loaded, (&club_id(), day(DATE))).unwrap().clone()
}

/// The only event that the command records.
fn event(streams: &Streams, command: &Command) -> ArrivalListEvent {
    match streams.when(command).unwrap().events.as_slice() {
        [(StreamId::ArrivalList(club, date), events)] if (club, *date) == (&club_id(), day(DATE)) => {
            match events.as_slice() {
                [Event::ArrivalList(event)] => event.clone(),
                other => panic!("{other:?}"),
            }
        }
        other => panic!("{other:?}"),
    }
}

fn nothing(streams: &Streams, command: &Command) {
    assert_eq!(streams.when(command), Ok(Decision::default()), "{command:?}");
}

fn refusal(streams: &Streams, command: &Command) -> &'static str {
    streams.when(command).expect_err("the command is refused").code()
}

#[test]
fn the_first_scan_is_the_arrival_and_a_later_one_is_recorded_beside_it() {
    let streams = group();
    let arrived = ArrivalListEvent::PlayerArrived {
        club: club_id(),
        date: day(DATE),
        booking: booking(1),
        place: place(2),
        member: member(2),
        holes: Holes::Eighteen,
        walk_in: false,
        scan: scan(1, 1),
    };
    assert_eq!(event(&streams, &record(code(2), scan(1, 1))), arrived);

    let streams = streams.and(record(code(2), scan(1, 1)));
    let again = ArrivalListEvent::PlayerSeenAgain {
        club: club_id(),
        date: day(DATE),
        booking: booking(1),
        place: place(2),
        member: member(2),
        scan: scan(2, 2),
    };
    assert_eq!(event(&streams, &record(code(2), scan(2, 2))), again);
    assert_eq!(outline(streams.when(&record(code(3), scan(2, 2)))), ["ArrivalList: PlayerArrived"]);
}

#[test]
fn a_scan_that_is_sent_again_changes_nothing_whatever_it_is_now() {
    let streams = group().and(record(code(2), scan(1, 1))).and(record(Scanned::Unknown, scan(2, 1)));
    for number in [1, 2] {
        nothing(&streams, &record(code(2), scan(number, 1)));
        nothing(&streams, &record(Scanned::Unknown, scan(number, 2)));
    }
    let streams = streams.and(annul(2, DATE)).and(cancel(2, 2, DATE));
    nothing(&streams, &record(code(2), scan(1, 1)));
}

#[test]
fn a_scan_that_counts_for_nobody_is_recorded_with_its_cause() {
    let changed = || group().and(cancel(2, 2, BEFORE)).and(swap(club(), DATE, 3, 4, 3, BEFORE));
    let streams = changed();
    let elsewhere = Scanned::Place { booking: booking(9), place: place(2) };
    for (scanned, why, round) in [
        (code(2), Irregularity::Cancelled, Some(scanned_round(2))),
        (code(3), Irregularity::Cancelled, Some(scanned_round(3))),
        (code(9), Irregularity::Unknown, None),
        (elsewhere, Irregularity::Unknown, None),
        (Scanned::Unknown, Irregularity::Unknown, None),
        (Scanned::OtherDay(scanned_round(1)), Irregularity::OtherDay, Some(scanned_round(1))),
        (Scanned::OtherClub(scanned_round(1)), Irregularity::OtherClub, Some(scanned_round(1))),
    ] {
        let (club, date) = (club_id(), day(DATE));
        let recorded = ArrivalListEvent::IrregularScanRecorded { club, date, why, round, scan: scan(1, 1) };
        let command = record(scanned, scan(1, 1));
        assert_eq!(event(&streams, &command), recorded);
        let after = list(&changed().and(command));
        assert_eq!((1..=4).find_map(|number| after.reported_holes(place(number))), None);
    }
    assert_eq!(outline(streams.when(&record(code(4), scan(1, 1)))), ["ArrivalList: PlayerArrived"]);
}

#[test]
fn a_code_of_another_club_or_day_is_no_place_of_the_list() {
    let other_day =
        RecordScan { club: club_id(), date: day("2026-11-26"), scanned: code(1), scan: scan(1, 1) };
    let other_club = RecordScan { club: "de-es".into(), date: day(DATE), ..other_day.clone() };
    for command in [other_day, other_club] {
        let recorded = outline(group().when(&Command::RecordScan(command)));
        assert_eq!(recorded, ["ArrivalList: IrregularScanRecorded"]);
    }
}

#[test]
fn who_arrived_keeps_the_place_unless_the_arrival_is_taken_back() {
    let streams = group().and(record(code(2), scan(1, 1)));
    for refused in [cancel(2, 2, DATE), swap(club(), DATE, 2, 4, 2, DATE)] {
        assert_eq!(refusal(&streams, &refused), "player_has_arrived");
    }
    let streams = streams.and(annul(2, DATE)).and(cancel(2, 2, DATE));
    assert_eq!(outline(streams.when(&record(code(2), scan(2, 2)))), ["ArrivalList: IrregularScanRecorded"]);
}

#[test]
fn a_player_whose_arrival_was_taken_back_may_arrive_again() {
    let streams = group().and(record(code(2), scan(1, 1))).and(record(code(2), scan(2, 2)));
    assert_eq!(outline(streams.when(&annul(2, DATE))), ["ArrivalList: ArrivalAnnulled"]);
    let streams = streams.and(annul(2, DATE));
    assert_eq!(list(&streams).reported_holes(place(2)), None);
    nothing(&streams, &annul(2, DATE));
    nothing(&streams, &record(code(2), scan(1, 1)));
    assert_eq!(outline(streams.when(&record(code(2), scan(3, 1)))), ["ArrivalList: PlayerArrived"]);
    assert_eq!(refusal(&streams, &annul(1, DATE)), "arrival_not_found");
}

#[test]
fn corrected_holes_change_what_the_club_reports_and_no_right() {
    let streams = group().and(record(code(2), scan(1, 1)));
    nothing(&streams, &correct(2, Holes::Eighteen, DATE));
    assert_eq!(
        outline(streams.when(&correct(2, Holes::Nine, DATE))),
        ["ArrivalList: PlayedHolesCorrected"],
        "no other stream has an event"
    );
    assert_eq!(refusal(&streams, &correct(1, Holes::Nine, DATE)), "arrival_not_found");

    let streams = streams.and(correct(2, Holes::Nine, DATE));
    assert_eq!(list(&streams).reported_holes(place(2)), Some(Holes::Nine));
    nothing(&streams, &correct(2, Holes::Nine, DATE));
    let streams = streams.and(record(code(2), scan(2, 2)));
    assert_eq!(list(&streams).reported_holes(place(2)), Some(Holes::Nine), "seen again, not anew");

    let streams = streams.and(annul(2, DATE));
    assert_eq!(refusal(&streams, &correct(2, Holes::Eighteen, DATE)), "arrival_not_found");
    let streams = streams.and(record(code(2), scan(3, 2)));
    assert_eq!(list(&streams).reported_holes(place(2)), Some(Holes::Eighteen), "a new arrival is as booked");
}

#[test]
fn the_club_decides_on_an_irregular_scan_and_may_decide_otherwise() {
    let early = record(Scanned::OtherDay(scanned_round(2)), scan(1, 1));
    let streams = group().and(early).and(record(Scanned::Unknown, scan(2, 1)));
    let decided = |counts| ArrivalListEvent::IrregularScanDecided {
        club: club_id(),
        date: day(DATE),
        scan: scan(1, 1).id,
        counts,
        round: Some(scanned_round(2)),
        reason: "Speelde een dag later".to_owned(),
    };
    assert_eq!(event(&streams, &decide(1, true, DATE)), decided(true));
    assert_eq!(event(&streams, &decide(1, false, DATE)), decided(false));
    assert_eq!(refusal(&streams, &decide(2, true, DATE)), "scan_names_nobody");
    assert_eq!(outline(streams.when(&decide(2, false, DATE))), ["ArrivalList: IrregularScanDecided"]);
    assert_eq!(refusal(&streams, &decide(3, true, DATE)), "scan_not_found");

    let counted = streams.and(decide(1, true, DATE));
    assert_eq!(list(&counted).reported_holes(place(2)), Some(Holes::Eighteen));
    nothing(&counted, &decide(1, true, DATE));
    assert_eq!(outline(counted.when(&record(code(2), scan(3, 1)))), ["ArrivalList: PlayerSeenAgain"]);

    let otherwise = counted.and(decide(1, false, DATE));
    assert_eq!(list(&otherwise).reported_holes(place(2)), None);
    nothing(&otherwise, &decide(1, false, DATE));
    assert_eq!(outline(otherwise.when(&record(code(2), scan(3, 1)))), ["ArrivalList: PlayerArrived"]);
}

#[test]
fn another_scan_of_the_player_counts_without_the_irregular_one() {
    let early = record(Scanned::OtherDay(scanned_round(2)), scan(1, 1));
    let streams = group().and(early).and(decide(1, true, DATE)).and(record(code(2), scan(2, 1)));
    let streams = streams.and(decide(1, false, DATE));
    assert_eq!(list(&streams).reported_holes(place(2)), Some(Holes::Eighteen));
    assert_eq!(refusal(&streams, &decide(2, true, DATE)), "scan_not_found", "it is not irregular");
}

#[test]
fn a_scan_that_was_decided_on_counts_again_after_its_arrival_was_taken_back() {
    let early = record(Scanned::OtherDay(scanned_round(2)), scan(1, 1));
    let streams = group().and(early).and(decide(1, true, DATE)).and(annul(2, DATE));
    assert_eq!(list(&streams).reported_holes(place(2)), None);
    let streams = streams.and(decide(1, true, DATE));
    assert_eq!(list(&streams).reported_holes(place(2)), Some(Holes::Eighteen));
}

#[test]
fn a_day_is_corrected_from_its_beginning_until_a_week_later() {
    let early = record(Scanned::OtherDay(scanned_round(3)), scan(2, 1));
    let streams = group().and(record(code(2), scan(1, 1))).and(early);
    let corrections = |today| [annul(2, today), correct(2, Holes::Nine, today), decide(2, true, today)];
    for command in corrections(BEFORE) {
        assert_eq!(refusal(&streams, &command), "correction_too_early");
    }
    for today in [DATE, LAST_DAY] {
        for command in corrections(today) {
            assert_eq!(outline(streams.when(&command)).len(), 1, "{command:?}");
        }
    }
    let [annulled, corrected, decided] = corrections(TOO_LATE);
    assert_eq!(outline(streams.when(&decided)).len(), 1, "a device may have kept the scan for weeks");
    for command in [annulled, corrected, decide(2, true, TOO_LATE_TO_DECIDE)] {
        assert_eq!(refusal(&streams, &command), "correction_too_late");
    }
    let corrected = streams.and(correct(2, Holes::Nine, DATE)).and(annul(2, DATE)).and(decide(2, true, DATE));
    for command in [annul(2, TOO_LATE), decide(2, true, TOO_LATE)] {
        nothing(&corrected, &command);
    }
}

#[test]
fn a_walk_in_is_booked_by_the_rules_of_any_round_and_has_arrived() {
    let streams = group();
    assert_eq!(
        outline(streams.when(&walk_in(4, scan(1, 1)))),
        [
            "Reservation: RoundBooked",
            "Membership: PlayRightClaimed",
            "CourseDay: PlacesClaimed",
            "ArrivalList: PlayerArrived",
        ]
    );
    let after = group().and(walk_in(4, scan(1, 1)));
    nothing(&after, &walk_in(4, scan(1, 1)));
    nothing(&after, &walk_in(4, scan(2, 1)));
    let code = Scanned::Place { booking: booking(4), place: place(4) };
    assert_eq!(outline(after.when(&record(code, scan(2, 1)))), ["ArrivalList: PlayerSeenAgain"]);

    // Member 2 plays on that day, member 5 has no right.
    for number in [2, 5] {
        let Command::BookWalkIn(BookWalkIn { round, scan }) = walk_in(number, scan(2, 1)) else {
            unreachable!("a walk-in is one")
        };
        let refused = streams.when(&Command::BookRound(round.clone())).unwrap_err();
        assert_eq!(streams.when(&Command::BookWalkIn(BookWalkIn { round, scan })), Err(refused));
    }
}

#[test]
fn what_the_club_does_is_in_no_members_count_and_names_its_streams() {
    let list = StreamId::ArrivalList(club_id(), day(DATE));
    let walk_in = walk_in(4, scan(1, 1));
    let scan_of_place = record(code(2), scan(1, 1));
    assert_eq!(scan_of_place.streams(), [StreamId::Reservation(booking(1)), list.clone()]);
    assert_eq!(record(Scanned::Unknown, scan(1, 1)).streams(), std::slice::from_ref(&list));
    assert_eq!(walk_in.starts(), Some(StreamId::Reservation(booking(4))));
    assert!(walk_in.streams().contains(&list));
    for command in
        [scan_of_place, walk_in, annul(2, DATE), correct(2, Holes::Nine, DATE), decide(1, true, DATE)]
    {
        assert_eq!(command.counts_as(), CountsAs::Nothing);
    }
}

#[test]
fn a_list_survives_json() {
    let early = record(Scanned::OtherDay(scanned_round(3)), scan(2, 1));
    let streams = group().and(record(code(2), scan(1, 1))).and(early).and(correct(2, Holes::Nine, DATE));
    let list = list(&streams);
    let json = serde_json::to_string(&list).unwrap();
    assert_eq!(serde_json::from_str::<ArrivalList>(&json).unwrap(), list);
}

const GROUPS: u128 = 10;

/// Ten groups of four.
fn full_day() -> Streams {
    (0..GROUPS).fold(given(members(GROUPS * 4)), |streams, group| {
        let players: Vec<_> = (1..=4).map(|number| player(group * 4 + number)).collect();
        let (booking, master) = (booking(1 + group), players[0].member);
        let round = BookRound { booking, master, players, ..round(club(), DATE, 1) };
        streams.and(Command::BookRound(round))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each of 40 codes is read by both devices, in any order, and what waited is sent twice.
    #[test]
    fn forty_codes_read_by_two_devices_are_forty_arrivals(
        order in Just((0..GROUPS * 8).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let mut streams = full_day();
        let mut recorded: Vec<Event> = Vec::new();
        for number in order.iter().chain(order.iter().take(20)) {
            let (code, device) = (number / 2, number % 2);
            let (booking, place) = (booking(1 + code / 4), place(1 + code));
            let command = record(Scanned::Place { booking, place }, scan(*number, device));
            recorded.extend(streams.when(&command).unwrap().events.into_iter().flat_map(|(_, events)| events));
            streams = streams.and(command);
        }
        let named = |name| recorded.iter().filter(|event| event.name() == name).count();
        prop_assert_eq!((named("PlayerArrived"), named("PlayerSeenAgain"), recorded.len()), (40, 40, 80));
        let list = list(&streams);
        let arrived = (1..=GROUPS * 4).filter(|number| list.reported_holes(place(*number)).is_some());
        prop_assert_eq!(arrived.count(), 40);
    }
}
