//! The control for orders: two payments, a refund and a cancellation, and an approved refund and a booking, each decided
//! without the other.

use chrono::{DateTime, Utc};
use fairway_command::{
    ApproveRefund, CancelGroup, Command, PaymentOutcome, PaymentSeen, PlaceOrder, RecordRefund, SettleOrder,
};
use fairway_events::{BookingId, Holes, MemberId, OrderId, OrderItem, RefundKind, VoucherId};
use uuid::Uuid;

use super::{book, breaks, breaks_in_either_order, date, pass};

const AT: DateTime<Utc> = DateTime::<Utc>::UNIX_EPOCH;

fn place(order: u128, item: OrderItem) -> Command {
    Command::PlaceOrder(PlaceOrder {
        order: OrderId(Uuid::from_u128(order)),
        member: MemberId(Uuid::from_u128(1)),
        item,
        amount_cents: 1_250,
        method: "ideal".to_owned(),
        voucher_maximum: 4,
        today: date(17),
        at: AT,
    })
}

fn registration() -> OrderItem {
    OrderItem::FederationRegistration { year: 2027, package: "homecourse".to_owned() }
}

fn voucher() -> OrderItem {
    OrderItem::FreeVouchers {
        vouchers: vec![VoucherId(Uuid::from_u128(600))],
        title: "Vrije voucher".to_owned(),
        holes: Holes::Nine,
        validity_days: 30,
        year: 2026,
    }
}

fn paid(order: u128) -> Command {
    Command::SettleOrder(SettleOrder {
        order: OrderId(Uuid::from_u128(order)),
        payment: Some(PaymentSeen { id: format!("tr_{order}"), amount_cents: 1_250 }),
        outcome: PaymentOutcome::Paid,
        day: date(17),
        at: AT,
    })
}

#[test]
fn a_registration_that_is_granted_twice_is_noticed() {
    let given = [place(501, registration()), place(502, registration())];
    assert!(breaks(&given, [paid(501), paid(502)]));
}

#[test]
fn a_voucher_that_is_refunded_but_not_withdrawn_is_noticed() {
    let given = [pass(1, 0, None), place(501, voucher()), paid(501), book(1000, 0, 18, [1])];
    let refund = Command::RecordRefund(RecordRefund {
        order: OrderId(Uuid::from_u128(501)),
        payment: "tr_501".to_owned(),
        kind: RefundKind::Refund,
        total_cents: 1_250,
        at: AT,
    });
    let cancel = Command::CancelGroup(CancelGroup {
        booking: BookingId(Uuid::from_u128(1000)),
        by: MemberId(Uuid::from_u128(1)),
        today: date(17),
        at: AT,
    });
    assert!(breaks(&given, [refund, cancel]));
}

#[test]
fn a_refund_that_is_approved_while_a_voucher_is_used_is_noticed() {
    let given = [pass(1, 0, None), place(501, voucher()), paid(501)];
    let approve = Command::ApproveRefund(ApproveRefund { order: OrderId(Uuid::from_u128(501)), at: AT });
    assert!(breaks_in_either_order(&given, &approve, &book(1000, 0, 18, [1])));
}
