//! The order by itself, as cqrs-es sees it: given events, when a command, then events.

use cqrs_es::test::TestFramework;
use fairway_events::{Holes, OrderEvent, OrderItem, RefundKind, VoucherId};

use super::*;
use crate::fixtures::{member, now, order, today, voucher};
use crate::{PaymentOutcome, PaymentSeen, Rejection};

fn vouchers(vouchers: Vec<VoucherId>) -> OrderItem {
    OrderItem::FreeVouchers {
        vouchers,
        title: "Vrije voucher".to_owned(),
        holes: Holes::Nine,
        validity_days: 365,
        year: 2026,
    }
}

/// The command behind [`placed`].
fn place() -> PlaceOrder {
    PlaceOrder {
        order: order(1),
        member: member(1),
        item: vouchers(vec![voucher(1)]),
        amount_cents: 1_250,
        method: "ideal".to_owned(),
        voucher_maximum: 4,
        today: today(),
        at: now(),
    }
}

fn placed() -> OrderEvent {
    OrderEvent::OrderPlaced {
        order: order(1),
        member: member(1),
        item: vouchers(vec![voucher(1)]),
        amount_cents: 1_250,
        method: "ideal".to_owned(),
        placed_at: now(),
    }
}

fn started() -> OrderEvent {
    OrderEvent::PaymentStarted {
        order: order(1),
        member: member(1),
        payment: "tr_1".to_owned(),
        started_at: now(),
    }
}

fn paid() -> OrderEvent {
    OrderEvent::OrderPaid { order: order(1), member: member(1), paid_at: now() }
}

fn failed() -> OrderEvent {
    OrderEvent::OrderFailed { order: order(1), member: member(1), closed_at: now() }
}

fn seen(id: &str, amount_cents: i64) -> Option<PaymentSeen> {
    Some(PaymentSeen { id: id.to_owned(), amount_cents })
}

fn settle(outcome: PaymentOutcome) -> OrderCommand {
    settle_by(seen("tr_1", 1_250), outcome)
}

fn settle_by(payment: Option<PaymentSeen>, outcome: PaymentOutcome) -> OrderCommand {
    OrderCommand::SettleOrder(SettleOrder { order: order(1), payment, outcome, day: today(), at: now() })
}

fn given(events: Vec<OrderEvent>) -> cqrs_es::test::AggregateTestExecutor<Order> {
    TestFramework::<Order>::with(()).given(events)
}

#[test]
fn an_open_order_ends_as_its_payment_does() {
    given(vec![placed(), started()]).when(settle(PaymentOutcome::Paid)).then_expect_events(vec![paid()]);
    given(vec![placed(), started()]).when(settle(PaymentOutcome::Failed)).then_expect_events(vec![failed()]);
}

#[test]
fn a_payment_counts_after_a_failure_and_a_failure_after_a_payment_does_not() {
    let lapsed = vec![placed(), started(), failed()];
    given(lapsed).when(settle(PaymentOutcome::Paid)).then_expect_events(vec![paid()]);
    for outcome in [PaymentOutcome::Paid, PaymentOutcome::Failed, PaymentOutcome::Expired] {
        given(vec![placed(), started(), paid()]).when(settle(outcome)).then_expect_events(vec![]);
    }
}

#[test]
fn one_payment_belongs_to_an_order() {
    let start = |payment: &str| {
        OrderCommand::StartPayment(StartPayment { order: order(1), payment: payment.to_owned(), at: now() })
    };
    given(vec![placed()]).when(start("tr_1")).then_expect_events(vec![started()]);
    given(vec![placed(), started()]).when(start("tr_1")).then_expect_events(vec![]);
    given(vec![placed(), started()]).when(start("tr_2")).then_expect_error(Rejection::OtherPayment);
    TestFramework::<Order>::with(())
        .given_no_previous_events()
        .when(start("tr_1"))
        .then_expect_error(Rejection::OrderNotFound);
}

#[test]
fn nothing_is_ordered_by_an_order_without_things_or_price() {
    let nothing = PlaceOrder { item: vouchers(vec![]), ..place() };
    for empty in [nothing, PlaceOrder { amount_cents: 0, ..place() }] {
        let given = TestFramework::<Order>::with(()).given_no_previous_events();
        given.when(OrderCommand::PlaceOrder(empty)).then_expect_error(Rejection::OrderEmpty);
    }
    let given = TestFramework::<Order>::with(()).given_no_previous_events();
    given.when(OrderCommand::PlaceOrder(place())).then_expect_events(vec![placed()]);
}

