//! Controls of the waiting lists' invariants.

use fairway_command::{
    CancelPlace, ChangeDay, Command, DayChange, DeclineOffer, JoinWaitingList, OfferFreePlaces, TakeOffer,
};
use fairway_events::{CourseDayEvent, Event, WaitingGroupId, WaitingListEvent};

use super::*;

fn group(number: u128) -> WaitingGroupId {
    WaitingGroupId(Uuid::from_u128(number))
}

/// Member 1 plays alone on 18 December, which has one place; then members 2 and 3 wait, each alone.
fn full() -> Vec<Command> {
    let limit = Command::ChangeDay(ChangeDay {
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        change: DayChange::Limit { capacity: 1 },
        notice: "Vorst".to_owned(),
        meets: vec![],
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    });
    let mut given = passes(4);
    given.extend([book(1000, 0, 18, [1]), limit, join(1, 2), join(2, 3)]);
    given
}

fn cancel_first() -> Command {
    Command::CancelPlace(CancelPlace {
        booking: BookingId(Uuid::from_u128(1000)),
        place: PlaceId(Uuid::from_u128(1001)),
        by: MemberId(Uuid::from_u128(1)),
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

/// The place comes free and is offered to member 2.
fn offered() -> Vec<Command> {
    let mut given = full();
    given.extend([cancel_first(), offer()]);
    given
}

fn join(number: u128, member: u128) -> Command {
    let member = MemberId(Uuid::from_u128(member));
    Command::JoinWaitingList(JoinWaitingList {
        group: group(number),
        club: Arc::clone(&clubs_by_index()[0]),
        date: date(18),
        holes: Holes::Nine,
        by: member,
        players: vec![member],
        joins: None,
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

fn offer() -> Command {
    Command::OfferFreePlaces(OfferFreePlaces {
        club: Arc::clone(&clubs_by_index()[0]),
        date: date(18),
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

fn decline() -> Command {
    Command::DeclineOffer(DeclineOffer {
        group: group(1),
        club: clubs_by_index()[0].id.clone(),
        date: date(18),
        by: MemberId(Uuid::from_u128(2)),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

fn take(booking: u128) -> Command {
    Command::TakeOffer(TakeOffer {
        group: group(1),
        club: Arc::clone(&clubs_by_index()[0]),
        date: date(18),
        booking: BookingId(Uuid::from_u128(booking)),
        places: std::array::from_fn(|place| PlaceId(Uuid::from_u128(booking + 1 + place as u128))),
        by: MemberId(Uuid::from_u128(2)),
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

#[test]
fn a_member_who_waits_twice_is_noticed() {
    assert!(breaks(&full(), [join(3, 4), join(4, 4)]));
}

#[test]
fn a_place_that_is_offered_twice_is_noticed() {
    let mut given = full();
    given.push(cancel_first());
    assert!(breaks(&given, [offer(), offer()]));
}

#[test]
fn an_offer_that_is_taken_twice_or_after_it_was_declined_is_noticed() {
    assert!(breaks(&offered(), [take(2000), take(3000)]));
    assert!(breaks(&offered(), [decline(), take(2000)]));
}

/// Member 2 waits still, and member 3 is offered the place.
#[test]
fn a_group_that_is_overtaken_is_noticed() {
    let mut journal = Journal::default();
    for command in offered() {
        let decision = journal.decide(&command).unwrap();
        journal.append(decision);
    }
    let mut log: Vec<_> = journal.log().iter().map(|(_, event)| event.clone()).collect();
    for event in &mut log {
        let named = match event {
            Event::WaitingList(WaitingListEvent::PlacesOffered { group, .. })
            | Event::CourseDay(CourseDayEvent::PlacesHeld { group, .. }) => group,
            _ => continue,
        };
        *named = group(2);
    }
    assert!(catch_unwind(|| invariants::check(&log, &clubs())).is_err());
}
