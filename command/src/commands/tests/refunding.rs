//! Money that goes back after its goods were used, money that came in for goods that cannot be given, and money that an
//! operator gives back.

use fairway_events::{OrderEvent, OrderItem, RefundKind, StreamId, VoucherEvent};
use proptest::prelude::*;

use super::buying::{order_registration, order_vouchers, payment, refund, settle, start};
use super::*;
use crate::fixtures::{Streams, club, given, order, start_subscription, voucher};
use crate::world::World;
use crate::{
    ApproveRefund, NewPlace, Order, PaymentOutcome, PlaceOrder, RefundCause, RejectionClass,
    StartSubscription, Undecided,
};

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

fn approve(number: u128) -> Command {
    Command::ApproveRefund(ApproveRefund { order: order(number), at: now() })
}

fn refused(decision: Result<Decision, Rejection>) -> (&'static str, RejectionClass) {
    let rejection = decision.expect_err("refused");
    (rejection.code(), rejection.class())
}

/// The refund that an order is due, in cents, and why.
fn due(streams: &Streams, number: u128) -> (Option<i64>, Option<RefundCause>) {
    let loaded = streams.loaded(&[StreamId::Order(order(number))]);
    let order = World::get::<Order>(&loaded, order(number)).expect("at hand");
    (order.refund_due().map(|(_, cents)| cents), order.refund_cause())
}

#[test]
fn an_approved_refund_withdraws_every_voucher_of_the_order_in_the_same_decision_and_once() {
    let streams = bought(2);
    assert_eq!(due(&streams, 1), (None, None));
    let approved = outline(streams.when(&approve(1)));
    assert_eq!(
        approved,
        [
            "Order: RefundApproved",
            "Voucher: VoucherWithdrawn",
            "Voucher: VoucherWithdrawn",
            "Membership: VoucherTakenBack, VoucherTakenBack",
        ]
    );
    let streams = streams.and(approve(1));
    assert_eq!(due(&streams, 1), (Some(2_500), Some(RefundCause::Approved)));
    assert_eq!(streams.when(&approve(1)), Ok(Decision::default()), "the same request, repeated");
    assert_eq!(refused(streams.when(&nine(1, "2026-11-25"))).0, "player_used_up", "none is used meanwhile");
}

#[test]
fn a_refund_that_the_provider_made_finds_the_vouchers_withdrawn() {
    let streams = bought(2).and(approve(1));
    assert_eq!(outline(streams.when(&back(2_500))), ["Order: OrderRefunded"]);
    let streams = streams.and(back(2_500));
    assert_eq!(due(&streams, 1), (None, Some(RefundCause::Approved)), "it went back");
    assert_eq!(streams.when(&back(2_500)), Ok(Decision::default()), "told again");
    assert_eq!(streams.when(&approve(1)), Ok(Decision::default()), "the same request, repeated");
}

#[test]
fn a_chargeback_that_comes_first_leaves_less_to_pay_back() {
    let streams = bought(2).and(approve(1)).and(refund(1, 1_000, RefundKind::Chargeback));
    assert_eq!(due(&streams, 1).0, Some(1_500));
    let streams = streams.and(refund(1, 2_500, RefundKind::Chargeback));
    assert_eq!(due(&streams, 1).0, None);
}

#[test]
fn nothing_is_approved_for_an_order_of_which_a_voucher_was_used() {
    let used = bought(2).and(nine(1, "2026-11-25"));
    assert_eq!(refused(used.when(&approve(1))), ("voucher_already_used", RejectionClass::Conflict));
    let returned = bought(2).and(nine(1, "2026-11-25")).and(cancel_group(1, "2026-11-20"));
    assert!(returned.when(&approve(1)).is_ok(), "it came back");
    let forfeited = used.and(cancel_group(1, "2026-11-25"));
    assert_eq!(refused(forfeited.when(&approve(1))).0, "voucher_already_used");
}

