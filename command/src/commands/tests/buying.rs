//! Ordering and paying: money and goods change hands together, once, in whatever order the provider's messages come.

use fairway_events::{OrderEvent, OrderItem, RefundKind, StreamId, VoucherEvent};
use proptest::prelude::*;

use super::*;
use crate::fixtures::{Streams, given, members, order, voucher};
use crate::{
    PaymentOutcome, PaymentSeen, PlaceOrder, RecordRefund, RejectionClass, SettleOrder, StartPayment,
};

/// Member 1 orders vouchers for 9 holes at € 12.50 each. The vouchers of order n are n * 10, n * 10 + 1, …
pub(super) fn order_vouchers(number: u128, quantity: u128) -> Command {
    Command::PlaceOrder(PlaceOrder {
        order: order(number),
        member: member(1),
        item: OrderItem::FreeVouchers {
            vouchers: (0..quantity).map(|nth| voucher(number * 10 + nth)).collect(),
            title: "Vrije voucher".to_owned(),
            holes: Holes::Nine,
            validity_days: 365,
            year: 2026,
        },
        amount_cents: 1_250 * i64::try_from(quantity).unwrap(),
        method: "ideal".to_owned(),
        voucher_maximum: 4,
        today: today(),
        at: now(),
    })
}

pub(super) fn order_registration(number: u128) -> Command {
    let Command::PlaceOrder(vouchers) = order_vouchers(number, 1) else { unreachable!() };
    let item = OrderItem::FederationRegistration { year: 2026, package: "homecourse".to_owned() };
    Command::PlaceOrder(PlaceOrder { item, amount_cents: 4_950, ..vouchers })
}

pub(super) fn start(number: u128) -> Command {
    Command::StartPayment(StartPayment { order: order(number), payment: payment(number), at: now() })
}

pub(super) fn payment(number: u128) -> String {
    format!("tr_{number}")
}

pub(super) fn settle(number: u128, amount_cents: i64, outcome: PaymentOutcome) -> Command {
    Command::SettleOrder(SettleOrder {
        order: order(number),
        payment: Some(PaymentSeen { id: payment(number), amount_cents }),
        outcome,
        day: today(),
        at: now(),
    })
}

pub(super) fn refund(number: u128, total_cents: i64, kind: RefundKind) -> Command {
    Command::RecordRefund(RecordRefund {
        order: order(number),
        payment: payment(number),
        kind,
        total_cents,
        at: now(),
    })
}

fn ordered(quantity: u128) -> Streams {
    given(members(1)).and(order_vouchers(1, quantity)).and(start(1))
}

fn refused(decision: Result<Decision, Rejection>) -> (&'static str, RejectionClass) {
    let rejection = decision.expect_err("refused");
    (rejection.code(), rejection.class())
}

#[test]
fn ordering_vouchers_opens_the_order_and_counts_them() {
    let placed = given(members(1)).when(&order_vouchers(1, 2));
    assert_eq!(outline(placed), ["Order: OrderPlaced", "Membership: VoucherOrderOpened"]);
}

#[test]
fn the_same_order_again_is_a_success_without_events_and_another_under_its_id_is_refused() {
    let streams = ordered(2);
    assert_eq!(streams.when(&order_vouchers(1, 2)), Ok(Decision::default()));
    assert_eq!(refused(streams.when(&order_vouchers(1, 1))), ("order_id_taken", RejectionClass::Invalid));
}

#[test]
fn nothing_is_no_order() {
    assert_eq!(
        refused(given(members(1)).when(&order_vouchers(1, 0))),
        ("order_empty", RejectionClass::Invalid)
    );
}

#[test]
fn vouchers_are_for_holders_of_a_current_subscription() {
    let none = refused(given([]).when(&order_vouchers(1, 1)));
    assert_eq!(none, ("no_current_subscription", RejectionClass::Conflict));
}

#[test]
fn open_and_paid_orders_count_towards_the_maximum_and_lapsed_ones_do_not() {
    let three = ordered(3);
    assert_eq!(
        sentence(three.when(&order_vouchers(2, 2))),
        "Je kunt dit jaar nog maar 1 vrije voucher kopen."
    );
    let paid = ordered(3).and(settle(1, 3_750, PaymentOutcome::Paid));
    assert_eq!(refused(paid.when(&order_vouchers(2, 2))), ("voucher_maximum", RejectionClass::Conflict));
    let lapsed = ordered(3).and(settle(1, 3_750, PaymentOutcome::Expired));
    assert!(lapsed.when(&order_vouchers(2, 4)).is_ok());
}

