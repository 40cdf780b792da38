//! The invariants of what is bought, from the log alone: one payment, one grant (I6), one registration a year, and no
//! voucher to be used whose price went back.

use std::collections::{BTreeMap, BTreeSet};

use fairway_events::{MemberId, MembershipEvent, OrderEvent, OrderId, OrderItem, VoucherEvent, VoucherId};

#[derive(Debug)]
struct Order {
    item: OrderItem,
    cents: i64,
    paid: bool,
    requested: i64,
    back: i64,
}

#[derive(Default)]
pub(super) struct Shop {
    orders: BTreeMap<OrderId, Order>,
    registrations: BTreeMap<(MemberId, i32), OrderId>,
    /// Bought vouchers and the orders that they came from.
    purchased: BTreeMap<VoucherId, OrderId>,
    /// In members' hands.
    held: BTreeSet<VoucherId>,
    pub(super) withdrawn: BTreeSet<VoucherId>,
}

impl Shop {
    pub(super) fn apply_order(&mut self, event: &OrderEvent) {
        match event {
            OrderEvent::OrderPlaced { order, item, amount_cents, .. } => {
                let placed =
                    Order { item: item.clone(), cents: *amount_cents, paid: false, requested: 0, back: 0 };
                assert!(self.orders.insert(*order, placed).is_none(), "an order is placed once");
            }
            OrderEvent::OrderPaid { order, .. } => {
                let paid = std::mem::replace(&mut self.orders.get_mut(order).unwrap().paid, true);
                assert!(!paid, "an order is paid once");
            }
            OrderEvent::RefundRequested { order, amount_cents, .. } => {
                self.orders.get_mut(order).unwrap().requested += amount_cents;
            }
            OrderEvent::OrderRefunded { order, amount_cents, .. } => {
                self.orders.get_mut(order).unwrap().back += amount_cents;
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
                assert!(self.held.remove(voucher), "what is taken back was theirs");
            }
            MembershipEvent::SubscriptionStarted { .. }
            | MembershipEvent::PlayRightClaimed { .. }
            | MembershipEvent::PlayRightReleased { .. }
            | MembershipEvent::PlayRightForfeited { .. }
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
            VoucherEvent::VoucherUsed { voucher, .. } => {
                assert!(!self.withdrawn.contains(voucher), "a withdrawn voucher pays no round");
            }
            VoucherEvent::VoucherGranted { .. }
            | VoucherEvent::VoucherReleased { .. }
            | VoucherEvent::VoucherForfeited { .. } => {}
        }
    }

    /// `used` says whether a place used a voucher and did not give it back.
    pub(super) fn check(&self, used: impl Fn(&VoucherId) -> bool) {
        for (id, order) in &self.orders {
            let given: Vec<&VoucherId> =
                self.purchased.iter().filter(|(_, by)| *by == id).map(|(voucher, _)| voucher).collect();
            match &order.item {
                OrderItem::FreeVouchers { vouchers, .. } => {
                    assert_eq!(
                        given.len(),
                        if order.paid { vouchers.len() } else { 0 },
                        "one payment, one grant"
                    );
                    assert_eq!(order.requested, 0, "vouchers are granted however many are paid");
                    let count = i64::try_from(vouchers.len()).unwrap();
                    let gone = vouchers.iter().filter(|voucher| self.withdrawn.contains(voucher)).count();
                    let paid_back = order.back * count / order.cents;
                    let usable = vouchers.iter().any(|voucher| {
                        self.purchased.contains_key(voucher)
                            && !self.withdrawn.contains(voucher)
                            && !used(voucher)
                    });
                    assert!(
                        !usable || i64::try_from(gone).unwrap() >= paid_back,
                        "a voucher whose price went back can be used"
                    );
                    assert!(
                        i64::try_from(gone).unwrap() <= paid_back,
                        "a voucher was withdrawn that was paid for"
                    );
                }
                OrderItem::FederationRegistration { .. } => {
                    let gave = self.registrations.values().any(|by| by == id);
                    let owed = if order.paid && !gave { order.cents } else { 0 };
                    assert!(order.paid || !gave, "nothing is given for nothing");
                    assert_eq!(order.requested, owed, "what gave nothing goes back, and nothing else");
                }
            }
        }
        for voucher in self.purchased.keys() {
            let withdrawn = self.withdrawn.contains(voucher);
            assert_eq!(self.held.contains(voucher), !withdrawn, "voucher and member tell the same");
        }
    }
}
