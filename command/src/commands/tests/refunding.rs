//! Money that goes back after its goods were used, and money that came in for goods that cannot be given.

use fairway_events::{OrderEvent, OrderItem, RefundKind, StreamId, VoucherEvent};

use super::buying::{order_registration, order_vouchers, payment, refund, settle, start};
use super::*;
use crate::fixtures::{Streams, club, given, order, start_subscription, voucher};
use crate::world::World;
use crate::{NewPlace, Order, PaymentOutcome, PlaceOrder, StartSubscription};

/// Member 1, whose pass has no rounds, bought so many vouchers.
fn bought(quantity: u128) -> Streams {
    let pass = StartSubscription { max: 0, ..start_subscription(1) };
    let amount_cents = 1_250 * i64::try_from(quantity).unwrap();
    given([Command::StartSubscription(pass)]).and(order_vouchers(1, quantity)).and(start(1)).and(settle(
        1,
        amount_cents,
        PaymentOutcome::Paid,
    ))
}

/// Booking `number` on a date: 9 holes by member 1 alone, on their place of the same number.
fn nine(number: u128, date: &str) -> Command {
    Command::BookRound(BookRound {
        booking: booking(number),
        players: vec![NewPlace { member: member(1), place: place(number) }],
        holes: Holes::Nine,
        ..round(club(), date, 1)
    })
}

fn cancel_group(number: u128, today: &str) -> Command {
    Command::CancelGroup(CancelGroup {
        booking: booking(number),
        by: member(1),
        today: day(today),
        at: now(),
    })
}

fn back(cents: i64) -> Command {
    refund(1, cents, RefundKind::Refund)
}

fn with_withdrawal() -> [&'static str; 4] {
    [
        "Reservation: PlaceCancelled, BookingCancelled",
        "Membership: PlayRightReleased, VoucherTakenBack",
        "Voucher: VoucherReleased, VoucherWithdrawn",
        "CourseDay: PlacesReleased",
    ]
}

#[test]
fn a_voucher_paid_back_while_used_is_withdrawn_when_its_round_is_cancelled() {
    let streams = bought(1).and(nine(1, "2026-11-25"));
    assert_eq!(outline(streams.when(&back(1_250))), ["Order: OrderRefunded"], "the round stands");
    let streams = streams.and(back(1_250));
    assert_eq!(outline(streams.when(&cancel_group(1, "2026-11-20"))), with_withdrawal());
    let streams = streams.and(cancel_group(1, "2026-11-20"));
    assert_eq!(
        streams.when(&nine(2, "2026-11-26")).expect_err("no voucher is left").code(),
        "player_used_up"
    );
    assert_eq!(streams.when(&back(1_250)), Ok(Decision::default()), "told again");
}

#[test]
fn without_a_refund_the_voucher_comes_back() {
    let streams = bought(1).and(nine(1, "2026-11-25")).and(cancel_group(1, "2026-11-20"));
    assert!(streams.when(&nine(2, "2026-11-26")).is_ok());
}

#[test]
fn a_round_cancelled_on_its_play_date_forfeits_the_voucher() {
    let streams = bought(1).and(nine(1, "2026-11-25")).and(back(1_250));
    let forfeited = outline(streams.when(&cancel_group(1, "2026-11-25")));
    assert_eq!(forfeited[1..3], ["Membership: PlayRightForfeited", "Voucher: VoucherForfeited"]);
}

#[test]
fn of_two_used_vouchers_with_one_paid_back_the_first_released_is_withdrawn() {
    for (first, second) in [(1, 2), (2, 1)] {
        let streams = bought(2).and(nine(1, "2026-11-25")).and(nine(2, "2026-11-26")).and(back(1_250));
        assert_eq!(outline(streams.when(&cancel_group(first, "2026-11-20"))), with_withdrawal());
        let streams = streams.and(cancel_group(first, "2026-11-20"));
        let kept = outline(streams.when(&cancel_group(second, "2026-11-20")));
        assert_eq!(kept[1..3], ["Membership: PlayRightReleased", "Voucher: VoucherReleased"]);
    }
}

