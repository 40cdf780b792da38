//! Swapping a player: who may, what it costs on every stream, and what crosses it (docs/domain.md §3.18).

use fairway_events::{CancelledPlace, CourseDayEvent, RefundKind, ReservationEvent, StreamId};

use super::buying::{order_vouchers, refund, settle, start};
use super::*;
use crate::fixtures::{
    Streams, booked, club, club_id, course_day, given, grant_voucher, members, start_subscription,
};
use crate::{ChangeDay, DayChange, NewPlace, PaymentOutcome, RejectionClass, StartSubscription};

const DATE: &str = "2026-11-25";
const BEFORE: &str = "2026-11-24";
const AFTER: &str = "2026-11-26";

/// Player `coming` comes for the player of place `leaving`.
fn swapped(leaving: u128, coming: u128, by: u128, today: &str) -> Command {
    swap(club(), DATE, leaving, coming, by, today)
}

/// Players 1 to 3 of five with a pass, led by player 1.
fn group() -> Streams {
    given(members(5)).and(book(club(), DATE, 3))
}

/// Player `number` books alone, with place 90 + `number`, to use their right.
fn book_another(number: u128, date: &str, today: &str) -> Command {
    Command::BookRound(BookRound {
        booking: booking(number + 100),
        master: member(number),
        players: vec![NewPlace { member: member(number), place: place(90 + number) }],
        today: day(today),
        ..round(club(), date, 1)
    })
}

fn code(decision: Result<Decision, Rejection>) -> &'static str {
    decision.expect_err("the command is refused").code()
}

fn leads(streams: &Streams, number: u128) -> bool {
    streams.when(&cancel_group(number, BEFORE)).is_ok()
}

#[test]
fn one_player_leaves_and_another_comes_on_every_stream_at_once() {
    for by in [2, 1] {
        let decision = group().when(&swapped(2, 4, by, BEFORE)).unwrap();
        let (stream, events) = decision.events.first().unwrap();
        let expected = ReservationEvent::PlayerSwapped {
            booking: booking(1),
            club: club_id(),
            play_date: day(DATE),
            holes: Holes::Eighteen,
            left: CancelledPlace { place: place(2), member: member(2) },
            place: booked(4),
            by: member(by),
            swapped_at: "2026-11-24T10:00:00Z".parse().unwrap(),
        };
        assert_eq!((stream, events), (&StreamId::Reservation(booking(1)), &vec![Event::from(expected)]));
        let of_day = CourseDayEvent::PlaceSwapped {
            club: club_id(),
            date: day(DATE),
            booking: booking(1),
            from: place(2),
            to: place(4),
        };
        assert_eq!(decision.events.last(), Some(&(course_day(DATE), vec![Event::from(of_day)])));
        assert_eq!(
            outline(Ok(decision)),
            [
                "Reservation: PlayerSwapped",
                "Membership: PlayRightReleased",
                "Membership: PlayRightClaimed",
                "CourseDay: PlaceSwapped"
            ]
        );
    }
}

#[test]
fn on_the_play_date_nothing_is_forfeited_and_the_right_can_be_used_again() {
    let mut people = members(1);
    people.extend([
        Command::GrantVoucher(grant_voucher(2, 2, Holes::Eighteen)),
        Command::GrantVoucher(grant_voucher(4, 4, Holes::Eighteen)),
    ]);
    let streams = given(people).and(book(club(), DATE, 2));
    let swapped_today = swapped(2, 4, 2, DATE);
    assert_eq!(
        outline(streams.when(&swapped_today)),
        [
            "Reservation: PlayerSwapped",
            "Membership: PlayRightReleased",
            "Voucher: VoucherReleased",
            "Membership: PlayRightClaimed",
            "Voucher: VoucherUsed",
            "CourseDay: PlaceSwapped"
        ]
    );
    let streams = streams.and(swapped_today);
    assert!(streams.when(&book_another(2, "2026-11-28", DATE)).is_ok(), "the voucher came back");
    let used = streams.when(&book_another(4, "2026-11-28", DATE));
    assert_eq!(sentence(used), "Heeft geen geldig abonnement");
}

#[test]
fn after_the_play_date_nobody_is_swapped() {
    let refused = group().when(&swapped(2, 4, 1, AFTER)).unwrap_err();
    assert_eq!((refused.code(), refused.class()), ("too_late_to_swap", RejectionClass::Conflict));
}

#[test]
fn a_player_swaps_themselves_and_only_the_master_swaps_others() {
    let streams = group();
    let refused = streams.when(&swapped(3, 4, 2, BEFORE)).unwrap_err();
    assert_eq!((refused.code(), refused.class()), ("only_master_swaps_players", RejectionClass::Forbidden));
    let outsider = streams.when(&swapped(3, 4, 4, BEFORE)).unwrap_err();
    let unknown = given([]).when(&swapped(3, 4, 4, BEFORE)).unwrap_err();
    assert_eq!(outsider, unknown, "an outsider learns nothing");
    assert_eq!(unknown.class(), RejectionClass::NotFound);
    assert_eq!(code(streams.when(&swapped(8, 4, 1, BEFORE))), "reservation_not_found");
}

