//! Booking: the whole group or nobody, each at the cost of one right.

use chrono::{DateTime, Days};
use fairway_events::{
    CourseDayEvent, Holes, MembershipEvent, PlayRight, ReservationEvent, StreamId, VoucherEvent,
};

use super::*;
use crate::fixtures::{
    booked, by_pass, by_voucher, club, club_id, course_day, given, grant_voucher, members,
    start_subscription, voucher,
};
use crate::{NewPlace, PlayerReason, Reason, RejectionClass, StartSubscription};

const DATE: &str = "2026-11-25";

#[test]
fn a_group_is_booked_on_every_stream_at_once() {
    let voucher_granted = Command::GrantVoucher(grant_voucher(2, 2, Holes::Eighteen));
    let mut streams = members(1);
    streams.push(voucher_granted);
    let decision = given(streams).when(&book(club(), DATE, 2)).unwrap();

    let claimed = |number: u128, right: PlayRight| {
        let claim = MembershipEvent::PlayRightClaimed {
            member: member(number),
            place: place(number),
            booking: booking(1),
            club: club_id(),
            play_date: day(DATE),
            holes: Holes::Eighteen,
            right,
        };
        (StreamId::Membership(member(number)), vec![Event::from(claim)])
    };
    let by_voucher = fairway_events::BookedPlace { right: by_voucher(2), ..booked(2) };
    let round_booked = ReservationEvent::RoundBooked {
        booking: booking(1),
        club: club_id(),
        play_date: day(DATE),
        holes: Holes::Eighteen,
        master: member(1),
        places: vec![booked(1), by_voucher.clone()],
        booked_at: now(),
    };
    let used = VoucherEvent::VoucherUsed {
        voucher: voucher(2),
        member: member(2),
        place: place(2),
        play_date: day(DATE),
    };
    let places = CourseDayEvent::PlacesClaimed {
        club: club_id(),
        date: day(DATE),
        booking: booking(1),
        places: vec![place(1), place(2)],
    };
    let expected = vec![
        (StreamId::Reservation(booking(1)), vec![Event::from(round_booked)]),
        claimed(1, by_pass(1)),
        claimed(2, by_voucher.right),
        (StreamId::Voucher(voucher(2)), vec![Event::from(used)]),
        (course_day(DATE), vec![Event::from(places)]),
    ];
    assert_eq!(decision.events, expected);
}

#[test]
fn one_player_without_a_right_stops_the_whole_group() {
    let refused = given(members(3)).when(&book(club(), DATE, 4)).unwrap_err();
    let reason = Reason::Player { member: member(4), reason: PlayerReason::NoSubscription };
    assert_eq!(refused, Rejection::Unbookable(reason));
    assert_eq!(refused.class(), RejectionClass::Conflict);
}

#[test]
fn a_member_plays_once_a_day_wherever_it_is() {
    let elsewhere = Club { id: "de-es".into(), ..club() };
    let streams = given(members(2)).and(book(elsewhere, DATE, 2));
    let same_day = streams.when(&renamed(book_alone(2, club(), DATE), 12));
    assert_eq!(sentence(same_day), "Heeft op deze datum al een reservering");
    let next_day = streams.when(&renamed(book_alone(2, club(), "2026-11-26"), 12));
    assert!(next_day.is_ok());
}

/// The same command under a new booking and with new places.
fn renamed(command: Command, number: u128) -> Command {
    let Command::BookRound(round) = command else { unreachable!("only bookings are renamed") };
    let players = (number..).zip(&round.players);
    let players = players.map(|(number, player)| NewPlace { place: place(number), ..*player }).collect();
    Command::BookRound(BookRound { booking: booking(number), players, ..round })
}

#[test]
fn a_month_limit_lets_vouchers_and_the_next_month_go_on() {
    let limited = StartSubscription { per_month: Some(1), ..start_subscription(1) };
    let streams = given([Command::StartSubscription(limited)]).and(book(club(), DATE, 1));
    let again = |date: &str, number| renamed(book(club(), date, 1), number);
    assert_eq!(sentence(streams.when(&again("2026-11-26", 2))), "Heeft in november geen speelrechten meer");
    assert!(streams.when(&again("2026-12-01", 2)).is_ok());

    let streams = streams.and(Command::GrantVoucher(grant_voucher(1, 1, Holes::Eighteen)));
    let streams = streams.and(again("2026-11-26", 2));
    assert_eq!(sentence(streams.when(&again("2026-11-27", 3))), "Heeft in november geen speelrechten meer");
}

#[test]
fn a_term_is_used_up_across_months() {
    let two = StartSubscription { max: 2, ..start_subscription(1) };
    let streams = given([Command::StartSubscription(two)])
        .and(book(club(), DATE, 1))
        .and(renamed(book(club(), "2026-12-01", 1), 2));
    let third = renamed(book(club(), "2026-12-02", 1), 3);
    assert_eq!(sentence(streams.when(&third)), "Heeft in december geen speelrechten meer");
}

