//! Waiting for a full day, being offered places that come free, and taking them (docs/domain.md §3.19).

use std::sync::Arc;

use chrono::TimeDelta;
use fairway_events::{
    ClubId, CourseDayEvent, Event, Holes, ReservationEvent, StreamId, WaitingGroupId, WaitingListEvent,
};
use proptest::prelude::*;

use crate::course_day::CourseDay;
use crate::fixtures::{
    Streams, booking, club, club_id, day, given, member, members, now, place, shared, today, waiting_group,
};
use crate::waiting_list::{GroupStatus, WaitingList};
use crate::{
    Aggregate, AnyAggregate, BookRound, CancelGroup, Club, ClubReason, Command, Decision, DeclineOffer,
    JoinWaitingList, LeaveWaitingList, NewPlace, OfferFreePlaces, PlayerReason, Reason, Rejection, TakeOffer,
};

mod joining;

const DATE: &str = "2026-11-25";

fn small_club(capacity: u32) -> Arc<Club> {
    shared(Club { daily_capacity: Some(capacity), ..club() })
}

fn list_stream() -> StreamId {
    StreamId::WaitingList(club_id(), day(DATE))
}

fn new_place(number: u128) -> NewPlace {
    NewPlace { member: member(number), place: place(number) }
}

/// Booking `number` of these members on a day with so many places.
fn book(capacity: u32, number: u128, players: &[u128], minutes: i64) -> Command {
    Command::BookRound(BookRound {
        booking: booking(number),
        club: small_club(capacity),
        play_date: day(DATE),
        holes: Holes::Nine,
        master: member(players[0]),
        players: players.iter().map(|player| new_place(*player)).collect(),
        today: today(),
        at: now() + TimeDelta::minutes(minutes),
    })
}

fn cancel(number: u128, by: u128) -> Command {
    Command::CancelGroup(CancelGroup { booking: booking(number), by: member(by), today: today(), at: now() })
}

fn join(capacity: u32, group: u128, players: &[u128]) -> Command {
    Command::JoinWaitingList(wish(capacity, group, players[0], players))
}

fn wish(capacity: u32, group: u128, by: u128, players: &[u128]) -> JoinWaitingList {
    JoinWaitingList {
        group: waiting_group(group),
        club: small_club(capacity),
        date: day(DATE),
        holes: Holes::Nine,
        by: member(by),
        players: players.iter().map(|player| member(*player)).collect(),
        joins: None,
        today: today(),
        at: now(),
    }
}

fn offer(capacity: u32, minutes: i64) -> Command {
    Command::OfferFreePlaces(OfferFreePlaces {
        club: small_club(capacity),
        date: day(DATE),
        today: today(),
        at: now() + TimeDelta::minutes(minutes),
    })
}

fn take(capacity: u32, group: u128, by: u128, minutes: i64) -> Command {
    let first = 400 + group * 4;
    Command::TakeOffer(TakeOffer {
        group: waiting_group(group),
        club: small_club(capacity),
        date: day(DATE),
        booking: booking(100 + group),
        places: [first, first + 1, first + 2, first + 3].map(place),
        by: member(by),
        today: today(),
        at: now() + TimeDelta::minutes(minutes),
    })
}

fn decline(group: u128, by: u128) -> Command {
    let (club, date) = (club_id(), day(DATE));
    Command::DeclineOffer(DeclineOffer { group: waiting_group(group), club, date, by: member(by), at: now() })
}

fn leave(group: u128, by: u128) -> Command {
    let (club, date) = (club_id(), day(DATE));
    Command::LeaveWaitingList(LeaveWaitingList {
        group: waiting_group(group),
        club,
        date,
        by: member(by),
        at: now(),
    })
}

fn list_of(streams: &Streams) -> WaitingList {
    match &streams.loaded(&[list_stream()])[&list_stream()].state {
        AnyAggregate::WaitingList(list) => list.clone(),
        other => panic!("not a list: {other:?}"),
    }
}

fn day_of(streams: &Streams) -> CourseDay {
    let stream = StreamId::CourseDay(club_id(), day(DATE));
    match &streams.loaded(std::slice::from_ref(&stream))[&stream].state {
        AnyAggregate::CourseDay(day) => day.clone(),
        other => panic!("not a day: {other:?}"),
    }
}

fn offered(decision: &Decision) -> Vec<WaitingGroupId> {
    let events = decision.events.iter().flat_map(|(_, events)| events);
    events
        .filter_map(|event| match event {
            Event::WaitingList(WaitingListEvent::PlacesOffered { group, .. }) => Some(*group),
            _ => None,
        })
        .collect()
}