#[test]
fn another_club_or_date_than_the_bookings_finds_no_booking() {
    let streams = group();
    let elsewhere = Club { id: "de-es".into(), ..club() };
    assert_eq!(code(streams.when(&swap(elsewhere, DATE, 2, 4, 1, BEFORE))), "reservation_not_found");
    let other_date = swap(club(), "2026-11-26", 2, 4, 1, BEFORE);
    assert_eq!(code(streams.when(&other_date)), "reservation_not_found");
}

#[test]
fn who_comes_in_is_last_in_line_and_a_master_who_leaves_passes_the_booking_on() {
    let streams = group();
    let outcome = outline(streams.when(&swapped(1, 4, 1, BEFORE)));
    assert_eq!(outcome[0], "Reservation: PlayerSwapped, MasterPassedOn");
    let streams = streams.and(swapped(1, 4, 1, BEFORE));
    assert!(leads(&streams, 2), "player 2 has been there longest");
    let streams = streams.and(swapped(2, 5, 2, BEFORE));
    assert!(leads(&streams, 3), "players 4 and 5 came later");
    assert_eq!(code(streams.when(&cancel_group(1, BEFORE))), "only_master_cancels_group");
}

#[test]
fn a_booking_of_one_player_is_handed_to_the_player_who_comes() {
    let streams = given(members(2)).and(book(club(), DATE, 1));
    let outcome = outline(streams.when(&swapped(1, 2, 1, DATE)));
    assert_eq!(outcome[0], "Reservation: PlayerSwapped, MasterPassedOn", "nobody called it off");
    let streams = streams.and(swapped(1, 2, 1, DATE));
    assert!(leads(&streams, 2));
}

#[test]
fn a_full_or_limited_day_swaps_and_a_closed_one_does_not() {
    let streams = group();
    let full = Club { daily_capacity: Some(3), ..club() };
    assert!(streams.when(&swap(full, DATE, 2, 4, 1, BEFORE)).is_ok());
    let lowered = Club { daily_capacity: Some(1), ..club() };
    assert!(streams.when(&swap(lowered, DATE, 2, 4, 1, BEFORE)).is_ok());
    let limit = Command::ChangeDay(ChangeDay {
        club: club_id(),
        date: day(DATE),
        change: DayChange::Limit { capacity: 3 },
        notice: "Wedstrijd".to_owned(),
        meets: Vec::new(),
        today: day(BEFORE),
        at: now(),
    });
    let limited = group().and(limit);
    assert!(limited.when(&swapped(2, 4, 1, BEFORE)).is_ok());
    let storm = Club { closures: vec![(day(DATE), "Stormschade".to_owned())], ..club() };
    assert_eq!(sentence(streams.when(&swap(storm, DATE, 2, 4, 1, BEFORE))), "Stormschade");
}

#[test]
fn who_may_not_play_does_not_come_and_nothing_changes() {
    let streams = group();
    assert_eq!(sentence(streams.when(&swapped(2, 9, 1, BEFORE))), "Heeft geen geldig abonnement");
    let already = "Heeft op deze datum al een reservering";
    let back = |coming: u128| {
        let Command::SwapPlayer(swap) = swapped(2, 9, 1, BEFORE) else { unreachable!() };
        Command::SwapPlayer(SwapPlayer {
            player: NewPlace { member: member(coming), place: place(9) },
            ..swap
        })
    };
    assert_eq!(sentence(streams.when(&back(3))), already, "a player of the booking");
    assert_eq!(sentence(streams.when(&back(2))), already, "the player who would leave");
    let elsewhere = group().and(book_another(4, DATE, BEFORE));
    assert_eq!(sentence(elsewhere.when(&swapped(2, 4, 1, BEFORE))), already);
    let strict = Club { max_plays_per_year: 0, ..club() };
    assert_eq!(
        sentence(streams.when(&swap(strict, DATE, 2, 4, 1, BEFORE))),
        "Heeft het maximum van 0 rondes op deze baan bereikt"
    );
    let short = Club { holes: vec![Holes::Nine], ..club() };
    assert_eq!(
        sentence(streams.when(&swap(short, DATE, 2, 4, 1, BEFORE))),
        "Deze baan biedt geen 18 holes aan"
    );
}

#[test]
fn the_same_swap_again_is_a_success_without_events() {
    let streams = group().and(swapped(1, 4, 1, BEFORE));
    for today in [BEFORE, AFTER] {
        assert_eq!(streams.when(&swapped(1, 4, 1, today)), Ok(Decision::default()));
    }
    let Command::SwapPlayer(same) = swapped(1, 4, 1, BEFORE) else { unreachable!() };
    let other = NewPlace { member: member(5), place: place(4) };
    let taken = Command::SwapPlayer(SwapPlayer { player: other, ..same.clone() });
    assert_eq!(code(streams.when(&taken)), "id_taken");
    let of_a_booked_place = Command::SwapPlayer(SwapPlayer { player: player(3), ..same });
    assert_eq!(code(streams.when(&of_a_booked_place)), "id_taken");
}

