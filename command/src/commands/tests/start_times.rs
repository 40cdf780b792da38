//! Agreeing on a start time: who may, until when, and what two players at once get (docs/domain.md §3.23).

use fairway_events::{ReservationEvent, StartTime, StreamId};

use super::*;
use crate::fixtures::{Streams, club, given, members};
use crate::{AgreeStartTime, Reservation};

const DATE: &str = "2026-11-25";
const BEFORE: &str = "2026-11-24";
const AFTER: &str = "2026-11-26";

fn time(text: &str) -> Option<StartTime> {
    Some(text.parse().unwrap())
}

fn agree(by: u128, start_time: Option<StartTime>, seen: Option<StartTime>, today: &str) -> Command {
    Command::AgreeStartTime(AgreeStartTime {
        booking: booking(1),
        by: member(by),
        start_time,
        seen,
        today: day(today),
        at: now(),
    })
}

/// Players 1 to 3 of five with a pass, led by player 1.
fn group() -> Streams {
    given(members(5)).and(book(club(), DATE, 3))
}

fn code(decision: Result<Decision, Rejection>) -> &'static str {
    decision.expect_err("the command is refused").code()
}

fn agreed(streams: &Streams) -> (Option<StartTime>, Option<fairway_events::MemberId>) {
    let loaded = streams.loaded(&[StreamId::Reservation(booking(1))]);
    let reservation = crate::World::get::<Reservation>(&loaded, booking(1)).unwrap();
    let booking = reservation.booking().unwrap();
    (booking.start_time, booking.start_time_by)
}

#[test]
fn any_active_player_writes_it_down_changes_it_and_takes_it_away() {
    let mut streams = group();
    for (by, start_time, seen) in
        [(2, time("10:40"), None), (3, time("11:10"), time("10:40")), (1, None, time("11:10"))]
    {
        let command = agree(by, start_time, seen, DATE);
        let event = ReservationEvent::StartTimeAgreed {
            booking: booking(1),
            start_time,
            by: member(by),
            agreed_at: now(),
        };
        let decided = vec![(StreamId::Reservation(booking(1)), vec![Event::from(event)])];
        assert_eq!(streams.when(&command).unwrap().events, decided);
        streams = streams.and(command);
        assert_eq!(agreed(&streams), (start_time, Some(member(by))));
    }
}

#[test]
fn the_same_time_again_is_a_success_without_an_event() {
    assert_eq!(group().when(&agree(1, None, None, BEFORE)), Ok(Decision::default()));
    let streams = group().and(agree(1, time("10:40"), None, BEFORE));
    for (by, today) in [(1, BEFORE), (2, BEFORE), (2, AFTER)] {
        assert_eq!(streams.when(&agree(by, time("10:40"), None, today)), Ok(Decision::default()));
    }
}

#[test]
fn of_two_players_at_once_the_later_one_learns_what_the_first_wrote() {
    let streams = group().and(agree(2, time("10:30"), None, BEFORE));
    let later = streams.when(&agree(3, time("11:00"), None, BEFORE)).unwrap_err();
    assert_eq!(later, Rejection::StartTimeChanged { by: Some(member(2)), start_time: time("10:30") });
    let seen = streams.and(agree(3, time("11:00"), time("10:30"), BEFORE));
    let streams = seen.and(agree(1, None, time("11:00"), BEFORE));
    let later = streams.when(&agree(2, time("09:00"), time("11:00"), BEFORE)).unwrap_err();
    assert_eq!(later, Rejection::StartTimeChanged { by: Some(member(1)), start_time: None });
}

#[test]
fn only_who_plays_agrees_and_only_until_the_play_date_is_over() {
    let streams = group();
    let outsider = streams.when(&agree(4, time("10:40"), None, BEFORE)).unwrap_err();
    let unknown = given([]).when(&agree(4, time("10:40"), None, BEFORE)).unwrap_err();
    assert_eq!(outsider, unknown, "an outsider learns nothing");
    assert_eq!(code(streams.when(&agree(1, time("10:40"), None, AFTER))), "too_late_to_agree");
    assert!(streams.when(&agree(1, time("10:40"), None, DATE)).is_ok());

    let left = group().and(cancel(3, 3, BEFORE)).and(agree(1, time("10:40"), None, BEFORE));
    // Not even a guess tells who left what was agreed since.
    for start_time in [time("10:40"), time("11:00"), None] {
        assert_eq!(code(left.when(&agree(3, start_time, None, BEFORE))), "caller_not_playing");
    }
    let cancelled = group().and(cancel_group(1, BEFORE));
    assert_eq!(code(cancelled.when(&agree(1, time("10:40"), None, BEFORE))), "booking_cancelled");
}

#[test]
fn whoever_comes_later_finds_the_time_that_was_agreed() {
    let swapped = swap(club(), DATE, 2, 4, 2, BEFORE);
    let streams = group().and(agree(2, time("10:40"), None, BEFORE)).and(swapped);
    let streams = streams.and(add(club(), DATE, 1, [5]));
    assert_eq!(agreed(&streams), (time("10:40"), Some(member(2))));
}