#[test]
fn paid_gives_the_vouchers_in_the_same_decision() {
    let paid = ordered(2).when(&settle(1, 2_500, PaymentOutcome::Paid));
    let decision = paid.clone().unwrap();
    assert_eq!(
        outline(paid),
        [
            "Order: OrderPaid",
            "Voucher: VoucherPurchased",
            "Voucher: VoucherPurchased",
            "Membership: VoucherReceived, VoucherReceived, VoucherOrderClosed",
        ]
    );
    let Event::Voucher(VoucherEvent::VoucherPurchased { expires, .. }) = &decision.events[1].1[0] else {
        panic!("{decision:?}")
    };
    assert_eq!(*expires, day("2027-11-20"), "valid up to and including the day of payment and 365 days");
}

#[test]
fn two_orders_that_are_both_paid_after_all_are_both_granted() {
    let streams = ordered(3)
        .and(settle(1, 3_750, PaymentOutcome::Expired))
        .and(order_vouchers(2, 4))
        .and(settle(2, 5_000, PaymentOutcome::Paid));
    let late = outline(streams.when(&settle(1, 3_750, PaymentOutcome::Paid)));
    assert_eq!(late.iter().filter(|line| *line == "Voucher: VoucherPurchased").count(), 3);
}

#[test]
fn another_amount_or_another_payment_changes_nothing() {
    let streams = ordered(1);
    assert_eq!(
        refused(streams.when(&settle(1, 1, PaymentOutcome::Paid))),
        ("other_amount", RejectionClass::Conflict)
    );
    let other = PaymentSeen { id: "tr_other".to_owned(), amount_cents: 1_250 };
    let Command::SettleOrder(settled) = settle(1, 1_250, PaymentOutcome::Paid) else { unreachable!() };
    let other = Command::SettleOrder(SettleOrder { payment: Some(other), ..settled });
    assert_eq!(refused(streams.when(&other)), ("other_payment", RejectionClass::Conflict));
    let unknown = settle(7, 1_250, PaymentOutcome::Paid);
    assert_eq!(refused(streams.when(&unknown)), ("order_not_found", RejectionClass::NotFound));
}

#[test]
fn an_unrecorded_payment_is_accepted_by_its_order_and_amount() {
    let forgot = given(members(1)).and(order_vouchers(1, 1));
    let paid = outline(forgot.when(&settle(1, 1_250, PaymentOutcome::Paid)));
    assert_eq!(paid[0], "Order: PaymentStarted, OrderPaid");
    let streams = forgot.and(settle(1, 1_250, PaymentOutcome::Paid));
    assert_eq!(streams.when(&start(1)), Ok(Decision::default()), "the browser's request comes last");
}

#[test]
fn an_order_without_a_payment_can_expire_but_not_be_paid() {
    let forgot = given(members(1)).and(order_vouchers(1, 1));
    let Command::SettleOrder(settled) = settle(1, 1_250, PaymentOutcome::Expired) else { unreachable!() };
    let abandoned = SettleOrder { payment: None, ..settled };
    let expired = outline(forgot.when(&Command::SettleOrder(abandoned.clone())));
    assert_eq!(expired, ["Order: OrderExpired", "Membership: VoucherOrderClosed"]);
    let for_nothing = SettleOrder { outcome: PaymentOutcome::Paid, ..abandoned.clone() };
    assert_eq!(refused(forgot.when(&Command::SettleOrder(for_nothing))).0, "order_not_paid");
    // A payment was started in the meantime: only the provider knows how it ends.
    assert_eq!(ordered(1).when(&Command::SettleOrder(abandoned.clone())), Ok(Decision::default()));
    let over = forgot.and(Command::SettleOrder(abandoned));
    assert_eq!(refused(over.when(&start(1))), ("order_closed", RejectionClass::Conflict));
}

#[test]
fn a_registration_is_bought_once_a_year() {
    let streams = given([]).and(order_registration(1)).and(start(1));
    let paid = settle(1, 4_950, PaymentOutcome::Paid);
    assert_eq!(outline(streams.when(&paid)), ["Order: OrderPaid", "Membership: FederationRegistered"]);
    let streams = streams.and(paid);
    assert_eq!(sentence(streams.when(&order_registration(2))), "Je hebt voor 2026 al een NGF-registratie.");
}

