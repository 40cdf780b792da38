//! The invariants of orders, from the log alone: one payment, one grant (I6), one registration a year, one approved
//! refund, and no use of a voucher that was taken back.

use std::collections::{BTreeMap, BTreeSet};

use fairway_events::{MemberId, MembershipEvent, OrderEvent, OrderId, OrderItem, VoucherEvent, VoucherId};

#[derive(Debug)]
struct Order {
    item: OrderItem,
    cents: i64,
    paid: bool,
    requested: i64,
    approved: i64,
    refunded: i64,
}

#[derive(Default)]
pub(super) struct Shop {
    orders: BTreeMap<OrderId, Order>,
    registrations: BTreeMap<(MemberId, i32), OrderId>,
    /// Bought vouchers and the orders that they came from.
    purchased: BTreeMap<VoucherId, OrderId>,
    /// Vouchers that members hold.
    held: BTreeSet<VoucherId>,
    pub(super) withdrawn: BTreeSet<VoucherId>,
}

impl Shop {
    pub(super) fn apply_order(&mut self, event: &OrderEvent) {
        match event {
            OrderEvent::OrderPlaced { order, item, amount_cents, .. } => {
                let placed = Order {
                    item: item.clone(),
                    cents: *amount_cents,
                    paid: false,
                    requested: 0,
                    approved: 0,
                    refunded: 0,
                };
                assert!(self.orders.insert(*order, placed).is_none(), "an order is placed once");
            }
            OrderEvent::OrderPaid { order, .. } => {
                let paid = std::mem::replace(&mut self.orders.get_mut(order).unwrap().paid, true);
                assert!(!paid, "an order is paid once");
            }
            OrderEvent::RefundRequested { order, amount_cents, .. } => {
                self.orders.get_mut(order).unwrap().requested += amount_cents;
            }
            OrderEvent::RefundApproved { order, amount_cents, .. } => {
                let order = self.orders.get_mut(order).unwrap();
                assert!(
                    order.paid && order.approved == 0 && order.refunded == 0,
                    "a refund is approved first"
                );
                order.approved += amount_cents;
            }
            OrderEvent::OrderRefunded { order, amount_cents, .. } => {
                self.orders.get_mut(order).unwrap().refunded += amount_cents;
            }
            OrderEvent::PaymentStarted { .. }
            | OrderEvent::OrderFailed { .. }
            | OrderEvent::OrderCancelled { .. }
            | OrderEvent::OrderExpired { .. } => {}
        }
    }

    pub(super) fn apply_membership(&mut self, event: &MembershipEvent) {
        match event {
            MembershipEvent::FederationRegistered { member, order, year, .. } => {
                let before = self.registrations.insert((*member, *year), *order);
                assert!(before.is_none(), "a registration is granted once a year");
            }
            MembershipEvent::VoucherReceived { voucher, .. } => {
                assert!(self.held.insert(*voucher), "a voucher is received once");
            }
            MembershipEvent::VoucherTakenBack { voucher, .. } => {
                assert!(self.held.remove(voucher), "a voucher that is taken back was held");
            }
            MembershipEvent::SubscriptionStarted { .. }
            | MembershipEvent::SubscriptionWithdrawn { .. }
            | MembershipEvent::PlayRightClaimed { .. }
            | MembershipEvent::PlayRightReleased { .. }
            | MembershipEvent::PlayRightForfeited { .. }
            | MembershipEvent::ForfeitedRightReturned { .. }
            | MembershipEvent::VoucherOrderOpened { .. }
            | MembershipEvent::VoucherOrderClosed { .. } => {}
        }
    }

    pub(super) fn apply_voucher(&mut self, event: &VoucherEvent) {
        match event {
            VoucherEvent::VoucherPurchased { voucher, order, .. } => {
                self.purchased.insert(*voucher, *order);
            }
            VoucherEvent::VoucherWithdrawn { voucher, .. } => {
                assert!(self.withdrawn.insert(*voucher), "a voucher is withdrawn once");
            }
            VoucherEvent::GrantedVoucherWithdrawn { voucher, .. } => {
                assert!(!self.purchased.contains_key(voucher), "a bought voucher goes with its price");
                assert!(self.withdrawn.insert(*voucher), "a voucher is withdrawn once");
            }
            VoucherEvent::VoucherUsed { voucher, .. } => {
                assert!(!self.withdrawn.contains(voucher), "a withdrawn voucher pays no round");
            }
            VoucherEvent::VoucherGranted { .. }
            | VoucherEvent::VoucherReleased { .. }
            | VoucherEvent::ForfeitedVoucherReturned { .. }
            | VoucherEvent::VoucherForfeited { .. } => {}
        }
    }

    /// `used` returns whether a place used a voucher and did not give it back.
    pub(super) fn check(&self, used: impl Fn(&VoucherId) -> bool) {
        for (id, order) in &self.orders {
            let granted: Vec<&VoucherId> =
                self.purchased.iter().filter(|(_, by)| *by == id).map(|(voucher, _)| voucher).collect();
            match &order.item {
                OrderItem::FreeVouchers { vouchers, .. } => {
                    assert_eq!(
                        granted.len(),
                        if order.paid { vouchers.len() } else { 0 },
                        "one payment, one grant"
                    );
                    assert_eq!(order.requested, 0, "vouchers are granted however many are paid");
                    let count = i64::try_from(vouchers.len()).unwrap();
                    let withdrawn =
                        vouchers.iter().filter(|voucher| self.withdrawn.contains(voucher)).count();
                    assert!(
                        [0, order.cents].contains(&order.approved),
                        "a refund is approved of the whole price"
                    );
                    let paid_back = order.refunded.max(order.approved) * count / order.cents;
                    let usable = vouchers.iter().any(|voucher| {
                        self.purchased.contains_key(voucher)
                            && !self.withdrawn.contains(voucher)
                            && !used(voucher)
                    });
                    assert!(
                        !usable || i64::try_from(withdrawn).unwrap() >= paid_back,
                        "a refunded voucher can be used"
                    );
                    assert!(
                        i64::try_from(withdrawn).unwrap() <= paid_back,
                        "a voucher was withdrawn that was paid for"
                    );
                }
                OrderItem::FederationRegistration { .. } => {
                    let granted = self.registrations.values().any(|by| by == id);
                    let owed = if order.paid && !granted { order.cents } else { 0 };
                    assert!(order.paid || !granted, "no registration without a payment");
                    assert_eq!(order.requested, owed, "a payment is refunded exactly if it granted nothing");
                    assert_eq!(order.approved, 0, "a registration stays");
                }
            }
        }
        for voucher in self.purchased.keys() {
            let withdrawn = self.withdrawn.contains(voucher);
            assert_eq!(self.held.contains(voucher), !withdrawn, "voucher and membership agree");
        }
        assert!(self.held.is_disjoint(&self.withdrawn), "nobody holds what was withdrawn");
    }
}
