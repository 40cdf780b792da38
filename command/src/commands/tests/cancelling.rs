//! The three cancellations on all the streams: what comes back, what is forfeited, who is refused.

use fairway_events::CourseDayEvent;

use super::*;
use crate::RejectionClass;
use crate::fixtures::{Streams, club, club_id, course_day, given, grant_voucher, members};

const DATE: &str = "2026-11-25";
const BEFORE: &str = "2026-11-24";
const AFTER: &str = "2026-11-26";

/// Player 1 with a pass, player 2 with a voucher, player 3 with a pass, booked together.
fn booked_group() -> Streams {
    let mut people = members(3);
    people.remove(1);
    people.push(Command::GrantVoucher(grant_voucher(2, 2, Holes::Eighteen)));
    given(people).and(book(club(), DATE, 3))
}

#[test]
fn before_the_play_date_every_mode_gives_the_right_back() {
    let streams = booked_group();
    assert_eq!(
        outline(streams.when(&cancel(2, 2, BEFORE))),
        [
            "Reservation: PlaceCancelled",
            "Membership: PlayRightReleased",
            "Voucher: VoucherReleased",
            "CourseDay: PlacesReleased"
        ]
    );
    assert_eq!(
        outline(streams.when(&remove(3, 1, BEFORE))),
        ["Reservation: PlaceCancelled", "Membership: PlayRightReleased", "CourseDay: PlacesReleased"]
    );
    assert_eq!(
        outline(streams.when(&cancel_group(1, BEFORE))),
        [
            "Reservation: PlaceCancelled, PlaceCancelled, PlaceCancelled, BookingCancelled",
            "Membership: PlayRightReleased",
            "Membership: PlayRightReleased",
            "Voucher: VoucherReleased",
            "Membership: PlayRightReleased",
            "CourseDay: PlacesReleased"
        ]
    );
}

#[test]
fn on_the_play_date_every_mode_forfeits_the_right() {
    let streams = booked_group();
    assert_eq!(
        outline(streams.when(&cancel(2, 2, DATE))),
        [
            "Reservation: PlaceCancelled, PlayRightExpired",
            "Membership: PlayRightForfeited",
            "Voucher: VoucherForfeited",
            "CourseDay: PlacesReleased"
        ]
    );
    assert_eq!(
        outline(streams.when(&remove(2, 1, DATE))),
        [
            "Reservation: PlaceCancelled, PlayRightExpired",
            "Membership: PlayRightForfeited",
            "Voucher: VoucherForfeited",
            "CourseDay: PlacesReleased"
        ]
    );
    let group = outline(streams.when(&cancel_group(1, DATE)));
    assert_eq!(group.iter().filter(|line| line.ends_with("PlayRightForfeited")).count(), 3);
    assert_eq!(group.iter().filter(|line| line.ends_with("VoucherForfeited")).count(), 1);
}

#[test]
fn a_group_that_was_booked_on_its_day_and_cancelled_costs_the_co_players_nothing() {
    let mut people = members(3);
    people.remove(1);
    people.push(Command::GrantVoucher(grant_voucher(2, 2, Holes::Eighteen)));
    // Today, for today.
    let today = "2026-11-20";
    let streams = given(people).and(book(club(), today, 3));
    assert_eq!(
        outline(streams.when(&cancel_group(1, today))),
        [
            "Reservation: PlaceCancelled, PlayRightExpired, PlaceCancelled, PlaceCancelled, BookingCancelled",
            "Membership: PlayRightForfeited",
            "Membership: PlayRightReleased",
            "Voucher: VoucherReleased",
            "Membership: PlayRightReleased",
            "CourseDay: PlacesReleased"
        ]
    );
}

#[test]
fn a_master_who_leaves_passes_the_booking_on() {
    let outcome = outline(booked_group().when(&cancel(1, 1, BEFORE)));
    assert_eq!(outcome.first().unwrap(), "Reservation: PlaceCancelled, MasterPassedOn");
    let streams = booked_group().and(cancel(1, 1, BEFORE));
    assert!(streams.when(&remove(3, 2, BEFORE)).is_ok(), "player 2 leads now");
    let former = streams.when(&cancel_group(1, BEFORE)).unwrap_err();
    assert_eq!(former.class(), RejectionClass::Forbidden);
}

#[test]
fn the_day_gets_all_places_of_the_group_back_at_once() {
    let decision = booked_group().when(&cancel_group(1, BEFORE)).unwrap();
    let released = CourseDayEvent::PlacesReleased {
        club: club_id(),
        date: day(DATE),
        booking: booking(1),
        places: vec![place(1), place(2), place(3)],
    };
    assert_eq!(decision.events.last(), Some(&(course_day(DATE), vec![Event::from(released)])));
}

#[test]
fn a_right_that_came_back_is_there_for_another_round_and_a_forfeited_one_is_not() {
    let again = || {
        Command::BookRound(BookRound {
            booking: booking(2),
            master: member(2),
            players: vec![crate::NewPlace { member: member(2), place: place(9) }],
            ..round(club(), "2026-11-28", 1)
        })
    };
    assert!(booked_group().and(cancel(2, 2, BEFORE)).when(&again()).is_ok());
    let forfeited = booked_group().and(cancel(2, 2, DATE)).when(&again());
    assert_eq!(sentence(forfeited), "Heeft geen geldig abonnement");
}

#[test]
fn a_repeated_cancellation_is_a_success_without_events() {
    let streams = booked_group().and(cancel(2, 2, BEFORE)).and(cancel_group(1, BEFORE));
    for command in [cancel(2, 2, AFTER), cancel(1, 1, AFTER), cancel_group(1, AFTER), remove(3, 1, AFTER)] {
        assert_eq!(streams.when(&command), Ok(Decision::default()), "{command:?}");
    }
}

#[test]
fn after_the_play_date_nothing_is_cancelled() {
    let streams = booked_group();
    for command in [cancel(2, 2, AFTER), cancel_group(1, AFTER), remove(3, 1, AFTER)] {
        let refused = streams.when(&command).unwrap_err();
        assert_eq!((refused.code(), refused.class()), ("too_late_to_cancel", RejectionClass::Conflict));
    }
}

#[test]
fn participants_are_forbidden_what_is_not_theirs() {
    let streams = booked_group();
    for (command, code) in [
        (cancel(3, 2, BEFORE), "not_your_place"),
        (cancel(3, 1, BEFORE), "not_your_place"),
        (cancel_group(2, BEFORE), "only_master_cancels_group"),
        (remove(3, 2, BEFORE), "only_master_removes_players"),
    ] {
        let refused = streams.when(&command).unwrap_err();
        assert_eq!((refused.code(), refused.class()), (code, RejectionClass::Forbidden));
    }
}

#[test]
fn ones_own_place_is_not_removed_but_cancelled() {
    for number in [1, 2] {
        let refused = booked_group().when(&remove(number, number, BEFORE)).unwrap_err();
        assert_eq!((refused.code(), refused.class()), ("own_place", RejectionClass::Conflict));
    }
}

#[test]
fn outsiders_learn_as_much_of_a_booking_as_of_one_that_does_not_exist() {
    let (streams, nothing) = (booked_group(), given([]));
    for command in [cancel(1, 8, AFTER), cancel(8, 8, BEFORE), cancel_group(8, BEFORE), remove(2, 8, DATE)] {
        let refused = streams.when(&command).unwrap_err();
        assert_eq!(refused, nothing.when(&command).unwrap_err());
        assert_eq!(refused.class(), RejectionClass::NotFound);
    }
}