fn full() -> Rejection {
    Reason::from(ClubReason::Full).into()
}

/// Two bookings of 2 fill a day of 4; groups 1 (members 5 and 6) and 2 (member 7) wait, in this order.
fn full_day() -> Streams {
    given(members(9))
        .and(book(4, 1, &[1, 2], 0))
        .and(book(4, 2, &[3, 4], 0))
        .and(join(4, 1, &[5, 6]))
        .and(join(4, 2, &[7]))
}

#[test]
fn nobody_waits_for_a_day_with_room_and_nobody_waits_twice() {
    let streams = given(members(9)).and(book(4, 1, &[1, 2], 0));
    assert_eq!(streams.when(&join(4, 1, &[5, 6])), Err(Rejection::RoomOnDay));
    assert!(streams.when(&join(4, 1, &[5, 6, 7])).is_ok(), "for three it is full");
    assert_eq!(
        streams.when(&join(2, 1, &[5, 6, 7])),
        Err(Rejection::MoreThanCapacity { capacity: 2 }),
        "they would wait for ever"
    );
    let waiting = full_day();
    let twice = Rejection::from(Reason::Player { member: member(6), reason: PlayerReason::AlreadyWaits });
    assert_eq!(waiting.when(&join(4, 3, &[8, 6])), Err(twice));
    let plays = Rejection::from(Reason::Player { member: member(3), reason: PlayerReason::AlreadyPlays });
    assert_eq!(waiting.when(&join(4, 3, &[8, 3])), Err(plays));
    assert_eq!(waiting.when(&join(4, 1, &[5, 6])), Ok(Decision::default()), "repeated");
    assert_eq!(waiting.when(&join(4, 1, &[5, 8])), Err(Rejection::IdTaken));
}

#[test]
fn free_places_are_offered_to_the_first_group_that_fits_and_nobody_overtakes_it() {
    let streams = full_day().and(cancel(1, 1));
    assert_eq!(streams.when(&book(4, 3, &[8], 1)), Err(full()), "before the offer too");
    let decision = streams.when(&offer(4, 0)).unwrap();
    assert_eq!(offered(&decision), [waiting_group(1)]);
    let streams = streams.and(offer(4, 0));
    assert_eq!(day_of(&streams).status(now()).held, 2);
    assert_eq!(streams.when(&book(4, 3, &[8], 1)), Err(full()));
    assert_eq!(streams.when(&offer(4, 1)), Ok(Decision::default()), "nothing is promised twice");
}

#[test]
fn places_that_no_waiting_group_fits_into_are_for_everybody() {
    let streams = given(members(9))
        .and(book(4, 1, &[1], 0))
        .and(book(4, 2, &[2, 3, 4], 0))
        .and(join(4, 1, &[5, 6]))
        .and(cancel(1, 1));
    assert_eq!(streams.when(&offer(4, 0)), Ok(Decision::default()));
    assert!(streams.when(&book(4, 3, &[8], 1)).is_ok());
}

#[test]
fn one_tap_books_the_round_for_the_group_with_who_asked_as_master() {
    let streams = full_day().and(cancel(1, 1)).and(offer(4, 0));
    assert_eq!(streams.when(&take(4, 1, 7, 5)), Err(Rejection::WaitingGroupNotFound), "no player of it");
    assert_eq!(streams.when(&take(4, 2, 7, 5)), Err(Rejection::NoOffer));
    let decision = streams.when(&take(4, 1, 6, 5)).unwrap();
    let booked = decision.events.iter().flat_map(|(_, events)| events).find_map(|event| match event {
        Event::Reservation(ReservationEvent::RoundBooked { master, places, .. }) => {
            Some((*master, places.iter().map(|place| place.member).collect::<Vec<_>>()))
        }
        _ => None,
    });
    assert_eq!(booked, Some((member(5), vec![member(5), member(6)])));
    let streams = streams.and(take(4, 1, 6, 5));
    let day = day_of(&streams).status(now());
    assert_eq!((day.claimed, day.held), (4, 0));
    assert_eq!(streams.when(&take(4, 1, 6, 5)), Ok(Decision::default()), "repeated");
    assert_eq!(streams.when(&leave(1, 5)), Err(Rejection::OfferTaken));
}