#[test]
fn a_refund_withdraws_what_it_pays_back_as_far_as_it_is_unused() {
    let streams = ordered(3).and(settle(1, 3_750, PaymentOutcome::Paid));
    let part = outline(streams.when(&refund(1, 1_300, RefundKind::Refund)));
    assert_eq!(part, ["Order: OrderRefunded", "Voucher: VoucherWithdrawn", "Membership: VoucherTakenBack"]);
    let streams = streams.and(refund(1, 1_300, RefundKind::Refund));
    assert_eq!(streams.when(&refund(1, 1_300, RefundKind::Refund)), Ok(Decision::default()), "told twice");

    let used = VoucherEvent::VoucherUsed {
        voucher: voucher(11),
        member: member(1),
        place: place(1),
        play_date: day("2026-11-25"),
    };
    let streams = streams.and_events(&StreamId::Voucher(voucher(11)), &[used.into()]);
    let rest = outline(streams.when(&refund(1, 3_750, RefundKind::Refund)));
    assert_eq!(
        rest.iter().filter(|line| *line == "Voucher: VoucherWithdrawn").count(),
        1,
        "the used one stays"
    );
}

#[test]
fn a_chargeback_counts_beside_refunds_and_a_registration_stays() {
    let streams =
        ordered(2).and(settle(1, 2_500, PaymentOutcome::Paid)).and(refund(1, 1_250, RefundKind::Refund));
    let back = outline(streams.when(&refund(1, 1_250, RefundKind::Chargeback)));
    assert_eq!(back.iter().filter(|line| *line == "Voucher: VoucherWithdrawn").count(), 1);

    let streams = given([]).and(order_registration(3)).and(settle(3, 4_950, PaymentOutcome::Paid));
    assert_eq!(outline(streams.when(&refund(3, 4_950, RefundKind::Refund))), ["Order: OrderRefunded"]);
    let unpaid = refused(ordered(1).when(&refund(1, 1_250, RefundKind::Refund)));
    assert_eq!(unpaid, ("order_not_paid", RejectionClass::Conflict));
}

#[test]
fn a_withdrawn_voucher_pays_no_round() {
    let streams = given([Command::StartSubscription(crate::StartSubscription {
        max: 0,
        ..crate::fixtures::start_subscription(1)
    })]);
    let streams = streams.and(order_vouchers(1, 1)).and(settle(1, 1_250, PaymentOutcome::Paid));
    let nine = BookRound { holes: Holes::Nine, ..round(crate::fixtures::club(), "2026-11-25", 1) };
    let nine = Command::BookRound(nine);
    assert!(streams.when(&nine).is_ok());
    let streams = streams.and(refund(1, 1_250, RefundKind::Refund));
    assert_eq!(refused(streams.when(&nine)).0, "player_used_up");
}

fn any_outcome() -> impl Strategy<Value = PaymentOutcome> {
    prop_oneof![
        Just(PaymentOutcome::Paid),
        Just(PaymentOutcome::Failed),
        Just(PaymentOutcome::Cancelled),
        Just(PaymentOutcome::Expired),
    ]
}

proptest! {
    /// Whatever the provider says and how often, in whatever order: vouchers exactly once if it ever said paid.
    #[test]
    fn paid_grants_exactly_once_whatever_the_order_and_number_of_messages(
        messages in proptest::collection::vec(any_outcome(), 0..8),
        payment_written in any::<bool>(),
    ) {
        let mut streams = given(members(1)).and(order_vouchers(1, 2));
        if payment_written {
            streams = streams.and(start(1));
        }
        let (mut payments, mut vouchers) = (0, 0);
        for outcome in &messages {
            let command = settle(1, 2_500, *outcome);
            let decision = streams.when(&command).expect("no message is refused");
            for event in decision.events.iter().flat_map(|(_, events)| events) {
                payments += usize::from(matches!(event, Event::Order(OrderEvent::OrderPaid { .. })));
                vouchers += usize::from(matches!(event, Event::Voucher(VoucherEvent::VoucherPurchased { .. })));
            }
            streams = streams.and(command);
        }
        let ever_paid = usize::from(messages.contains(&PaymentOutcome::Paid));
        prop_assert_eq!((payments, vouchers), (ever_paid, 2 * ever_paid));
    }
}