#[test]
fn a_swap_after_the_cancellation_is_refused_and_a_cancellation_after_the_swap_changes_nothing() {
    let cancelled = group().and(cancel(2, 2, DATE));
    let refused = cancelled.when(&swapped(2, 4, 2, DATE)).unwrap_err();
    assert_eq!((refused.code(), refused.class()), ("player_left", RejectionClass::Conflict));
    let called_off = group().and(cancel_group(1, DATE));
    assert_eq!(code(called_off.when(&swapped(2, 4, 2, DATE))), "booking_cancelled");

    let swapped = group().and(swapped(2, 4, 2, DATE));
    assert_eq!(swapped.when(&cancel(2, 2, DATE)), Ok(Decision::default()), "their place is free already");
    assert_eq!(swapped.when(&remove(2, 1, DATE)), Ok(Decision::default()));
    assert_eq!(code(swapped.when(&self::swapped(2, 5, 1, DATE))), "player_left");
    let group_cancelled = outline(swapped.when(&cancel_group(1, BEFORE)));
    assert_eq!(group_cancelled.iter().filter(|line| line.ends_with("PlayRightReleased")).count(), 3);
}

#[test]
fn a_player_who_was_swapped_out_can_come_back_with_a_new_place() {
    let streams = group().and(swapped(2, 4, 2, BEFORE));
    let Command::SwapPlayer(swap) = swapped(4, 9, 4, BEFORE) else { unreachable!() };
    let back = SwapPlayer { player: NewPlace { member: member(2), place: place(9) }, ..swap };
    assert_eq!(
        outline(streams.when(&Command::SwapPlayer(back))),
        [
            "Reservation: PlayerSwapped",
            "Membership: PlayRightReleased",
            "Membership: PlayRightClaimed",
            "CourseDay: PlaceSwapped"
        ]
    );
}

/// Without this, a swap and a removal on the play date would together give back what cancelling forfeits.
#[test]
fn a_place_that_came_by_a_swap_on_the_play_date_is_forfeited_whoever_cancels_it() {
    let by_master = group().and(swapped(2, 4, 1, DATE));
    let by_player = group().and(swapped(2, 4, 2, DATE));
    for streams in [&by_master, &by_player] {
        for cancelled in [remove(4, 1, DATE), cancel(4, 4, DATE)] {
            let outcome = outline(streams.when(&cancelled));
            assert_eq!(outcome[0], "Reservation: PlaceCancelled, PlayRightExpired", "{cancelled:?}");
            assert_eq!(outcome[1], "Membership: PlayRightForfeited");
        }
        let all = outline(streams.when(&cancel_group(1, DATE)));
        assert_eq!(all.iter().filter(|line| line.ends_with("PlayRightForfeited")).count(), 3);
    }
    let Command::AddPlayers(joining) = add(club(), DATE, 1, [4]) else { unreachable!() };
    let today = AddPlayers { today: day(DATE), at: format!("{DATE}T09:00:00Z").parse().unwrap(), ..joining };
    let added = group().and(Command::AddPlayers(today));
    let outcome = outline(added.when(&remove(4, 1, DATE)));
    assert_eq!(outcome[1], "Membership: PlayRightReleased", "a player who was added is still the exception");
}

#[test]
fn a_place_that_came_by_a_swap_before_the_play_date_comes_back_as_any_other() {
    let streams = group().and(swapped(2, 4, 2, BEFORE));
    let outcome = outline(streams.when(&cancel(4, 4, BEFORE)));
    assert_eq!(outcome[1], "Membership: PlayRightReleased");
}

#[test]
fn a_voucher_whose_price_was_paid_back_is_withdrawn_by_the_swap() {
    // A pass without rounds: its holder may buy, and plays on the voucher.
    let pass = StartSubscription { max: 0, ..start_subscription(1) };
    let nine = BookRound { holes: Holes::Nine, ..round(club(), DATE, 1) };
    let streams =
        given([Command::StartSubscription(pass), Command::StartSubscription(start_subscription(4))])
            .and(order_vouchers(1, 1))
            .and(start(1))
            .and(settle(1, 1_250, PaymentOutcome::Paid))
            .and(Command::BookRound(nine))
            .and(refund(1, 1_250, RefundKind::Refund));
    assert_eq!(
        outline(streams.when(&swapped(1, 4, 1, DATE))),
        [
            "Reservation: PlayerSwapped, MasterPassedOn",
            "Membership: PlayRightReleased, VoucherTakenBack",
            "Voucher: VoucherReleased, VoucherWithdrawn",
            "Membership: PlayRightClaimed",
            "CourseDay: PlaceSwapped"
        ]
    );
}
