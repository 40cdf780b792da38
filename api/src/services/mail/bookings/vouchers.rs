//! What mails say of vouchers that came back: until when they can be used, or that their price was paid back.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use fairway_events::{Event, VoucherEvent, VoucherId};

/// The vouchers that mails mention, as they stand.
#[derive(Debug, Default)]
pub(super) struct Vouchers {
    /// Until when each can be used.
    pub(super) expiries: HashMap<VoucherId, NaiveDate>,
    /// Those whose price was paid back.
    pub(super) withdrawn: HashSet<VoucherId>,
}

impl Vouchers {
    /// After these events.
    pub(super) fn of<'a>(events: impl Iterator<Item = &'a Event> + Clone) -> Self {
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
        | VoucherEvent::VoucherForfeited { .. } => None,
    }
}

/// Until when a voucher can be used.
pub(super) fn expiry(event: &Event) -> Option<(VoucherId, NaiveDate)> {
    let Event::Voucher(event) = event else { return None };
    match event {
        VoucherEvent::VoucherGranted { voucher, expires, .. }
        | VoucherEvent::VoucherPurchased { voucher, expires, .. } => Some((*voucher, *expires)),
        VoucherEvent::VoucherUsed { .. }
        | VoucherEvent::VoucherReleased { .. }
        | VoucherEvent::VoucherForfeited { .. }
        | VoucherEvent::VoucherWithdrawn { .. } => None,
    }
}
