//! Operators' commands for members and for a club's day: who keeps what, on every stream, and what a repetition
//! changes.

use fairway_events::ReservationEvent;

use super::*;
use crate::fixtures::{Streams, booked, club, club_id, course_day, given, grant_voucher, members};
use crate::{CancelForPlayers, ChangeDay, DayChange, ReturnForfeitedRight, RightsChoice};

const DATE: &str = "2026-11-25";
const BEFORE: &str = "2026-11-24";

fn cancel_for(places: impl IntoIterator<Item = u128>, rights: RightsChoice, today: &str) -> Command {
    Command::CancelForPlayers(CancelForPlayers {
        booking: booking(1),
        places: places.into_iter().map(place).collect(),
        rights,
        today: day(today),
        at: now(),
    })
}

fn return_right(number: u128) -> Command {
    Command::ReturnForfeitedRight(ReturnForfeitedRight { booking: booking(1), place: place(number) })
}

fn change_day(change: DayChange, meets: impl IntoIterator<Item = u128>, today: &str) -> Command {
    Command::ChangeDay(ChangeDay {
        club: club_id(),
        date: day(DATE),
        change,
        notice: "Vorst op de baan".to_owned(),
        meets: meets.into_iter().map(booking).collect(),
        today: day(today),
        at: now(),
    })
}

/// Player 1 with a pass and player 2 with a voucher.
fn booked_group() -> Streams {
    let mut people = members(1);
    people.push(Command::GrantVoucher(grant_voucher(2, 2, Holes::Eighteen)));
    given(people).and(book(club(), DATE, 2))
}

/// Players 1 to 3, each alone, booked in this order.
fn three_rounds() -> Streams {
    given(members(3)).and(book_alone(1, club(), DATE)).and(book_alone(2, club(), DATE)).and(book_alone(
        3,
        club(),
        DATE,
    ))
}

#[test]
fn an_operator_chooses_what_happens_to_the_rights_of_cancelled_places() {
    let streams = booked_group();
    let returned = [
        "Reservation: PlaceCancelledByOperator",
        "Membership: PlayRightReleased",
        "Voucher: VoucherReleased",
        "CourseDay: PlacesReleased",
    ];
    let forfeited = [
        "Reservation: PlaceCancelledByOperator, PlayRightExpired",
        "Membership: PlayRightForfeited",
        "Voucher: VoucherForfeited",
        "CourseDay: PlacesReleased",
    ];
    for (rights, today, outcome) in [
        (RightsChoice::ByRule, BEFORE, returned),
        (RightsChoice::ByRule, DATE, forfeited),
        (RightsChoice::Return, DATE, returned),
        (RightsChoice::Forfeit, BEFORE, forfeited),
    ] {
        assert_eq!(outline(streams.when(&cancel_for([2], rights, today))), outcome, "{rights:?} on {today}");
    }
}

#[test]
fn an_operator_cancels_several_places_at_once_and_the_master_among_them() {
    let streams = booked_group();
    let both = cancel_for([2, 1, 2], RightsChoice::ByRule, BEFORE);
    let decision = streams.when(&both).expect("the command succeeds");
    let Some((_, of_booking)) = decision.events.first() else { panic!("nothing was decided") };
    let names: Vec<&str> = of_booking.iter().map(Event::name).collect();
    assert_eq!(names, ["PlaceCancelledByOperator", "PlaceCancelledByOperator", "BookingCancelled"]);
    let master = outline(streams.when(&cancel_for([1], RightsChoice::ByRule, BEFORE)));
    assert_eq!(master[0], "Reservation: PlaceCancelledByOperator, MasterPassedOn");
    let streams = streams.and(both.clone());
    assert_eq!(streams.when(&both), Ok(Decision::default()), "a repetition changes nothing");
}

#[test]
fn after_the_round_and_for_unknown_places_an_operator_is_refused_too() {
    let streams = booked_group();
    let refused = |places: [u128; 1], today| {
        streams.when(&cancel_for(places, RightsChoice::Return, today)).expect_err("it is refused").code()
    };
    assert_eq!(refused([1], "2026-11-26"), "too_late_to_cancel");
    assert_eq!(refused([9], BEFORE), "reservation_not_found");
}

#[test]
fn a_forfeited_right_comes_back_on_every_stream_and_only_once() {
    let streams = booked_group().and(cancel(1, 1, DATE)).and(cancel(2, 2, DATE));
    assert_eq!(
        outline(streams.when(&return_right(1))),
        ["Reservation: PlayRightReturned", "Membership: ForfeitedRightReturned"]
    );
    let voucher = return_right(2);
    assert_eq!(
        outline(streams.when(&voucher)),
        [
            "Reservation: PlayRightReturned",
            "Membership: ForfeitedRightReturned",
            "Voucher: ForfeitedVoucherReturned"
        ]
    );
    let streams = streams.and(voucher.clone()).and(return_right(1));
    assert_eq!(streams.when(&voucher), Ok(Decision::default()), "a repetition changes nothing");
    // Both can use what came back.
    let again = BookRound {
        booking: booking(9),
        players: [91, 92].map(player).into_iter().zip([1, 2]).map(of_member).collect(),
        ..round(club(), "2026-11-26", 2)
    };
    let decision = streams.when(&Command::BookRound(again)).expect("both can play again");
    let rights = decision.events.iter().flat_map(|(_, events)| events).find_map(|event| match event {
        Event::Reservation(ReservationEvent::RoundBooked { places, .. }) => {
            Some(places.iter().map(|place| place.right.clone()).collect::<Vec<_>>())
        }
        _ => None,
    });
    assert_eq!(rights, Some(vec![booked(1).right, crate::fixtures::by_voucher(2)]));
}

