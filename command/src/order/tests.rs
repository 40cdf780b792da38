//! The order by itself, as cqrs-es sees it: given events, when a command, then events.

use cqrs_es::test::TestFramework;
use fairway_events::{Holes, OrderEvent, OrderItem};

use super::*;
use crate::fixtures::{member, now, order, today, voucher};
use crate::{PaymentOutcome, PaymentSeen, SettleOrder, StartPayment};

fn placed() -> OrderEvent {
    OrderEvent::OrderPlaced {
        order: order(1),
        member: member(1),
        item: OrderItem::FreeVouchers {
            vouchers: vec![voucher(1)],
            title: "Vrije voucher".to_owned(),
            holes: Holes::Nine,
            validity_days: 365,
            year: 2026,
        },
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

fn settle(outcome: PaymentOutcome) -> OrderCommand {
    OrderCommand::Settle(SettleOrder {
        order: order(1),
        payment: Some(PaymentSeen { id: "tr_1".to_owned(), amount_cents: 1_250 }),
        outcome,
        day: today(),
        at: now(),
    })
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
fn money_counts_after_a_failure_and_a_failure_after_money_does_not() {
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
    given(vec![placed(), started()]).when(start("tr_2")).then_expect_error(OrderRejection::OtherPayment);
    TestFramework::<Order>::with(())
        .given_no_previous_events()
        .when(start("tr_1"))
        .then_expect_error(OrderRejection::Unknown);
}