#[test]
fn the_club_maximum_counts_the_rounds_of_the_year() {
    let picky = Club { max_plays_per_year: 1, ..club() };
    let streams = given(members(1)).and(book(picky.clone(), DATE, 1));
    let again = renamed(book(picky.clone(), "2026-11-26", 1), 2);
    assert_eq!(sentence(streams.when(&again)), "Heeft het maximum van 1 ronde op deze baan bereikt");
    let cancelled = streams.and(cancel(1, 1, "2026-11-25"));
    assert!(cancelled.when(&again).is_ok(), "a forfeited place does not count");
}

#[test]
fn a_day_takes_no_more_than_its_capacity() {
    let small = Club { daily_capacity: Some(5), ..club() };
    let streams = given(members(6)).and(book(small.clone(), DATE, 4));
    let Command::BookRound(round) = book_alone(5, small.clone(), DATE) else { unreachable!() };
    let two = Command::BookRound(BookRound { players: vec![player(5), player(6)], ..round });
    assert_eq!(sentence(streams.when(&two)), "Er is op deze datum nog maar 1 plaats vrij");
    let streams = streams.and(book_alone(5, small.clone(), DATE));
    assert_eq!(
        sentence(streams.when(&book_alone(6, small.clone(), DATE))),
        "De baan is op deze datum volgeboekt"
    );
    let streams = streams.and(cancel(2, 2, DATE));
    assert!(streams.when(&book_alone(6, small, DATE)).is_ok(), "a place given up on the day is free again");
}

#[test]
fn reasons_of_the_date_and_the_club_come_before_those_of_players() {
    let streams = given([]);
    for (club, date, expected) in [
        (club(), "2026-11-19", "Deze datum ligt in het verleden"),
        (club(), "2026-12-07", "Deze datum is nog niet te reserveren"),
        (Club { holes: vec![Holes::Nine], ..club() }, "2026-11-24", "Deze baan biedt geen 18 holes aan"),
        (club(), "2026-11-24", "Onderhoud aan de greens"),
        (club(), "2026-11-23", "De baan is op maandag gesloten"),
        (club(), "2026-11-25", "Heeft geen geldig abonnement"),
    ] {
        assert_eq!(sentence(streams.when(&book(club, date, 1))), expected);
    }
}

#[test]
fn a_malformed_group_is_refused_before_anything_else() {
    let streams = given(members(5));
    let with = |players: &[u128], master: u128| {
        let players = players.iter().copied().map(player).collect();
        let master = member(master);
        Command::BookRound(BookRound { players, master, ..round(club(), "2026-11-19", 1) })
    };
    for (command, code) in [
        (with(&[], 1), "no_players"),
        (with(&[1, 2, 3, 4, 5], 1), "too_many_players"),
        (with(&[1, 2, 2], 1), "player_twice"),
        (with(&[2, 3], 1), "caller_not_among_players"),
    ] {
        let refused = streams.when(&command).unwrap_err();
        assert_eq!((refused.code(), refused.class()), (code, RejectionClass::Invalid));
    }
}

#[test]
fn the_same_booking_again_is_a_success_without_events() {
    let streams = given(members(3)).and(book(club(), DATE, 2));
    assert_eq!(streams.when(&book(club(), DATE, 2)), Ok(Decision::default()));
    let later =
        BookRound { today: today() + Days::new(30), at: DateTime::UNIX_EPOCH, ..round(club(), DATE, 2) };
    assert_eq!(streams.when(&Command::BookRound(later)), Ok(Decision::default()));
    let other = streams.when(&book(club(), "2026-11-26", 2)).unwrap_err();
    assert_eq!(other.code(), "id_taken");
}

#[test]
fn a_place_id_is_used_once() {
    let streams = given(members(2)).and(book(club(), DATE, 1));
    let same_member = BookRound { booking: booking(2), ..round(club(), "2026-11-26", 1) };
    assert_eq!(streams.when(&Command::BookRound(same_member)).unwrap_err().code(), "id_taken");
    let stolen = vec![NewPlace { member: member(2), place: place(1) }];
    let same_day =
        BookRound { booking: booking(2), master: member(2), players: stolen, ..round(club(), DATE, 1) };
    assert_eq!(streams.when(&Command::BookRound(same_day)).unwrap_err().code(), "id_taken");
}

#[test]
fn the_voucher_stream_decides_whether_the_voucher_can_be_used() {
    let used_elsewhere = VoucherEvent::VoucherUsed {
        voucher: voucher(1),
        member: member(1),
        place: place(77),
        play_date: day("2026-11-28"),
    };
    let streams = given([Command::GrantVoucher(grant_voucher(1, 1, Holes::Eighteen))])
        .and_events(&StreamId::Voucher(voucher(1)), &[Event::from(used_elsewhere)]);
    let refused = streams.when(&book(club(), DATE, 1)).unwrap_err();
    assert_eq!(refused.code(), "voucher_already_used");
}