#[test]
fn a_lapsed_offer_counts_no_more_and_goes_to_the_next_while_the_group_keeps_its_place() {
    let streams = full_day().and(cancel(1, 1)).and(offer(4, 0));
    assert_eq!(streams.when(&take(4, 1, 5, 120)), Err(Rejection::OfferLapsed));
    assert_eq!(day_of(&streams).status(now() + TimeDelta::minutes(120)).held, 0, "nobody recorded it");
    assert_eq!(streams.when(&book(4, 3, &[8], 120)), Err(full()), "group 2 comes first");
    let decision = streams.when(&offer(4, 120)).unwrap();
    assert_eq!(offered(&decision), [waiting_group(2)]);
    let streams = streams.and(offer(4, 120));
    assert_eq!(list_of(&streams).group(waiting_group(1)).unwrap().status, GroupStatus::PassedOver);
    // Group 1 is considered again once further places come free, before anybody who came later.
    let streams = streams.and(cancel(2, 3));
    assert_eq!(offered(&streams.when(&offer(4, 121)).unwrap()), [waiting_group(1)]);
}

#[test]
fn who_declines_or_leaves_gives_the_places_to_the_next() {
    for (step, status) in [(decline(1, 6), GroupStatus::PassedOver), (leave(1, 6), GroupStatus::Left)] {
        let streams = full_day().and(cancel(1, 1)).and(offer(4, 0)).and(step.clone());
        assert_eq!(list_of(&streams).group(waiting_group(1)).unwrap().status, status);
        assert_eq!(day_of(&streams).status(now()).held, 0);
        assert_eq!(offered(&streams.when(&offer(4, 0)).unwrap()), [waiting_group(2)]);
        assert_eq!(streams.when(&step), Ok(Decision::default()), "repeated");
    }
    assert_eq!(full_day().when(&leave(1, 7)), Err(Rejection::WaitingGroupNotFound));
}

#[test]
fn a_group_that_may_not_play_is_passed_over_and_cannot_take() {
    let elsewhere = |number, player| match book(99, number, &[player], 0) {
        Command::BookRound(round) => Command::BookRound(BookRound {
            club: shared(Club { id: ClubId::from("de-es"), ..club() }),
            ..round
        }),
        other => other,
    };
    let streams = full_day().and(elsewhere(9, 6)).and(cancel(1, 1));
    assert_eq!(offered(&streams.when(&offer(4, 0)).unwrap()), [waiting_group(2)]);
    let streams = full_day().and(cancel(1, 1)).and(offer(4, 0)).and(elsewhere(9, 6));
    let plays = Rejection::from(Reason::Player { member: member(6), reason: PlayerReason::AlreadyPlays });
    assert_eq!(streams.when(&take(4, 1, 5, 5)), Err(plays));
}

#[test]
fn an_offer_is_outrun_when_the_day_was_left_fewer_places() {
    let streams = full_day().and(cancel(1, 1)).and(offer(4, 0));
    assert_eq!(streams.when(&take(3, 1, 5, 5)), Err(Rejection::PlacesTakenMeanwhile));
    assert!(list_of(&streams).group(waiting_group(1)).unwrap().status.is_on_list());
}

#[test]
fn at_most_sixteen_groups_are_considered_at_once_and_the_next_command_goes_on() {
    let mut streams = given(members(40)).and(book(1, 1, &[1], 0));
    for group in 2..=30 {
        streams = streams.and(join(1, group, &[group]));
    }
    // All but the last play elsewhere by then.
    for group in 2..=29 {
        let Command::BookRound(round) = book(99, group + 50, &[group], 0) else { unreachable!() };
        let club = shared(Club { id: ClubId::from("de-es"), ..club() });
        streams = streams.and(Command::BookRound(BookRound { club, ..round }));
    }
    streams = streams.and(cancel(1, 1));
    let first = streams.when(&offer(1, 0)).unwrap();
    assert!(offered(&first).is_empty());
    assert_eq!(streams.when(&book(1, 99, &[40], 0)), Err(full()), "the last comes first all the same");
    let streams = streams.and(offer(1, 0));
    assert_eq!(offered(&streams.when(&offer(1, 0)).unwrap()), [waiting_group(30)]);
}

/// A random action of a random history.
#[derive(Debug, Clone)]
enum Step {
    Book(u128),
    Cancel(u128),
    Join(u128, u128),
    Leave(u128),
    Decline(u128),
    Take(u128),
    Offer,
    Wait(i64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (0..12_u128).prop_map(Step::Book),
        3 => (0..64_u128).prop_map(Step::Cancel),
        4 => (0..12_u128, 1..4_u128).prop_map(|(first, size)| Step::Join(first, size)),
        1 => (0..16_u128).prop_map(Step::Leave),
        1 => (0..16_u128).prop_map(Step::Decline),
        3 => (0..16_u128).prop_map(Step::Take),
        5 => Just(Step::Offer),
        1 => (1..90_i64).prop_map(Step::Wait),
    ]
}

