//! Members' purchases in the model: orders, payments, refunds, and each order's grants, computed from the orders.

use chrono::Days;
use fairway_command::PaymentOutcome;
use fairway_events::{Holes, MemberId, OrderId, RefundKind, VoucherId};

use super::{Model, Refusal, Right, Voucher, refuse};

/// Vouchers that a member may buy in a year.
pub(crate) const VOUCHERS_PER_YEAR: usize = 4;
/// Days after the payment on which a bought voucher can be played.
pub(crate) const VALIDITY_DAYS: u32 = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    Vouchers { ids: Vec<VoucherId>, holes: Holes, year: i32 },
    Registration { year: i32 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Open,
    Paid,
    Closed,
}

pub(crate) struct Order {
    pub(crate) id: OrderId,
    pub(crate) member: MemberId,
    pub(crate) item: Item,
    pub(crate) cents: i64,
    pub(crate) status: Status,
    /// Paid for a registration that another order had granted already.
    pub(crate) in_vain: bool,
    /// An operator approved that all of it goes back.
    pub(crate) approved: bool,
    /// The refunds so far, with their kind.
    pub(crate) refunds: Vec<(RefundKind, i64)>,
}

impl Order {
    /// The total refund of one kind.
    pub(crate) fn refunded_by(&self, kind: RefundKind) -> i64 {
        self.refunds.iter().filter(|(by, _)| *by == kind).map(|(_, cents)| cents).sum()
    }

    /// How many of its vouchers are completely refunded.
    fn refunded_vouchers(&self) -> usize {
        let Item::Vouchers { ids, .. } = &self.item else { return 0 };
        let refunded: i64 = self.refunds.iter().map(|(_, cents)| cents).sum();
        (1..=ids.len()).filter(|count| refunded * ids.len() as i64 >= *count as i64 * self.cents).count()
    }
}

impl Model {
    pub(crate) fn is_registered(&self, member: MemberId, year: i32) -> bool {
        let granted = |order: &Order| {
            order.member == member
                && order.status == Status::Paid
                && !order.in_vain
                && order.item == Item::Registration { year }
        };
        self.orders.iter().any(granted)
    }

    pub(crate) fn order(
        &mut self,
        id: OrderId,
        member: MemberId,
        item: Item,
        cents: i64,
    ) -> Result<bool, Refusal> {
        match &item {
            Item::Registration { year } if self.is_registered(member, *year) => {
                return refuse("already_registered");
            }
            Item::Vouchers { ids, year, .. } => {
                let covers = |pass: &super::Pass| {
                    pass.member == member && pass.first <= self.today && self.today <= pass.last
                };
                if !self.passes.iter().any(covers) {
                    return refuse("no_current_subscription");
                }
                let counted = self
                    .orders
                    .iter()
                    .filter(|order| order.member == member && order.status != Status::Closed);
                let bought: usize = counted
                    .map(|order| match &order.item {
                        Item::Vouchers { ids, year: of, .. } if of == year => ids.len(),
                        Item::Vouchers { .. } | Item::Registration { .. } => 0,
                    })
                    .sum();
                if bought + ids.len() > VOUCHERS_PER_YEAR {
                    return refuse("voucher_maximum");
                }
            }
            Item::Registration { .. } => {}
        }
        let status = Status::Open;
        self.orders.push(Order {
            id,
            member,
            item,
            cents,
            status,
            in_vain: false,
            approved: false,
            refunds: vec![],
        });
        Ok(true)
    }

    /// The provider reports how a payment ended.
    pub(crate) fn settle(&mut self, index: usize, outcome: PaymentOutcome) -> bool {
        let (status, member) = (self.orders[index].status, self.orders[index].member);
        if status == Status::Paid || (status == Status::Closed && outcome != PaymentOutcome::Paid) {
            return false;
        }
        if outcome != PaymentOutcome::Paid {
            self.orders[index].status = Status::Closed;
            return true;
        }
        match self.orders[index].item.clone() {
            Item::Vouchers { ids, holes, .. } => {
                let expires = self.today + Days::new(VALIDITY_DAYS.into());
                let voucher = |id| Voucher { id, member, holes, expires, withdrawn: false };
                self.vouchers.extend(ids.into_iter().map(voucher));
            }
            Item::Registration { year } => self.orders[index].in_vain = self.is_registered(member, year),
        }
        self.orders[index].status = Status::Paid;
        true
    }

    /// `total` is refunded in all, of one kind. Returns whether anything changed.
    pub(crate) fn refund(&mut self, index: usize, kind: RefundKind, total: i64) -> Result<bool, Refusal> {
        let order = &mut self.orders[index];
        if order.status != Status::Paid {
            return refuse("order_not_paid");
        }
        let more = total - order.refunded_by(kind);
        if more > 0 {
            order.refunds.push((kind, more));
        }
        Ok(self.withdraw(index) > 0 || more > 0)
    }

    /// An operator approves that all of it goes back. Returns whether anything changed.
    pub(crate) fn approve(&mut self, index: usize) -> Result<bool, Refusal> {
        let order = &self.orders[index];
        if order.status != Status::Paid {
            return refuse("order_not_paid");
        }
        if order.approved {
            return Ok(false);
        }
        if order.in_vain || !order.refunds.is_empty() {
            return refuse("order_already_refunded");
        }
        let Item::Vouchers { ids, .. } = order.item.clone() else {
            return refuse("registration_not_refunded");
        };
        if ids.iter().any(|id| self.uses(Right::Voucher(*id), |_| true) > 0) {
            return refuse("voucher_already_used");
        }
        self.orders[index].approved = true;
        for voucher in self.vouchers.iter_mut().filter(|voucher| ids.contains(&voucher.id)) {
            voucher.withdrawn = true;
        }
        Ok(true)
    }

    /// The order of a voucher, if it was bought.
    pub(super) fn order_of(&self, voucher: VoucherId) -> Option<usize> {
        let sold =
            |order: &Order| matches!(&order.item, Item::Vouchers { ids, .. } if ids.contains(&voucher));
        self.orders.iter().position(sold)
    }

    /// A voucher was released: if its order was refunded, it is withdrawn.
    pub(super) fn released(&mut self, voucher: VoucherId) {
        if let Some(index) = self.order_of(voucher) {
            self.withdraw(index);
        }
    }

    /// Withdraws the refunded vouchers of an order that are unused, in their order. Returns how many.
    fn withdraw(&mut self, index: usize) -> usize {
        let Item::Vouchers { ids, .. } = self.orders[index].item.clone() else { return 0 };
        let is_withdrawn = |model: &Self, id: VoucherId| {
            model.vouchers.iter().any(|voucher| voucher.id == id && voucher.withdrawn)
        };
        let before = ids.iter().filter(|id| is_withdrawn(self, **id)).count();
        let owed = self.orders[index].refunded_vouchers().saturating_sub(before);
        let unused =
            |id: &VoucherId| !is_withdrawn(self, *id) && self.uses(Right::Voucher(*id), |_| true) == 0;
        let withdrawn_now: Vec<VoucherId> = ids.into_iter().filter(unused).take(owed).collect();
        for voucher in self.vouchers.iter_mut().filter(|voucher| withdrawn_now.contains(&voucher.id)) {
            voucher.withdrawn = true;
        }
        withdrawn_now.len()
    }
}
