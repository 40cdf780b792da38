//! The streams that a decision asks for, and when: all it knows of at once, in two rounds at most.

use std::collections::HashMap;

use fairway_events::{OrderItem, StreamId};

use super::*;
use crate::fixtures::{club, club_id, course_day, given, grant_voucher, members, order, voucher};
use crate::{Loaded, PlaceOrder, Undecided};

const DATE: &str = "2026-11-25";

#[test]
fn a_booking_names_its_streams_before_anything_is_loaded() {
    let expected = vec![
        StreamId::Reservation(booking(1)),
        StreamId::Membership(member(1)),
        StreamId::Membership(member(2)),
        course_day(DATE),
    ];
    let command = book(club(), DATE, 2);
    assert_eq!(command.streams(), expected);
    let nothing_loaded = command.decide(&HashMap::<StreamId, Loaded>::new());
    assert_eq!(nothing_loaded, Err(Undecided::Missing(expected)));
}

#[test]
fn a_member_who_is_named_twice_is_loaded_once() {
    let BookRound { mut players, .. } = round(club(), DATE, 2);
    players.extend_from_within(..);
    let command = Command::BookRound(BookRound { players, ..round(club(), DATE, 2) });
    assert_eq!(command.streams(), book(club(), DATE, 2).streams());
}

#[test]
fn every_voucher_that_is_chosen_is_asked_for_at_once() {
    let grants = (1..=2).map(|number| Command::GrantVoucher(grant_voucher(number, number, Holes::Eighteen)));
    let streams = given(grants);
    let command = book(club(), DATE, 2);
    let loaded = streams.loaded(&command.streams());
    let vouchers = vec![StreamId::Voucher(voucher(1)), StreamId::Voucher(voucher(2))];
    assert_eq!(command.decide(&loaded), Err(Undecided::Missing(vouchers)));
}

#[test]
fn a_cancellation_asks_for_all_that_its_booking_leads_to_at_once() {
    let mut people = members(1);
    people.push(Command::GrantVoucher(grant_voucher(2, 2, Holes::Eighteen)));
    let streams = given(people).and(book(club(), DATE, 2));
    let command = cancel_group(1, DATE);
    assert_eq!(command.streams(), [StreamId::Reservation(booking(1))]);
    let loaded = streams.loaded(&command.streams());
    let expected = vec![
        StreamId::Membership(member(1)),
        StreamId::Membership(member(2)),
        StreamId::Voucher(voucher(2)),
        course_day(DATE),
        StreamId::ArrivalList(club_id(), day(DATE)),
    ];
    assert_eq!(command.decide(&loaded), Err(Undecided::Missing(expected)));
}

#[test]
fn what_is_refused_or_done_already_needs_no_more_streams() {
    let streams = given(members(2)).and(book(club(), DATE, 2));
    let command = cancel_group(2, DATE);
    let loaded = streams.loaded(&command.streams());
    assert!(matches!(command.decide(&loaded), Err(Undecided::Rejected(_))));
    let streams = streams.and(cancel_group(1, DATE));
    let loaded = streams.loaded(&command.streams());
    assert_eq!(cancel_group(1, DATE).decide(&loaded), Ok(Decision::default()));
}

#[test]
fn an_order_names_its_streams_before_anything_is_loaded() {
    let item = OrderItem::FederationRegistration { year: 2026, package: "handicap".to_owned() };
    let command = Command::PlaceOrder(PlaceOrder {
        order: order(1),
        member: member(1),
        item,
        amount_cents: 2_150,
        method: "ideal".to_owned(),
        voucher_maximum: 4,
        today: today(),
        at: now(),
    });
    assert_eq!(command.streams(), [StreamId::Membership(member(1)), StreamId::Order(order(1))]);
}

#[test]
fn a_voucher_that_is_given_names_its_streams_before_anything_is_loaded() {
    let command = Command::GrantVoucher(grant_voucher(1, 2, Holes::Nine));
    assert_eq!(command.streams(), [StreamId::Membership(member(2)), StreamId::Voucher(voucher(1))]);
}