#[test]
fn a_refund_that_an_unused_voucher_paid_for_leaves_the_used_one_alone() {
    let streams = bought(2).and(nine(1, "2026-11-25")).and(back(1_250));
    let kept = outline(streams.when(&cancel_group(1, "2026-11-20")));
    assert_eq!(kept[1..3], ["Membership: PlayRightReleased", "Voucher: VoucherReleased"]);
}

#[test]
fn a_voucher_released_before_this_rule_is_withdrawn_when_the_refund_is_reported_again() {
    let streams = bought(1).and(nine(1, "2026-11-25")).and(back(1_250));
    let released = VoucherEvent::VoucherReleased { voucher: voucher(10), member: member(1), place: place(1) };
    let streams = streams.and_events(&StreamId::Voucher(voucher(10)), &[released.into()]);
    let told_again = outline(streams.when(&back(1_250)));
    assert_eq!(told_again, ["Voucher: VoucherWithdrawn", "Membership: VoucherTakenBack"]);
}

#[test]
fn a_second_payment_for_a_registration_is_to_be_paid_back_in_full() {
    let streams = given([]).and(order_registration(1)).and(start(1)).and(order_registration(2)).and(start(2));
    let (first, second) = (settle(1, 4_950, PaymentOutcome::Paid), settle(2, 4_950, PaymentOutcome::Paid));
    let streams = streams.and(first.clone());
    assert_eq!(outline(streams.when(&second)), ["Order: OrderPaid, RefundRequested"]);
    assert_eq!(streams.when(&first), Ok(Decision::default()), "the first stays as it is");

    let due = |streams: &Streams| {
        let stream = StreamId::Order(order(2));
        let loaded = streams.loaded(std::slice::from_ref(&stream));
        World::get::<Order>(&loaded, order(2))
            .expect("at hand")
            .refund_due()
            .map(|(payment, cents)| (payment.to_owned(), cents))
    };
    let streams = streams.and(second.clone());
    assert_eq!(due(&streams), Some((payment(2), 4_950)));
    let streams = streams.and(refund(2, 4_950, RefundKind::Refund));
    assert_eq!(due(&streams), None, "the provider was heard");
    assert_eq!(streams.when(&second), Ok(Decision::default()), "told again");
}

#[test]
fn an_unrecorded_payment_is_the_one_that_is_paid_back() {
    let streams = given([]).and(order_registration(1)).and(order_registration(2));
    let streams = streams.and(settle(1, 4_950, PaymentOutcome::Paid));
    let decision = streams.when(&settle(2, 4_950, PaymentOutcome::Paid)).expect("accepted");
    assert_eq!(outline(Ok(decision.clone())), ["Order: PaymentStarted, OrderPaid, RefundRequested"]);
    let Event::Order(OrderEvent::RefundRequested { payment: back, amount_cents, .. }) =
        &decision.events[0].1[2]
    else {
        panic!("{decision:?}")
    };
    assert_eq!((back.as_str(), *amount_cents), (payment(2).as_str(), 4_950));
}

#[test]
fn registrations_of_two_years_are_both_granted() {
    let Command::PlaceOrder(of_2026) = order_registration(2) else { unreachable!() };
    let item = OrderItem::FederationRegistration { year: 2027, package: "homecourse".to_owned() };
    let of_2027 = Command::PlaceOrder(PlaceOrder { item, ..of_2026 });
    let streams =
        given([]).and(order_registration(1)).and(of_2027).and(settle(1, 4_950, PaymentOutcome::Paid));
    let granted = outline(streams.when(&settle(2, 4_950, PaymentOutcome::Paid)));
    assert_eq!(granted, ["Order: PaymentStarted, OrderPaid", "Membership: FederationRegistered"]);
}
