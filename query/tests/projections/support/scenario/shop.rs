//! Members' purchases, as the write side would decide them. An order's number is that of the voucher which it buys.

use fairway_events::{
    Holes, MembershipEvent, OrderEvent, OrderId, OrderItem, RefundKind, StreamId, VoucherEvent, VoucherKind,
};

use super::Scenario;
use crate::support::{day, id, member, voucher};

pub(crate) fn order(number: u32) -> OrderId {
    OrderId(id(6, number))
}

/// Vouchers that are bought have numbers of their own.
pub(crate) fn bought(number: u32) -> fairway_events::VoucherId {
    voucher(5_000 + number)
}

impl Scenario {
    /// A member orders a voucher for 9 holes at € 12.50.
    pub(crate) fn order_voucher(&mut self, number: u32, who: u32) {
        let item = OrderItem::FreeVouchers {
            vouchers: vec![bought(number)],
            title: "Vrije voucher".to_owned(),
            holes: Holes::Nine,
            validity_days: 365,
            year: 2026,
        };
        self.place(number, who, item, 1_250);
        let (order, member) = (order(number), member(who));
        let opened = MembershipEvent::VoucherOrderOpened { member, order, quantity: 1, year: 2026 };
        self.record(StreamId::Membership(member), opened);
        self.start_payment(number, who);
    }

    pub(crate) fn pay_voucher(&mut self, number: u32, who: u32) {
        let (order, who) = (order(number), member(who));
        let paid_at = self.now();
        self.record(StreamId::Order(order), OrderEvent::OrderPaid { order, member: who, paid_at });
        let (voucher, title, holes) = (bought(number), "Vrije voucher".to_owned(), Holes::Nine);
        let expires = day("2027-11-20");
        self.record(
            StreamId::Voucher(voucher),
            VoucherEvent::VoucherPurchased {
                voucher,
                member: who,
                order,
                title: title.clone(),
                holes,
                expires,
            },
        );
        let kind = VoucherKind::Free;
        let received = MembershipEvent::VoucherReceived { member: who, voucher, kind, title, holes, expires };
        self.record(StreamId::Membership(who), received);
        let closed = MembershipEvent::VoucherOrderClosed { member: who, order, bought: true };
        self.record(StreamId::Membership(who), closed);
    }

    pub(crate) fn buy_voucher(&mut self, number: u32, who: u32) {
        self.order_voucher(number, who);
        self.pay_voucher(number, who);
    }

    /// The order expires without a payment.
    pub(crate) fn expire_order(&mut self, number: u32, who: u32) {
        let (order, member) = (order(number), member(who));
        let closed_at = self.now();
        self.record(StreamId::Order(order), OrderEvent::OrderExpired { order, member, closed_at });
        let closed = MembershipEvent::VoucherOrderClosed { member, order, bought: false };
        self.record(StreamId::Membership(member), closed);
    }

    /// The payment is refunded, and the voucher is withdrawn.
    pub(crate) fn refund(&mut self, number: u32, who: u32) {
        let (order, member, voucher) = (order(number), member(who), bought(number));
        let (kind, amount_cents, refunded_at) = (RefundKind::Refund, 1_250, self.now());
        let refunded = OrderEvent::OrderRefunded { order, member, kind, amount_cents, refunded_at };
        self.record(StreamId::Order(order), refunded);
        self.record(StreamId::Voucher(voucher), VoucherEvent::VoucherWithdrawn { voucher, member, order });
        self.record(StreamId::Membership(member), MembershipEvent::VoucherTakenBack { member, voucher });
    }

    /// An operator approves that the payment is refunded, and the voucher is withdrawn.
    pub(crate) fn approve_refund(&mut self, number: u32, who: u32) {
        let (order, member, voucher) = (order(number), member(who), bought(number));
        let (payment, amount_cents, approved_at) = (format!("tr_{number}"), 1_250, self.now());
        let approved = OrderEvent::RefundApproved { order, member, payment, amount_cents, approved_at };
        self.record(StreamId::Order(order), approved);
        self.record(StreamId::Voucher(voucher), VoucherEvent::VoucherWithdrawn { voucher, member, order });
        self.record(StreamId::Membership(member), MembershipEvent::VoucherTakenBack { member, voucher });
    }

    /// The provider refunded so much.
    pub(crate) fn pay_back(&mut self, number: u32, who: u32, amount_cents: i64) {
        let (order, member) = (order(number), member(who));
        let (kind, refunded_at) = (RefundKind::Refund, self.now());
        let refunded = OrderEvent::OrderRefunded { order, member, kind, amount_cents, refunded_at };
        self.record(StreamId::Order(order), refunded);
    }

    /// A member orders and pays the registration of 2026.
    pub(crate) fn register(&mut self, number: u32, who: u32) {
        let package = "homecourse".to_owned();
        let item = OrderItem::FederationRegistration { year: 2026, package: package.clone() };
        self.place(number, who, item, 4_950);
        self.start_payment(number, who);
        let (order, member) = (order(number), member(who));
        let paid_at = self.now();
        self.record(StreamId::Order(order), OrderEvent::OrderPaid { order, member, paid_at });
        let registered = MembershipEvent::FederationRegistered { member, order, year: 2026, package };
        self.record(StreamId::Membership(member), registered);
    }

    /// Pays a second order for the same registration: the payment has to be refunded.
    pub(crate) fn pay_registration_again(&mut self, number: u32, who: u32) {
        let item = OrderItem::FederationRegistration { year: 2026, package: "homecourse".to_owned() };
        self.place(number, who, item, 4_950);
        self.start_payment(number, who);
        let (order, member) = (order(number), member(who));
        let (payment, paid_at) = (format!("tr_{number}"), self.now());
        self.record(StreamId::Order(order), OrderEvent::OrderPaid { order, member, paid_at });
        let requested = OrderEvent::RefundRequested {
            order,
            member,
            payment,
            amount_cents: 4_950,
            requested_at: paid_at,
        };
        self.record(StreamId::Order(order), requested);
    }

    /// The provider refunded the second payment.
    pub(crate) fn complete_refund(&mut self, number: u32, who: u32) {
        self.pay_back(number, who, 4_950);
    }

    fn place(&mut self, number: u32, who: u32, item: OrderItem, amount_cents: i64) {
        let placed = OrderEvent::OrderPlaced {
            order: order(number),
            member: member(who),
            item,
            amount_cents,
            method: "ideal".to_owned(),
            placed_at: self.now(),
        };
        self.record(StreamId::Order(order(number)), placed);
    }

    fn start_payment(&mut self, number: u32, who: u32) {
        let (order, payment) = (order(number), format!("tr_{number}"));
        let started =
            OrderEvent::PaymentStarted { order, member: member(who), payment, started_at: self.now() };
        self.record(StreamId::Order(order), started);
    }
}
