//! Ids computed from a row, so that importing it again finds what the first import wrote.
//!
//! A member's id is not computed: it is random, and found by the address. Anybody could check an id that is computed
//! from an address against that address for ever, also after the member was erased.

use fairway_content::natural_keys::id;
use fairway_events::{BookingId, MemberId, PlaceId, SubscriptionId, VoucherId};

use crate::rows::{HistoryRow, SubscriptionRow, VoucherRow};

pub(super) fn subscription(member: MemberId, row: &SubscriptionRow) -> SubscriptionId {
    SubscriptionId(id(member.0, &["subscription", &row.name, &row.startdate.written]))
}

/// `nth` distinguishes equal vouchers of one member.
pub(super) fn voucher(member: MemberId, row: &VoucherRow, nth: usize) -> VoucherId {
    let holes = row.holes.to_string();
    let parts = ["voucher", row.kind.as_str(), &row.title, &holes, &row.expires.written, &nth.to_string()];
    VoucherId(id(member.0, &parts))
}

pub(super) fn booking(master: MemberId, row: &HistoryRow) -> BookingId {
    BookingId(id(master.0, &["booking", &row.club, &row.date.written]))
}

pub(super) fn place(booking: BookingId, player: MemberId) -> PlaceId {
    PlaceId(id(booking.0, &[&player.to_string()]))
}