/// A new place of a member who is known already.
fn of_member((new, number): (crate::NewPlace, u128)) -> crate::NewPlace {
    crate::NewPlace { member: member(number), ..new }
}

#[test]
fn a_right_that_was_not_forfeited_cannot_be_given_back() {
    let streams = booked_group();
    let refused = |streams: &Streams| streams.when(&return_right(1)).expect_err("it is refused").code();
    assert_eq!(refused(&streams), "right_not_forfeited", "the place is active");
    assert_eq!(refused(&streams.and(cancel(1, 1, BEFORE))), "right_not_forfeited", "it came back");
}

#[test]
fn closing_a_day_cancels_its_rounds_and_gives_every_right_back_also_on_the_day() {
    let streams = booked_group();
    let close = change_day(DayChange::Close, [1], DATE);
    assert_eq!(
        outline(streams.when(&close)),
        [
            "Reservation: RoundCancelledByClub",
            "Membership: PlayRightReleased",
            "Membership: PlayRightReleased",
            "Voucher: VoucherReleased",
            "CourseDay: DayClosed, PlacesReleased"
        ]
    );
    let streams = streams.and(close.clone());
    assert_eq!(streams.when(&close), Ok(Decision::default()), "a repetition changes nothing");
    let refused = sentence(streams.when(&book(club(), DATE, 1)));
    assert_eq!(refused, "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.");
    let refused = sentence(streams.when(&book_alone(2, club(), DATE)));
    assert_eq!(refused, "Vorst op de baan");
    let refused = sentence(streams.when(&add(club(), DATE, 1, [3])));
    assert_eq!(refused, "Deze reservering is geannuleerd. Maak een nieuwe reservering.");
}

#[test]
fn a_closed_day_that_is_reopened_can_be_booked_again() {
    let streams = booked_group().and(change_day(DayChange::Close, [1], BEFORE));
    let reopen = change_day(DayChange::Reopen, [], BEFORE);
    assert_eq!(outline(streams.when(&reopen)), ["CourseDay: DayReopened"]);
    let streams = streams.and(reopen.clone());
    assert_eq!(streams.when(&reopen), Ok(Decision::default()));
    let again = Command::BookRound(BookRound {
        booking: booking(7),
        players: vec![of_member((player(70), 1))],
        ..round(club(), DATE, 1)
    });
    assert!(streams.when(&again).is_ok());
}

#[test]
fn a_limit_cancels_the_rounds_that_were_booked_last_until_the_others_fit() {
    let streams = three_rounds();
    let limit =
        |capacity, meets: &[u128]| change_day(DayChange::Limit { capacity }, meets.iter().copied(), BEFORE);
    let decision = outline(streams.when(&limit(1, &[2, 3])));
    assert_eq!(
        decision.last().map(String::as_str),
        Some("CourseDay: DayLimited, PlacesReleased, PlacesReleased")
    );
    assert_eq!(outline(streams.when(&limit(3, &[]))), ["CourseDay: DayLimited"]);
    let streams = streams.and(limit(2, &[3]));
    let refused = sentence(streams.when(&book_alone(4, club(), DATE)));
    assert_eq!(refused, "De baan is op deze datum volgeboekt");
}

#[test]
fn a_limit_is_about_whole_rounds() {
    let streams = given(members(4)).and(book_alone(4, club(), DATE)).and(book(club(), DATE, 3));
    // Booking 1 is older than booking 4, whatever was decided first.
    let limit =
        |capacity, meets: &[u128]| change_day(DayChange::Limit { capacity }, meets.iter().copied(), BEFORE);
    assert!(streams.when(&limit(3, &[4])).is_ok());
    assert!(streams.when(&limit(2, &[1, 4])).is_ok());
}

#[test]
fn a_day_whose_rounds_are_not_those_that_the_operator_saw_is_left_as_it_is() {
    let streams = three_rounds();
    for meets in [vec![], vec![1, 2], vec![1, 2, 3, 4]] {
        let refused = streams.when(&change_day(DayChange::Close, meets, BEFORE)).expect_err("it is refused");
        assert_eq!(refused, Rejection::DayChanged);
    }
    let over = streams.when(&change_day(DayChange::Close, [1, 2, 3], "2026-11-26"));
    assert_eq!(over, Err(Rejection::DayOver));
}

#[test]
fn the_day_counts_no_place_of_a_round_that_the_club_cancelled() {
    let streams = three_rounds().and(change_day(DayChange::Close, [1, 2, 3], BEFORE));
    let loaded = streams.loaded(&[course_day(DATE)]);
    let state = &loaded[&course_day(DATE)].state;
    let crate::AnyAggregate::CourseDay(day) = state else { panic!("not a day") };
    assert_eq!(
        day.status(now()),
        crate::DayStatus { closed: Some("Vorst op de baan".to_owned()), ..crate::DayStatus::default() }
    );
}
