//! The data about returned vouchers in mails: their expiry, or that their price was refunded. One that an operator
//! withdrew was not in use, so no mail about a round mentions it (`withdrawals`).

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use fairway_events::{Event, VoucherEvent, VoucherId};

/// The vouchers that mails mention.
#[derive(Debug, Default)]
pub(super) struct Vouchers {
    /// The last day on which each is valid.
    pub(super) expiries: HashMap<VoucherId, NaiveDate>,
    /// Vouchers whose price was refunded.
    pub(super) withdrawn: HashSet<VoucherId>,
}

impl Vouchers {
    /// The state after these events.
    pub(super) fn from_events<'a>(events: impl Iterator<Item = &'a Event> + Clone) -> Self {
        Self {
            expiries: events.clone().filter_map(expiry).collect(),
            withdrawn: events.filter_map(withdrawn).collect(),
        }
    }
}

fn withdrawn(event: &Event) -> Option<VoucherId> {
    let Event::Voucher(event) = event else { return None };
    match event {
        VoucherEvent::VoucherWithdrawn { voucher, .. } => Some(*voucher),
        VoucherEvent::VoucherGranted { .. }
        | VoucherEvent::VoucherPurchased { .. }
        | VoucherEvent::VoucherUsed { .. }
        | VoucherEvent::VoucherReleased { .. }
        | VoucherEvent::VoucherForfeited { .. }
        | VoucherEvent::ForfeitedVoucherReturned { .. }
        | VoucherEvent::GrantedVoucherWithdrawn { .. } => None,
    }
}

/// The last day on which a voucher is valid.
pub(super) fn expiry(event: &Event) -> Option<(VoucherId, NaiveDate)> {
    let Event::Voucher(event) = event else { return None };
    match event {
        VoucherEvent::VoucherGranted { voucher, expires, .. }
        | VoucherEvent::VoucherPurchased { voucher, expires, .. } => Some((*voucher, *expires)),
        VoucherEvent::VoucherUsed { .. }
        | VoucherEvent::VoucherReleased { .. }
        | VoucherEvent::VoucherForfeited { .. }
        | VoucherEvent::ForfeitedVoucherReturned { .. }
        | VoucherEvent::VoucherWithdrawn { .. }
        | VoucherEvent::GrantedVoucherWithdrawn { .. } => None,
    }
}
