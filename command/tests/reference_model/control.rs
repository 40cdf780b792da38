//! The control: two commands are decided on the same state and both are appended, as two writers would do without the
//! check of the streams' versions. Then the invariant checks must fail; otherwise their success proves nothing.

use std::panic::catch_unwind;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_command::{
    AddPlayers, BookRound, CancelPlace, Club, Command, GrantVoucher, NewPlace, StartSubscription, SwapPlayer,
    WithdrawSubscription, WithdrawVoucher,
};
use fairway_events::{BookingId, Holes, MemberId, PlaceId, SubscriptionId, VoucherId, VoucherKind};
use uuid::Uuid;

use crate::invariants;
use crate::journal::Journal;
use crate::portal::clubs;

mod arrivals;
mod settlement;
mod shop;
mod waiting;

fn date(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 12, day).unwrap()
}

fn player(member: u128, place: u128) -> NewPlace {
    NewPlace { member: MemberId(Uuid::from_u128(member)), place: PlaceId(Uuid::from_u128(place)) }
}

fn pass(member: u128, max: u32, per_month: Option<u32>) -> Command {
    Command::StartSubscription(StartSubscription {
        member: MemberId(Uuid::from_u128(member)),
        subscription: SubscriptionId(Uuid::from_u128(100 + member)),
        name: "Seizoen".to_owned(),
        startdate: date(1),
        enddate: date(31),
        paymentdate: None,
        amount_cents: 24_950,
        max,
        per_month,
        max_holes: Holes::Nine,
    })
}

fn voucher(member: u128) -> Command {
    Command::GrantVoucher(GrantVoucher {
        member: MemberId(Uuid::from_u128(member)),
        voucher: VoucherId(Uuid::from_u128(200 + member)),
        kind: VoucherKind::Bonus,
        title: "Welkom".to_owned(),
        holes: Holes::Nine,
        expires: date(31),
    })
}

fn clubs_by_index() -> Vec<Arc<Club>> {
    clubs().into_iter().map(Arc::new).collect()
}

