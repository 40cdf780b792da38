//! What a member bought: how many free vouchers in which year, open orders included, and which years they are
//! registered with the federation. Guards the maximum per year (docs/domain.md §4, payments).

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::{MemberId, MembershipEvent, OrderId};
use serde::{Deserialize, Serialize};

use super::{Membership, MembershipRejection};

/// A member's purchases. Vouchers of the data set are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Purchases {
    /// Kept when closed: a payment that was given up may still come in.
    voucher_orders: BTreeMap<OrderId, VoucherOrder>,
    registered: BTreeSet<i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct VoucherOrder {
    quantity: u32,
    year: i32,
    standing: Standing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Standing {
    Open,
    Bought,
    Lapsed,
}

/// Order free vouchers.
#[derive(Debug, Clone, Copy)]
pub struct OpenVoucherOrder {
    /// Who.
    pub member: MemberId,
    /// The order.
    pub order: OrderId,
    /// How many.
    pub quantity: u32,
    /// The year in which they count.
    pub year: i32,
    /// The most that may be bought in a year.
    pub maximum: u32,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Purchases {
    pub(super) fn open(&mut self, order: OrderId, quantity: u32, year: i32) {
        self.voucher_orders.insert(order, VoucherOrder { quantity, year, standing: Standing::Open });
    }

    pub(super) fn close(&mut self, order: OrderId, bought: bool) {
        if let Some(voucher_order) = self.voucher_orders.get_mut(&order) {
            voucher_order.standing = if bought { Standing::Bought } else { Standing::Lapsed };
        }
    }

    pub(super) fn register(&mut self, year: i32) {
        self.registered.insert(year);
    }

    /// Vouchers that were bought in a year or are being bought.
    fn of_year(&self, year: i32) -> u32 {
        let counted = self
            .voucher_orders
            .values()
            .filter(|order| order.year == year && order.standing != Standing::Lapsed);
        counted.map(|order| order.quantity).sum()
    }
}

impl Membership {
    /// Whether the portal registered the member with the federation for that year.
    #[must_use]
    pub fn is_registered(&self, year: i32) -> bool {
        self.purchases.registered.contains(&year)
    }

    pub(super) fn open_voucher_order(
        &self,
        open: &OpenVoucherOrder,
    ) -> Result<Vec<MembershipEvent>, MembershipRejection> {
        if self.purchases.voucher_orders.contains_key(&open.order) {
            return Ok(vec![]);
        }
        if !self.rights.passes.iter().any(|pass| pass.covers(open.today)) {
            return Err(MembershipRejection::NoCurrentSubscription);
        }
        let left = open.maximum.saturating_sub(self.purchases.of_year(open.year));
        if open.quantity > left {
            return Err(MembershipRejection::VoucherMaximum { left });
        }
        Ok(vec![MembershipEvent::VoucherOrderOpened {
            member: open.member,
            order: open.order,
            quantity: open.quantity,
            year: open.year,
        }])
    }

    pub(super) fn close_voucher_order(
        &self,
        member: MemberId,
        order: OrderId,
        bought: bool,
    ) -> Vec<MembershipEvent> {
        let wanted = if bought { Standing::Bought } else { Standing::Lapsed };
        match self.purchases.voucher_orders.get(&order) {
            Some(known) if known.standing != wanted && known.standing != Standing::Bought => {
                vec![MembershipEvent::VoucherOrderClosed { member, order, bought }]
            }
            Some(_) | None => vec![],
        }
    }
}