/// Whether each group that is offered places comes before every group in turn that fits.
fn check_order(before: &Streams, decision: &Decision, releases: u32) {
    let mut list = list_of(before);
    for (stream, events) in &decision.events {
        let StreamId::WaitingList(..) = stream else { continue };
        for event in events {
            let Event::WaitingList(event) = event else { continue };
            if let WaitingListEvent::PlacesOffered { group, .. } = event {
                let size = list.group(*group).unwrap().size();
                assert_eq!(list.in_turn(size, releases).next().map(|first| first.id), Some(*group));
                let open = list.group(*group).unwrap().status;
                assert!(!matches!(open, GroupStatus::Offered { .. }), "two offers for one group");
            }
            list.apply(event.clone());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_promised_twice_and_nobody_is_overtaken(
        capacity in 3..8_u32,
        steps in proptest::collection::vec(step(), 1..60),
    ) {
        let mut streams = given(members(20));
        let (mut minutes, mut rounds, mut groups) = (0, 0_u128, 0_u128);
        let mut leaders: Vec<(u128, u128)> = Vec::new();
        for step in steps {
            let command = match step {
                Step::Book(player) => {
                    rounds += 1;
                    leaders.push((rounds, player + 1));
                    let Command::BookRound(round) = book(capacity, rounds, &[player + 1], minutes) else {
                        unreachable!()
                    };
                    let players = vec![NewPlace { place: place(10_000 + rounds), ..round.players[0] }];
                    Command::BookRound(BookRound { players, ..round })
                }
                Step::Cancel(which) => {
                    let Some((number, by)) = leaders.get(usize::try_from(which).unwrap()) else { continue };
                    cancel(*number, *by)
                }
                Step::Join(first, size) => {
                    groups += 1;
                    let players: Vec<u128> = (0..size).map(|player| (first + player) % 16 + 1).collect();
                    join(capacity, groups, &players)
                }
                Step::Leave(group) | Step::Decline(group) | Step::Take(group) => {
                    let known = list_of(&streams).group(waiting_group(group)).cloned();
                    let Some(known) = known else { continue };
                    let by = known.by.0.as_u128();
                    match step {
                        Step::Leave(_) => leave(group, by),
                        Step::Decline(_) => decline(group, by),
                        _ => {
                            leaders.push((100 + group, by));
                            take(capacity, group, by, minutes)
                        }
                    }
                }
                Step::Offer => offer(capacity, minutes),
                Step::Wait(more) => {
                    minutes += more;
                    continue;
                }
            };
            let releases = day_of(&streams).releases();
            let Ok(decision) = streams.when(&command) else { continue };
            if let Command::BookRound(round) = &command {
                let day = day_of(&streams).status(round.at);
                let free = capacity - day.claimed - day.held;
                let waiting = list_of(&streams).in_turn(free, releases).count();
                prop_assert_eq!(waiting, 0, "an outsider took what a waiting group in turn fits into");
            }
            check_order(&streams, &decision, releases);
            streams = streams.and(command);
            let (day, list) = (day_of(&streams), list_of(&streams));
            let status = day.status(now() + TimeDelta::minutes(minutes));
            prop_assert!(status.claimed + status.held <= capacity, "{status:?}");
            // The day knows the same of the list as the list itself.
            prop_assert_eq!(list.smallest(day.releases()).in_turn, status.smallest_in_turn);
            for group in list.waiting() {
                let is_offered = matches!(group.status, GroupStatus::Offered { .. });
                prop_assert_eq!(is_offered, day.holds_for(group.id));
            }
        }
    }
}

#[test]
fn a_hold_ends_with_the_booking_before_its_places_are_claimed() {
    let streams = full_day().and(cancel(1, 1)).and(offer(4, 0));
    let decision = streams.when(&take(4, 1, 5, 5)).unwrap();
    let of_day: Vec<&Event> = decision
        .events
        .iter()
        .filter(|(stream, _)| matches!(stream, StreamId::CourseDay(..)))
        .flat_map(|(_, events)| events)
        .collect();
    assert!(matches!(
        of_day.as_slice(),
        [
            Event::CourseDay(CourseDayEvent::HoldEnded { .. }),
            Event::CourseDay(CourseDayEvent::PlacesClaimed { .. })
        ]
    ));
}