/// Booking `id` by the first of the players; their places are numbered from the booking's id.
fn book(id: u128, club: usize, day: u32, members: impl IntoIterator<Item = u128>) -> Command {
    let players: Vec<NewPlace> =
        (id + 1..).zip(members).map(|(place, member)| player(member, place)).collect();
    Command::BookRound(BookRound {
        booking: BookingId(Uuid::from_u128(id)),
        club: Arc::clone(&clubs_by_index()[club]),
        play_date: date(day),
        holes: Holes::Nine,
        master: players[0].member,
        players,
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

/// Member 1 adds another to booking 1000 of 18 December.
fn add(member: u128) -> Command {
    Command::AddPlayers(AddPlayers {
        booking: BookingId(Uuid::from_u128(1000)),
        club: Arc::clone(&clubs_by_index()[0]),
        play_date: date(18),
        by: MemberId(Uuid::from_u128(1)),
        players: vec![player(member, 3000 + member)],
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

/// Member 2 of booking 1000 swaps themselves for another.
fn swap(member: u128) -> Command {
    Command::SwapPlayer(SwapPlayer {
        booking: BookingId(Uuid::from_u128(1000)),
        club: Arc::clone(&clubs_by_index()[0]),
        play_date: date(18),
        place: PlaceId(Uuid::from_u128(1002)),
        player: player(member, 3000 + member),
        by: MemberId(Uuid::from_u128(2)),
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

/// Member 2 of booking 1000 cancels.
fn cancel() -> Command {
    Command::CancelPlace(CancelPlace {
        booking: BookingId(Uuid::from_u128(1000)),
        place: PlaceId(Uuid::from_u128(1002)),
        by: MemberId(Uuid::from_u128(2)),
        today: date(17),
        at: DateTime::<Utc>::UNIX_EPOCH,
    })
}

/// Whether the invariants break when both commands are decided before either is appended.
fn breaks(given: &[Command], both: [Command; 2]) -> bool {
    let mut journal = Journal::default();
    for command in given {
        let decision = journal.decide(command).unwrap();
        journal.append(decision);
    }
    invariants::check(journal.log().iter().map(|(_, event)| event), &clubs());
    let decisions = both.map(|command| journal.decide(&command).unwrap());
    decisions.into_iter().for_each(|decision| journal.append(decision));
    catch_unwind(|| invariants::check(journal.log().iter().map(|(_, event)| event), &clubs())).is_err()
}

fn passes(members: u128) -> Vec<Command> {
    (1..=members).map(|member| pass(member, 5, None)).collect()
}

#[test]
fn two_rounds_on_one_date_are_noticed() {
    assert!(breaks(&passes(1), [book(1000, 0, 18, [1]), book(2000, 1, 18, [1])]));
}

#[test]
fn too_many_rounds_in_a_term_or_month_are_noticed() {
    let rounds = || [book(1000, 0, 18, [1]), book(2000, 0, 20, [1])];
    assert!(breaks(&[pass(1, 1, None)], rounds()));
    assert!(breaks(&[pass(1, 5, Some(1))], rounds()));
    assert!(!breaks(&[pass(1, 2, Some(2))], rounds()), "where there is room, both may be booked");
}

#[test]
fn a_voucher_that_is_used_twice_is_noticed() {
    assert!(breaks(&[voucher(1)], [book(1000, 0, 18, [1]), book(2000, 0, 20, [1])]));
}

#[test]
fn a_club_maximum_that_is_exceeded_is_noticed() {
    let mut given = passes(1);
    given.push(book(1000, 1, 18, [1]));
    assert!(breaks(&given, [book(2000, 1, 20, [1]), book(3000, 1, 22, [1])]));
}

#[test]
fn a_day_that_is_overbooked_is_noticed() {
    assert!(breaks(&passes(8), [book(1000, 0, 18, 1..=4), book(2000, 0, 18, 5..=8)]));
}

#[test]
fn a_fifth_player_is_noticed() {
    let mut given = passes(5);
    given.push(book(1000, 0, 18, 1..=3));
    assert!(breaks(&given, [add(4), add(5)]));
}

#[test]
fn a_swap_that_crosses_a_cancellation_or_another_swap_is_noticed() {
    let mut given = passes(5);
    given.push(book(1000, 0, 18, 1..=2));
    assert!(breaks(&given, [swap(4), cancel()]));
    assert!(breaks(&given, [cancel(), swap(4)]));
    assert!(breaks(&given, [swap(4), swap(5)]));
    assert!(breaks(&given, [swap(4), book(2000, 1, 18, [4])]), "who comes plays elsewhere");
}

/// The same, whichever of the two is appended first.
fn breaks_in_either_order(given: &[Command], one: &Command, other: &Command) -> bool {
    breaks(given, [one.clone(), other.clone()]) && breaks(given, [other.clone(), one.clone()])
}

#[test]
fn a_voucher_that_is_taken_back_while_it_is_used_is_noticed() {
    let withdraw = Command::WithdrawVoucher(WithdrawVoucher {
        member: MemberId(Uuid::from_u128(1)),
        voucher: VoucherId(Uuid::from_u128(201)),
    });
    assert!(breaks_in_either_order(&[voucher(1)], &withdraw, &book(1000, 0, 18, [1])));
}

#[test]
fn a_pass_that_is_taken_back_while_it_is_used_is_noticed() {
    let withdraw = Command::WithdrawSubscription(WithdrawSubscription {
        member: MemberId(Uuid::from_u128(1)),
        subscription: SubscriptionId(Uuid::from_u128(101)),
        today: date(17),
    });
    assert!(breaks_in_either_order(&[pass(1, 5, None)], &withdraw, &book(1000, 0, 18, [1])));
}
