//! A long list by itself: its state survives storage, and looking for a group does not visit the others.

use cqrs_es::Aggregate;
use fairway_events::{Holes, WaitingListEvent};

use super::WaitingList;
use crate::fixtures::{club_id, day, member, now, waiting_group};

fn started(number: u128, size: u128) -> WaitingListEvent {
    WaitingListEvent::GroupStartedWaiting {
        club: club_id(),
        date: day("2026-11-25"),
        group: waiting_group(number),
        holes: Holes::Nine,
        players: (0..size).map(|player| member(number * 10 + player)).collect(),
        by: member(number * 10),
        at: now(),
    }
}

fn passed_over(number: u128, releases: u32) -> WaitingListEvent {
    let (club, date) = (club_id(), day("2026-11-25"));
    WaitingListEvent::GroupPassedOver { club, date, group: waiting_group(number), releases }
}

fn list(events: impl IntoIterator<Item = WaitingListEvent>) -> WaitingList {
    let mut list = WaitingList::default();
    events.into_iter().for_each(|event| list.apply(event));
    list
}

fn first(list: &WaitingList, free: u32, releases: u32) -> Option<u128> {
    list.in_turn(free, releases).next().map(|group| group.id.0.as_u128() - 6000)
}

#[test]
fn the_first_that_fits_is_found_among_all_that_are_in_turn() {
    let waiting = list([started(1, 3), started(2, 2), started(3, 1), started(4, 2)]);
    assert_eq!(first(&waiting, 4, 0), Some(1));
    assert_eq!(first(&waiting, 2, 0), Some(2));
    assert_eq!(first(&waiting, 1, 0), Some(3));
    assert_eq!(first(&waiting, 0, 0), None);
    let passed = list([started(1, 1), started(2, 1), passed_over(1, 5)]);
    assert_eq!(first(&passed, 1, 5), Some(2), "no place has come free since");
    assert_eq!(first(&passed, 1, 6), Some(1), "one has");
    // Passed over once more: the other, which was not, is in turn before it.
    let again = list([started(1, 1), started(2, 1), passed_over(1, 5), passed_over(2, 5), passed_over(1, 6)]);
    assert_eq!(first(&again, 1, 6), Some(2));
    assert_eq!(again.smallest(6).in_turn, Some(1));
}

#[test]
fn a_list_survives_json() {
    let waiting = list([started(1, 3), started(2, 2), passed_over(1, 5), started(3, 1)]);
    let json = serde_json::to_string(&waiting).unwrap();
    assert_eq!(serde_json::from_str::<WaitingList>(&json).unwrap(), waiting);
}