#[test]
fn an_order_is_placed_once_and_its_id_is_of_no_other() {
    given(vec![placed()]).when(OrderCommand::PlaceOrder(place())).then_expect_events(vec![]);
    let others = [
        PlaceOrder { member: member(2), ..place() },
        PlaceOrder { item: vouchers(vec![voucher(2)]), ..place() },
        PlaceOrder { amount_cents: 1_251, ..place() },
        PlaceOrder { method: "bancontact".to_owned(), ..place() },
    ];
    for other in others {
        given(vec![placed()])
            .when(OrderCommand::PlaceOrder(other))
            .then_expect_error(Rejection::OrderIdTaken);
    }
}

#[test]
fn an_order_that_ended_takes_no_payment() {
    let expired = OrderEvent::OrderExpired { order: order(1), member: member(1), closed_at: now() };
    let ended = given(vec![placed()]).when(settle_by(None, PaymentOutcome::Expired));
    ended.then_expect_events(vec![expired.clone()]);
    let start = StartPayment { order: order(1), payment: "tr_1".to_owned(), at: now() };
    let late = given(vec![placed(), expired]).when(OrderCommand::StartPayment(start));
    late.then_expect_error(Rejection::OrderClosed);
}

#[test]
fn a_payment_settles_its_own_order_for_the_whole_price() {
    let paid_by = |payment| settle_by(payment, PaymentOutcome::Paid);
    let open = || given(vec![placed(), started()]);
    open().when(paid_by(seen("tr_2", 1_250))).then_expect_error(Rejection::OtherPayment);
    open().when(paid_by(seen("tr_1", 1_249))).then_expect_error(Rejection::OtherAmount);
    open().when(paid_by(None)).then_expect_events(vec![]);
    let cancelled = OrderEvent::OrderCancelled { order: order(1), member: member(1), closed_at: now() };
    open().when(settle(PaymentOutcome::Cancelled)).then_expect_events(vec![cancelled]);
    given(vec![placed()]).when(paid_by(None)).then_expect_error(Rejection::OrderNotPaid);
    given(vec![placed()]).when(settle(PaymentOutcome::Paid)).then_expect_events(vec![started(), paid()]);
}

#[test]
fn a_refund_records_only_the_new_amount_of_its_kind() {
    let refund = |payment: &str, kind, total_cents| {
        let payment = payment.to_owned();
        OrderCommand::RecordRefund(RecordRefund { order: order(1), payment, kind, total_cents, at: now() })
    };
    let went_back = |kind, amount_cents| OrderEvent::OrderRefunded {
        order: order(1),
        member: member(1),
        kind,
        amount_cents,
        refunded_at: now(),
    };
    let (back, by_bank) = (RefundKind::Refund, RefundKind::Chargeback);
    let bought = || vec![placed(), started(), paid()];
    given(bought()).when(refund("tr_1", back, 500)).then_expect_events(vec![went_back(back, 500)]);
    given(bought()).when(refund("tr_1", back, 0)).then_expect_events(vec![]);
    given(bought()).when(refund("tr_2", back, 500)).then_expect_error(Rejection::OtherPayment);
    given(vec![placed(), started()])
        .when(refund("tr_1", back, 500))
        .then_expect_error(Rejection::OrderNotPaid);
    let some = || [bought(), vec![went_back(back, 500)]].concat();
    given(some()).when(refund("tr_1", back, 500)).then_expect_events(vec![]);
    given(some()).when(refund("tr_1", back, 1_250)).then_expect_events(vec![went_back(back, 750)]);
    given(some()).when(refund("tr_1", by_bank, 500)).then_expect_events(vec![went_back(by_bank, 500)]);
}

#[test]
fn a_refund_is_approved_once_of_a_paid_order_of_vouchers() {
    let approve = || OrderCommand::ApproveRefund(ApproveRefund { order: order(1), at: now() });
    let approved = OrderEvent::RefundApproved {
        order: order(1),
        member: member(1),
        payment: "tr_1".to_owned(),
        amount_cents: 1_250,
        approved_at: now(),
    };
    let bought = || vec![placed(), started(), paid()];
    given(bought()).when(approve()).then_expect_events(vec![approved.clone()]);
    given([bought(), vec![approved.clone()]].concat()).when(approve()).then_expect_events(vec![]);
    given(vec![placed(), started()]).when(approve()).then_expect_error(Rejection::OrderNotPaid);
    let went_back = OrderEvent::OrderRefunded {
        order: order(1),
        member: member(1),
        kind: RefundKind::Chargeback,
        amount_cents: 1,
        refunded_at: now(),
    };
    let some = [bought(), vec![went_back]].concat();
    given(some).when(approve()).then_expect_error(Rejection::OrderAlreadyRefunded);
    let registration = OrderEvent::OrderPlaced {
        order: order(1),
        member: member(1),
        item: OrderItem::FederationRegistration { year: 2026, package: "homecourse".to_owned() },
        amount_cents: 4_950,
        method: "ideal".to_owned(),
        placed_at: now(),
    };
    given(vec![registration, started(), paid()])
        .when(approve())
        .then_expect_error(Rejection::RegistrationNotRefunded);
}
