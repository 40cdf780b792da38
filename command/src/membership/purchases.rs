//! A member's purchases: free vouchers per year, open orders included, and the years for which the member is registered
//! with the federation (docs/domain.md §4, payments).

use std::collections::{BTreeMap, BTreeSet};

use fairway_events::OrderId;
use serde::{Deserialize, Serialize};

/// A member's purchases. Vouchers of the data set are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Purchases {
    /// Retained when closed: a payment that was believed to have failed may still come in.
    voucher_orders: BTreeMap<OrderId, VoucherOrder>,
    registered: BTreeSet<i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct VoucherOrder {
    quantity: u32,
    year: i32,
    status: Status,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Status {
    Open,
    Bought,
    Lapsed,
}

impl Purchases {
    pub(super) fn open(&mut self, order: OrderId, quantity: u32, year: i32) {
        self.voucher_orders.insert(order, VoucherOrder { quantity, year, status: Status::Open });
    }

    pub(super) fn close(&mut self, order: OrderId, bought: bool) {
        if let Some(voucher_order) = self.voucher_orders.get_mut(&order) {
            voucher_order.status = if bought { Status::Bought } else { Status::Lapsed };
        }
    }

    pub(super) fn register(&mut self, year: i32) {
        self.registered.insert(year);
    }

    pub(super) fn is_registered(&self, year: i32) -> bool {
        self.registered.contains(&year)
    }

    /// Whether that order of vouchers was opened.
    pub(super) fn knows(&self, order: OrderId) -> bool {
        self.voucher_orders.contains_key(&order)
    }

    /// Whether closing that order changes anything. Once bought it stays bought.
    pub(super) fn can_close(&self, order: OrderId, bought: bool) -> bool {
        self.voucher_orders.get(&order).is_some_and(|known| match known.status {
            Status::Open => true,
            Status::Lapsed => bought,
            Status::Bought => false,
        })
    }

    /// Vouchers that were bought in a year or are being bought.
    pub(super) fn vouchers_of(&self, year: i32) -> u32 {
        let counted =
            self.voucher_orders.values().filter(|order| order.year == year && order.status != Status::Lapsed);
        counted.map(|order| order.quantity).sum()
    }
}
