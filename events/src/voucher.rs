//! The life of one voucher: the `Voucher` aggregate, stream id the voucher id. It is used at most once.

use chrono::NaiveDate;
use cqrs_es::DomainEvent;
use serde::{Deserialize, Serialize};

use crate::{Holes, MemberId, OrderId, PlaceId, VoucherId, VoucherKind};

/// Facts about one voucher. `expires` is its last valid day in Europe/Amsterdam; expiry itself is no event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    missing_docs,
    reason = "the fields are the vocabulary of docs/domain.md §2; the variants are explained"
)]
pub enum VoucherEvent {
    /// The portal gave the voucher to a member.
    VoucherGranted {
        voucher: VoucherId,
        member: MemberId,
        kind: VoucherKind,
        title: String,
        holes: Holes,
        expires: NaiveDate,
    },
    /// The member bought the voucher: it comes into being with the payment, and is of kind `free`.
    VoucherPurchased {
        voucher: VoucherId,
        member: MemberId,
        order: OrderId,
        title: String,
        holes: Holes,
        expires: NaiveDate,
    },
    /// A place consumed it.
    VoucherUsed { voucher: VoucherId, member: MemberId, place: PlaceId, play_date: NaiveDate },
    /// That place was cancelled before the play date.
    VoucherReleased { voucher: VoucherId, member: MemberId, place: PlaceId },
    /// That place was cancelled on the play date: it stays used.
    VoucherForfeited { voucher: VoucherId, member: MemberId, place: PlaceId },
    /// Its price was paid back before it was used, or while it was: then this follows its release. It can be used no more.
    VoucherWithdrawn { voucher: VoucherId, member: MemberId, order: OrderId },
}

impl VoucherEvent {
    /// The event's name, as stored and as operators see it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::VoucherGranted { .. } => "VoucherGranted",
            Self::VoucherPurchased { .. } => "VoucherPurchased",
            Self::VoucherUsed { .. } => "VoucherUsed",
            Self::VoucherReleased { .. } => "VoucherReleased",
            Self::VoucherForfeited { .. } => "VoucherForfeited",
            Self::VoucherWithdrawn { .. } => "VoucherWithdrawn",
        }
    }

    /// The payload's version: a new event must choose one here.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        match self {
            Self::VoucherGranted { .. }
            | Self::VoucherPurchased { .. }
            | Self::VoucherUsed { .. }
            | Self::VoucherReleased { .. }
            | Self::VoucherForfeited { .. }
            | Self::VoucherWithdrawn { .. } => "1.0.0",
        }
    }
}

impl DomainEvent for VoucherEvent {
    fn event_type(&self) -> String {
        self.name().to_owned()
    }

    fn event_version(&self) -> String {
        self.version().to_owned()
    }
}
