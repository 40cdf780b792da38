//! The history of one booking, event by event, and what single commands left of it.

use chrono::{NaiveDate, TimeDelta};
use fairway_events::{
    Actor, BookedPlace, BookingId, CancelMode, CancelledPlace, ClubId, Holes, PlayRight, StreamId,
    SubscriptionId,
};

use super::*;

const ANN: MemberId = MemberId(Uuid::from_u128(1));
const BOB: MemberId = MemberId(Uuid::from_u128(2));
const CEES: MemberId = MemberId(Uuid::from_u128(3));
const BOOKING: BookingId = BookingId(Uuid::from_u128(9));

fn place_id(number: u128) -> PlaceId {
    PlaceId(Uuid::from_u128(100 + number))
}

fn booked(number: u128, member: MemberId) -> BookedPlace {
    let subscription = SubscriptionId(Uuid::from_u128(number));
    BookedPlace { place: place_id(number), member, right: PlayRight::Subscription { subscription } }
}

fn club() -> ClubId {
    ClubId("de-wilgenhoek".to_owned())
}

fn date() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 28).unwrap()
}

fn at(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

/// The events of a stream, a slice for each command: its number is its correlation id and the hour of recording.
fn stream(commands: &[&[ReservationEvent]]) -> Vec<RecordedEvent> {
    let mut events = Vec::new();
    for (command, decided) in (1..).zip(commands) {
        for event in *decided {
            let sequence = 1 + i64::try_from(events.len()).unwrap();
            events.push(RecordedEvent {
                position: 10 * sequence,
                stream: StreamId::Reservation(BOOKING),
                sequence,
                event: Event::Reservation(event.clone()),
                recorded_at: at(command),
                correlation_id: correlation(command),
                actor: Actor::System("test".to_owned()),
                metadata: Default::default(),
            });
        }
    }
    events
}

fn correlation(command: i64) -> Uuid {
    Uuid::from_u128(u128::try_from(command).unwrap())
}

/// Ann books for herself and Bob.
fn round_booked() -> ReservationEvent {
    ReservationEvent::RoundBooked {
        booking: BOOKING,
        club: club(),
        play_date: date(),
        holes: Holes::Nine,
        master: ANN,
        places: vec![booked(1, ANN), booked(2, BOB)],
        booked_at: at(1),
    }
}

fn added(number: u128, member: MemberId) -> ReservationEvent {
    ReservationEvent::PlayerAdded {
        booking: BOOKING,
        club: club(),
        play_date: date(),
        holes: Holes::Nine,
        place: booked(number, member),
        added_by: ANN,
        added_at: at(2),
    }
}

fn swapped(
    (left, member): (u128, MemberId),
    (came, coming): (u128, MemberId),
    by: MemberId,
) -> ReservationEvent {
    ReservationEvent::PlayerSwapped {
        booking: BOOKING,
        club: club(),
        play_date: date(),
        holes: Holes::Nine,
        left: CancelledPlace { place: place_id(left), member },
        place: booked(came, coming),
        by,
        swapped_at: at(5),
    }
}

fn agreed(start_time: &str, by: MemberId) -> ReservationEvent {
    let start_time = Some(start_time.parse().unwrap());
    ReservationEvent::StartTimeAgreed { booking: BOOKING, start_time, by, agreed_at: at(3) }
}

fn cancelled(number: u128, member: MemberId) -> ReservationEvent {
    ReservationEvent::PlaceCancelled {
        booking: BOOKING,
        place: place_id(number),
        member,
        by: member,
        mode: CancelMode::Own,
        cancelled_at: at(6),
    }
}

fn passed_on(from: MemberId, to: MemberId) -> ReservationEvent {
    ReservationEvent::MasterPassedOn { booking: BOOKING, from, to }
}

fn expired(number: u128, member: MemberId) -> ReservationEvent {
    ReservationEvent::PlayRightExpired { booking: BOOKING, place: place_id(number), member }
}

fn state(commands: &[&[ReservationEvent]]) -> BookingHistory {
    BookingHistory::after(&stream(commands)).unwrap()
}

/// The places as number and member, with those that left marked.
fn places(booking: &Booking) -> Vec<(PlaceId, MemberId, bool)> {
    booking.places.iter().map(|place| (place.place, place.member, place.is_active())).collect()
}

#[test]
fn a_stream_without_its_first_event_has_no_booking() {
    assert!(BookingHistory::after(&[]).is_none());
    assert!(BookingHistory::after(&stream(&[&[cancelled(1, ANN)]])).is_none());
    assert!(BookingHistory::when_left(&[], place_id(1)).is_none());
}

#[test]
fn a_new_booking_is_as_its_first_event_says() {
    let state = state(&[&[round_booked()]]);
    assert_eq!((state.changes, state.changed_at), (1, at(1)));
    assert_eq!((state.passed_on_by, state.swapped_in), (None, None));
    let booking = state.booking;
    assert_eq!((booking.booking, booking.club.clone(), booking.play_date), (BOOKING, club(), date()));
    assert_eq!((booking.holes, booking.master, booking.booked_at), (Holes::Nine, ANN, at(1)));
    assert_eq!(places(&booking), [(place_id(1), ANN, true), (place_id(2), BOB, true)]);
    assert_eq!(booking.places[1].right, booked(2, BOB).right);
}

#[test]
fn every_event_counts_as_a_change_and_the_last_one_dates_it() {
    let state = state(&[&[round_booked()], &[added(3, CEES)], &[cancelled(1, ANN), passed_on(ANN, BOB)]]);
    assert_eq!((state.changes, state.changed_at), (4, at(3)));
}

#[test]
fn a_cancelled_place_has_its_instant_and_its_right_may_expire_and_come_back() {
    let gone: &[ReservationEvent] = &[cancelled(2, BOB), expired(2, BOB)];
    let booking = state(&[&[round_booked()], gone]).booking;
    let place = booking.place(place_id(2)).unwrap();
    assert_eq!((place.cancelled_at, place.playright_expired), (Some(at(6)), true));
    let returned = ReservationEvent::PlayRightReturned { booking: BOOKING, place: place_id(2), member: BOB };
    let booking = state(&[&[round_booked()], gone, &[returned]]).booking;
    assert!(!booking.place(place_id(2)).unwrap().playright_expired);
    let by_operator = ReservationEvent::PlaceCancelledByOperator {
        booking: BOOKING,
        place: place_id(2),
        member: BOB,
        cancelled_at: at(7),
    };
    let booking = state(&[&[round_booked()], &[by_operator]]).booking;
    assert_eq!(booking.place(place_id(2)).unwrap().cancelled_at, Some(at(7)));
}

#[test]
fn a_round_that_the_club_cancels_gives_each_place_its_notice() {
    let cancelled = ReservationEvent::RoundCancelledByClub {
        booking: BOOKING,
        club: club(),
        play_date: date(),
        places: vec![CancelledPlace { place: place_id(1), member: ANN }],
        notice: "Wateroverlast".to_owned(),
        cancelled_at: at(8),
    };
    let booking = state(&[&[round_booked()], &[cancelled]]).booking;
    let place = booking.place(place_id(1)).unwrap();
    assert_eq!((place.cancelled_at, place.club_notice.as_deref()), (Some(at(8)), Some("Wateroverlast")));
    assert_eq!(booking.place(place_id(2)).unwrap().club_notice, None);
}

#[test]
fn who_left_has_the_start_time_of_then() {
    let commands: &[&[ReservationEvent]] =
        &[&[round_booked()], &[agreed("10:40", ANN)], &[cancelled(2, BOB)], &[agreed("11:20", ANN)]];
    let time = |booking: &Booking| booking.start_time.map(|time| time.to_string());
    let left = BookingHistory::when_left(&stream(commands), place_id(2)).unwrap().booking;
    assert_eq!((time(&left), left.start_time_by), (Some("10:40".to_owned()), Some(ANN)));
    let now = state(commands);
    assert_eq!((time(&now.booking), now.changes), (Some("11:20".to_owned()), 4));
}

#[test]
fn the_former_leader_is_known_until_the_next_place_is_cancelled() {
    let leaves: &[ReservationEvent] = &[cancelled(1, ANN), passed_on(ANN, BOB)];
    let passed = state(&[&[round_booked()], leaves]);
    assert_eq!((passed.booking.master, passed.passed_on_by), (BOB, Some(ANN)));
    let added = state(&[&[round_booked()], leaves, &[added(3, CEES)]]);
    assert_eq!(added.passed_on_by, Some(ANN), "who joins cancels nothing");
    let expired = state(&[&[round_booked()], leaves, &[expired(1, ANN)]]);
    assert_eq!(expired.passed_on_by, Some(ANN), "nor does an expired right");
    let over = state(&[&[round_booked()], leaves, &[cancelled(2, BOB)]]);
    assert_eq!(over.passed_on_by, None);
    let swap = state(&[&[round_booked()], leaves, &[swapped((2, BOB), (3, CEES), BOB)]]);
    assert_eq!(swap.passed_on_by, None);
}

#[test]
fn who_came_by_a_swap_is_known_until_the_next_event_but_the_passing_on() {
    let swap = swapped((1, ANN), (3, CEES), ANN);
    let came = state(&[&[round_booked()], std::slice::from_ref(&swap)]);
    assert_eq!(came.swapped_in, Some(CEES));
    let leads = state(&[&[round_booked()], &[swap.clone(), passed_on(ANN, CEES)]]);
    assert_eq!((leads.swapped_in, leads.passed_on_by), (Some(CEES), Some(ANN)));
    let later = state(&[&[round_booked()], &[swap, passed_on(ANN, CEES)], &[expired(1, ANN)]]);
    assert_eq!((later.swapped_in, later.passed_on_by), (None, Some(ANN)));
}

#[test]
fn players_are_those_who_play_with_the_master_first() {
    let state = state(&[
        &[round_booked()],
        &[added(3, CEES)],
        &[swapped((1, ANN), (4, MemberId(Uuid::from_u128(4))), ANN), passed_on(ANN, CEES)],
    ]);
    assert_eq!(state.booking.players(), [CEES, BOB, MemberId(Uuid::from_u128(4))]);
    assert_eq!(state.booking.place_of(CEES).map(|place| place.place), Some(place_id(3)));
    assert!(state.booking.place_of(ANN).is_none());
}

#[test]
fn the_state_after_a_command_has_all_of_its_events_and_none_of_the_later_ones() {
    let events = stream(&[&[round_booked()], &[cancelled(1, ANN), passed_on(ANN, BOB)], &[added(3, CEES)]]);
    let after = BookingHistory::after_command(&events, correlation(2)).unwrap();
    assert_eq!((after.changes, after.passed_on_by), (3, Some(ANN)));
    assert_eq!(after.booking.players(), [BOB]);
    assert!(BookingHistory::after_command(&events, correlation(7)).is_none());
}

#[test]
fn who_left_sees_the_booking_without_those_who_came_by_the_same_command() {
    let mut events = stream(&[
        &[round_booked()],
        &[cancelled(2, BOB), added(3, CEES)],
        &[added(4, MemberId(Uuid::from_u128(4)))],
    ]);
    assert!(BookingHistory::when_left(&events, place_id(1)).is_none(), "the place is active");
    let left = BookingHistory::when_left(&events, place_id(2)).unwrap().booking;
    assert_eq!(places(&left), [(place_id(1), ANN, true), (place_id(2), BOB, false)]);
    // Nothing is known of a booking without its first event.
    events.remove(0);
    assert!(BookingHistory::when_left(&events, place_id(2)).is_none());
}

#[test]
fn who_gave_the_place_away_sees_the_player_who_came() {
    let own = stream(&[&[round_booked()], &[swapped((2, BOB), (3, CEES), BOB)]]);
    let left = BookingHistory::when_left(&own, place_id(2)).unwrap().booking;
    assert_eq!(
        places(&left),
        [(place_id(1), ANN, true), (place_id(2), BOB, false), (place_id(3), CEES, true)]
    );
    let by_master = stream(&[&[round_booked()], &[swapped((2, BOB), (3, CEES), ANN)]]);
    let left = BookingHistory::when_left(&by_master, place_id(2)).unwrap().booking;
    assert_eq!(places(&left), [(place_id(1), ANN, true), (place_id(2), BOB, false)]);
}
