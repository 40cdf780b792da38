//! cqrs-es drives the aggregates by the same rules.

use std::fmt::Debug;

use cqrs_es::test::TestFramework;
use fairway_events::{
    CancelMode, CourseDayEvent, Holes, MembershipEvent, OrderEvent, OrderItem, ReservationEvent,
    VoucherEvent, VoucherKind,
};

use super::*;
use crate::course_day::CourseDayCommand;
use crate::fixtures::{
    booked, booking, by_pass, club, club_id, day, grant_voucher, member, now, order, place, player, shared,
    start_subscription, subscription, today, voucher,
};
use crate::membership::MembershipCommand;
use crate::order::OrderCommand;
use crate::reservation::ReservationCommand;
use crate::voucher::VoucherCommand;
use crate::{
    BookRound, CancelGroup, CancelPlace, ClubReason, CourseDay, Membership, Order, PlaceOrder, Reason,
    Rejection, Reservation, Voucher,
};

const PLAY_DATE: &str = "2026-11-25";

/// Given events, when a command, then events or a refusal.
fn check<A>(given: Vec<A::Event>, when: A::Command, then: Result<Vec<A::Event>, Rejection>)
where
    A: Aggregate<Error = Rejection, Services = ()>,
    A::Event: PartialEq + Debug,
{
    let result = TestFramework::<A>::with(()).given(given).when(when);
    match then {
        Ok(events) => result.then_expect_events(events),
        Err(rejection) => result.then_expect_error(rejection),
    }
}

#[test]
fn cqrs_es_drives_the_same_rules() {
    reservation();
    membership();
    vouchers();
    course_day();
    orders();
}

fn reservation() {
    let round = BookRound {
        booking: booking(1),
        club: shared(club()),
        play_date: day(PLAY_DATE),
        holes: Holes::Eighteen,
        master: member(1),
        players: vec![player(1), player(2)],
        today: today(),
        at: now(),
    };
    let booked = vec![ReservationEvent::RoundBooked {
        booking: booking(1),
        club: club_id(),
        play_date: day(PLAY_DATE),
        holes: Holes::Eighteen,
        master: member(1),
        places: vec![booked(1), booked(2)],
        booked_at: now(),
    }];
    let book = ReservationCommand::BookRound(round, vec![by_pass(1), by_pass(2)]);
    check::<Reservation>(vec![], book, Ok(booked.clone()));
    let (booking, today, at) = (booking(1), day("2026-11-21"), now());
    let cancelled = ReservationEvent::PlaceCancelled {
        booking,
        place: place(1),
        member: member(1),
        by: member(1),
        mode: CancelMode::Own,
        cancelled_at: at,
    };
    let passed_on = ReservationEvent::MasterPassedOn { booking, from: member(1), to: member(2) };
    let own = CancelPlace { booking, place: place(1), by: member(1), today, at };
    let own = ReservationCommand::CancelPlace(own);
    check::<Reservation>(booked.clone(), own, Ok(vec![cancelled, passed_on]));
    let group = ReservationCommand::CancelGroup(CancelGroup { booking, by: member(2), today, at });
    check::<Reservation>(booked, group, Err(Rejection::OnlyMasterCancelsGroup));
}

fn membership() {
    let started = vec![MembershipEvent::SubscriptionStarted {
        member: member(1),
        subscription: subscription(1),
        name: "Heel het jaar".to_owned(),
        startdate: day("2026-01-01"),
        enddate: day("2026-12-31"),
        paymentdate: Some(day("2025-12-20")),
        amount_cents: 24_950,
        max: 24,
        per_month: None,
        max_holes: Holes::Eighteen,
    }];
    let start = || MembershipCommand::StartSubscription(start_subscription(1));
    check::<Membership>(vec![], start(), Ok(started.clone()));
    check::<Membership>(started.clone(), start(), Ok(vec![]));
    let (member, place, today) = (member(1), place(1), day(PLAY_DATE));
    let release = MembershipCommand::ReleasePlace { member, place, today, forfeits: true };
    check::<Membership>(started, release, Err(Rejection::ReservationNotFound));
    let received = MembershipEvent::VoucherReceived {
        member,
        voucher: voucher(1),
        kind: VoucherKind::Bonus,
        title: "Welkom".to_owned(),
        holes: Holes::Nine,
        expires: day("2026-12-31"),
    };
    let receive = MembershipCommand::ReceiveVoucher(grant_voucher(1, 1, Holes::Nine));
    check::<Membership>(vec![], receive, Ok(vec![received]));
}

fn vouchers() {
    let grant = VoucherCommand::Grant(grant_voucher(1, 1, Holes::Nine));
    let granted = Voucher::default().decide(&grant).unwrap();
    let (member, place, holes) = (member(1), place(1), Holes::Nine);
    let using = |date: &str| VoucherCommand::Use { member, place, play_date: day(date), holes };
    let used = VoucherEvent::VoucherUsed { voucher: voucher(1), member, place, play_date: day(PLAY_DATE) };
    check::<Voucher>(granted.clone(), using(PLAY_DATE), Ok(vec![used]));
    check::<Voucher>(granted, using("2027-01-01"), Err(Rejection::VoucherExpired));
}

fn course_day() {
    let date = day(PLAY_DATE);
    let claimed = |number, places: std::ops::RangeInclusive<u128>| CourseDayEvent::PlacesClaimed {
        club: club_id(),
        date,
        booking: booking(number),
        places: places.map(place).collect(),
    };
    let claiming = |capacity| CourseDayCommand::ClaimPlaces {
        club: shared(crate::Club { daily_capacity: Some(capacity), ..club() }),
        date,
        booking: booking(2),
        places: vec![place(5)],
        offer: None,
        at: now(),
    };
    check::<CourseDay>(vec![claimed(1, 1..=4)], claiming(5), Ok(vec![claimed(2, 5..=5)]));
    let full = Rejection::from(Reason::from(ClubReason::Full));
    check::<CourseDay>(vec![claimed(1, 1..=4)], claiming(4), Err(full));
}

fn orders() {
    let place = PlaceOrder {
        order: order(1),
        member: member(1),
        item: OrderItem::FederationRegistration { year: 2026, package: "basis".to_owned() },
        amount_cents: 1_250,
        method: "ideal".to_owned(),
        voucher_maximum: 4,
        today: today(),
        at: now(),
    };
    let placed = vec![OrderEvent::OrderPlaced {
        order: order(1),
        member: member(1),
        item: place.item.clone(),
        amount_cents: 1_250,
        method: "ideal".to_owned(),
        placed_at: now(),
    }];
    check::<Order>(vec![], OrderCommand::PlaceOrder(place.clone()), Ok(placed.clone()));
    let other = PlaceOrder { member: member(2), ..place };
    check::<Order>(placed, OrderCommand::PlaceOrder(other), Err(Rejection::OrderIdTaken));
}
