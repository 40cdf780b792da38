//! Who did not come: what the club may say and until when, and what the member may say of it (docs/domain.md §3.27).

use fairway_events::AbsenceReason::{self, Illness, NoShow, Weather};

use super::*;
use crate::{ObjectToAbsence, RecordAbsence, WithdrawAbsence};

const DAY_AFTER: &str = "2026-11-26";
const LAST_OBJECTION: &str = "2026-12-09";

fn miss(number: u128, reason: AbsenceReason, today: &str) -> Command {
    let (club, date, booking, place) = (club_id(), day(DATE), booking(1), place(number));
    Command::RecordAbsence(RecordAbsence { club, date, booking, place, reason, today: day(today) })
}

fn object(number: u128, by: u128, today: &str) -> Command {
    let (club, date, place, by) = (club_id(), day(DATE), place(number), member(by));
    Command::ObjectToAbsence(ObjectToAbsence { club, date, place, by, today: day(today) })
}

fn withdraw(number: u128) -> Command {
    let (club, date, place) = (club_id(), day(DATE), place(number));
    Command::WithdrawAbsence(WithdrawAbsence { club, date, place, reason: "Speelde wel".to_owned() })
}

/// Player 1 arrived, players 2 and 3 did not.
fn after_the_day() -> Streams {
    group().and(record(code(1), scan(1, 1)))
}

#[test]
fn an_absence_is_recorded_from_the_day_after_until_a_week_later() {
    let streams = after_the_day();
    let recorded = ArrivalListEvent::AbsenceRecorded {
        club: club_id(),
        date: day(DATE),
        booking: booking(1),
        place: place(2),
        member: member(2),
        reason: NoShow,
    };
    for today in [DAY_AFTER, LAST_DAY] {
        assert_eq!(event(&streams, &miss(2, NoShow, today)), recorded);
    }
    assert_eq!(refusal(&streams, &miss(2, NoShow, DATE)), "absence_too_early");
    assert_eq!(refusal(&streams, &miss(2, NoShow, TOO_LATE)), "correction_too_late");

    let streams = streams.and(miss(2, NoShow, DAY_AFTER));
    assert_eq!(list(&streams).absence(place(2)), Some((NoShow, false)));
    nothing(&streams, &miss(2, NoShow, TOO_LATE));
}

#[test]
fn nobody_is_absent_who_arrived_or_does_not_play_nor_on_a_day_without_scans() {
    assert_eq!(refusal(&group(), &miss(2, NoShow, DAY_AFTER)), "day_without_scans");
    let streams = after_the_day().and(cancel(3, 3, BEFORE));
    assert_eq!(refusal(&streams, &miss(1, NoShow, DAY_AFTER)), "has_arrived");
    assert_eq!(refusal(&streams, &miss(3, NoShow, DAY_AFTER)), "player_left");
    assert_eq!(refusal(&streams, &miss(4, NoShow, DAY_AFTER)), "reservation_not_found");
    let unknown = group().and(record(Scanned::Unknown, scan(1, 1)));
    assert_eq!(outline(unknown.when(&miss(2, NoShow, DAY_AFTER))), ["ArrivalList: AbsenceRecorded"]);
}

#[test]
fn another_reason_is_recorded_anew() {
    let streams = after_the_day().and(miss(2, NoShow, DAY_AFTER)).and(object(2, 2, DAY_AFTER));
    let streams = streams.and(miss(2, Illness, DAY_AFTER));
    assert_eq!(list(&streams).absence(place(2)), Some((Illness, false)));
}

#[test]
fn the_player_objects_once_within_two_weeks() {
    let streams = after_the_day().and(miss(2, Weather, DAY_AFTER));
    let too_late = "2026-12-10";
    assert_eq!(refusal(&streams, &object(2, 2, too_late)), "objection_too_late");
    for (number, by) in [(2, 1), (3, 3)] {
        assert_eq!(refusal(&streams, &object(number, by, DAY_AFTER)), "absence_not_found");
    }
    assert_eq!(outline(streams.when(&object(2, 2, LAST_OBJECTION))), ["ArrivalList: AbsenceObjected"]);

    let streams = streams.and(object(2, 2, LAST_OBJECTION));
    assert_eq!(list(&streams).absence(place(2)), Some((Weather, true)));
    nothing(&streams, &object(2, 2, too_late));
}

#[test]
fn the_club_takes_an_absence_back_and_a_scan_ends_it() {
    let streams = after_the_day().and(miss(2, NoShow, DAY_AFTER)).and(miss(3, NoShow, DAY_AFTER));
    assert_eq!(outline(streams.when(&withdraw(2))), ["ArrivalList: AbsenceWithdrawn"]);
    let streams = streams.and(withdraw(2));
    assert_eq!(list(&streams).absence(place(2)), None);
    nothing(&streams, &withdraw(2));
    assert_eq!(refusal(&streams, &object(2, 2, DAY_AFTER)), "absence_not_found");

    let early = record(Scanned::OtherDay(scanned_round(3)), scan(2, 1));
    let streams = streams.and(early);
    assert_eq!(list(&streams).absence(place(3)), Some((NoShow, false)), "it counts for nobody");
    let decided = streams.and(decide(2, true, DAY_AFTER));
    assert_eq!(list(&decided).absence(place(3)), None);
    let again = decided.and(annul(3, DAY_AFTER));
    assert_eq!(list(&again).absence(place(3)), None, "nothing comes back by itself");

    let late = after_the_day().and(miss(2, NoShow, DAY_AFTER)).and(record(code(2), scan(2, 1)));
    assert_eq!(list(&late).absence(place(2)), None);
    assert_eq!(list(&late).reported_holes(place(2)), Some(Holes::Eighteen));
}

#[test]
fn an_objection_is_a_members_change_and_absences_survive_json() {
    let list_of_day = StreamId::ArrivalList(club_id(), day(DATE));
    assert_eq!(
        miss(2, NoShow, DAY_AFTER).streams(),
        [StreamId::Reservation(booking(1)), list_of_day.clone()]
    );
    for (command, counts_as) in
        [(object(2, 2, DAY_AFTER), CountsAs::Change), (withdraw(2), CountsAs::Nothing)]
    {
        assert_eq!((command.streams(), command.counts_as()), (vec![list_of_day.clone()], counts_as));
    }
    let list = list(&after_the_day().and(miss(2, NoShow, DAY_AFTER)).and(object(2, 2, DAY_AFTER)));
    let json = serde_json::to_string(&list).unwrap();
    assert_eq!(serde_json::from_str::<ArrivalList>(&json).unwrap(), list);
}
