//! Ids computed from a row, so that importing it again finds what the first import wrote.
//!
//! A member's id is not computed: it is random, and found by the address. Anybody could check an id that is computed
//! from an address against that address for ever, also after the member was erased.

use fairway_events::{BookingId, MemberId, PlaceId, SubscriptionId, VoucherId};
use uuid::Uuid;

use super::rows::{HistoryRow, SubscriptionRow, VoucherRow};

/// The namespace of all ids of imported rows; never changes.
const NAMESPACE: Uuid = Uuid::from_u128(0x6f1f_0d4c_9d2b_5c55_9a6e_1d1b_52a7_0f3e);

fn id(namespace: Uuid, parts: &[&str]) -> Uuid {
    // The values may hold any text: the separator is a character that a data set cannot contain.
    Uuid::new_v5(&namespace, parts.join("\0").as_bytes())
}

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

pub(super) fn news(title: &str) -> Uuid {
    id(NAMESPACE, &["news", title])
}

pub(super) fn faq_category(name: &str) -> Uuid {
    id(NAMESPACE, &["faq", name])
}

/// An offer to a member, or to everybody.
pub(super) fn offer(member: Option<MemberId>, ordinal: i32, name: &str) -> Uuid {
    id(member.map_or(NAMESPACE, |member| member.0), &["offer", &ordinal.to_string(), name])
}