#[test]
fn nothing_is_approved_before_the_payment_after_a_refund_or_for_a_registration() {
    let open =
        given([Command::StartSubscription(start_subscription(1))]).and(order_vouchers(1, 1)).and(start(1));
    assert_eq!(refused(open.when(&approve(1))), ("order_not_paid", RejectionClass::Conflict));
    assert_eq!(refused(open.when(&approve(7))), ("order_not_found", RejectionClass::NotFound));
    for kind in [RefundKind::Refund, RefundKind::Chargeback] {
        let partly = bought(2).and(refund(1, 100, kind));
        assert_eq!(refused(partly.when(&approve(1))), ("order_already_refunded", RejectionClass::Conflict));
    }
    let registered = given([])
        .and(order_registration(1))
        .and(order_registration(2))
        .and(settle(1, 4_950, PaymentOutcome::Paid))
        .and(settle(2, 4_950, PaymentOutcome::Paid));
    let stays = ("registration_not_refunded", RejectionClass::Conflict);
    assert_eq!(refused(registered.when(&approve(1))), stays);
    assert_eq!(refused(registered.when(&approve(2))).0, "order_already_refunded", "paid in vain");
    assert_eq!(due(&registered, 2), (Some(4_950), Some(RefundCause::PaidInVain)));
}

#[test]
fn an_approved_refund_asks_for_all_its_streams_at_once() {
    let streams = bought(2);
    let command = approve(1);
    assert_eq!(command.streams(), [StreamId::Order(order(1))]);
    let loaded = streams.loaded(&command.streams());
    let expected =
        vec![StreamId::Membership(member(1)), StreamId::Voucher(voucher(10)), StreamId::Voucher(voucher(11))];
    assert_eq!(command.decide(&loaded), Err(Undecided::Missing(expected)));
}

/// What happens to an order of two vouchers.
#[derive(Debug, Clone)]
enum Happening {
    /// Booking `number` on one of them, or on a date that is taken.
    Book {
        number: u128,
    },
    /// It is cancelled, before its day or on it.
    Cancel {
        number: u128,
        on_the_day: bool,
    },
    Approve,
    /// So much went back in all, of one kind.
    Back {
        cents: i64,
        kind: RefundKind,
    },
}

fn happening() -> impl Strategy<Value = Happening> {
    let kind = prop_oneof![Just(RefundKind::Refund), Just(RefundKind::Chargeback)];
    prop_oneof![
        3 => (1..4_u128).prop_map(|number| Happening::Book { number }),
        3 => (1..4_u128, any::<bool>())
            .prop_map(|(number, on_the_day)| Happening::Cancel { number, on_the_day }),
        2 => Just(Happening::Approve),
        1 => (0..=2_500_i64, kind).prop_map(|(cents, kind)| Happening::Back { cents, kind }),
    ]
}

proptest! {
    /// Whatever happens in between: a refund is approved of unused vouchers only, never for more than the price, and
    /// afterwards no voucher of the order pays a round.
    #[test]
    fn an_approved_refund_leaves_nothing_to_play(happenings in proptest::collection::vec(happening(), 1..30)) {
        let mut streams = bought(2);
        let (mut approved, mut booked, mut gone_back) = (false, false, 0_i64);
        for happening in happenings {
            let date = |number: u128| format!("2026-11-{}", 24 + number);
            let command = match happening {
                Happening::Book { number } => nine(number, &date(number)),
                Happening::Cancel { number, on_the_day: true } => cancel_group(number, &date(number)),
                Happening::Cancel { number, on_the_day: false } => cancel_group(number, "2026-11-20"),
                Happening::Approve => approve(1),
                Happening::Back { cents, kind } => refund(1, cents, kind),
            };
            let Ok(decision) = streams.when(&command) else { continue };
            let events: Vec<&Event> = decision.events.iter().flat_map(|(_, events)| events).collect();
            let names: Vec<&str> = events.iter().map(|event| event.name()).collect();
            if names.contains(&"RefundApproved") {
                prop_assert!(!approved && gone_back == 0, "once, and before any other money");
                prop_assert_eq!(names.iter().filter(|name| **name == "VoucherWithdrawn").count(), 2);
                approved = true;
            }
            prop_assert!(!(approved && names.contains(&"VoucherUsed")), "a voucher was used after the approval");
            booked |= names.contains(&"VoucherUsed");
            for event in events {
                if let Event::Order(OrderEvent::OrderRefunded { amount_cents, .. }) = event {
                    gone_back += amount_cents;
                }
            }
            streams = streams.and(command);
            let wanted = if approved { (2_500 - gone_back).max(0) } else { 0 };
            prop_assert_eq!(due(&streams, 1).0.unwrap_or(0), wanted);
        }
        prop_assert!(booked || !streams.when(&approve(1)).is_err_and(|refusal| refusal == Rejection::VoucherAlreadyUsed));
    }
}
