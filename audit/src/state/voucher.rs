//! A voucher, folded from its own stream. Whether it has expired depends on the day.

use chrono::NaiveDate;
use fairway_events::{Holes, MemberId, OrderId, PlaceId, VoucherEvent, VoucherId, VoucherKind};
use serde::Serialize;

/// One extra play right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Voucher {
    /// The voucher.
    pub id: VoucherId,
    /// The owner.
    pub member: MemberId,
    /// Granted or bought.
    pub kind: VoucherKind,
    /// The order that paid for it; none: granted or imported.
    pub order: Option<OrderId>,
    /// The title that members see.
    pub title: String,
    /// The longest round that it allows.
    pub holes: Holes,
    /// The last day on which it can be played.
    pub expires: NaiveDate,
    /// Its status.
    pub status: VoucherStatus,
}

/// The status of a voucher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are those of the events of the same names")]
pub enum VoucherStatus {
    /// No place uses it.
    Unused,
    /// A place consumed it.
    Used { place: PlaceId, play_date: NaiveDate },
    /// Its place was cancelled on the play date: it stays used.
    Forfeited { place: PlaceId, play_date: NaiveDate },
    /// It was taken back: its price was paid back, or, of one that was not bought, an operator withdrew it.
    Withdrawn,
}

impl Voucher {
    /// Folds the next event of a voucher's stream; `None` is the voucher before its first.
    pub fn fold(state: &mut Option<Self>, event: &VoucherEvent) {
        match event {
            VoucherEvent::VoucherGranted { voucher, member, kind, title, holes, expires } => {
                *state = Some(Self {
                    id: *voucher,
                    member: *member,
                    kind: *kind,
                    order: None,
                    title: title.clone(),
                    holes: *holes,
                    expires: *expires,
                    status: VoucherStatus::Unused,
                });
            }
            VoucherEvent::VoucherPurchased { voucher, member, order, title, holes, expires } => {
                *state = Some(Self {
                    id: *voucher,
                    member: *member,
                    kind: VoucherKind::Free,
                    order: Some(*order),
                    title: title.clone(),
                    holes: *holes,
                    expires: *expires,
                    status: VoucherStatus::Unused,
                });
            }
            VoucherEvent::VoucherUsed { place, play_date, .. } => {
                Self::set(state, VoucherStatus::Used { place: *place, play_date: *play_date });
            }
            VoucherEvent::VoucherReleased { .. } | VoucherEvent::ForfeitedVoucherReturned { .. } => {
                Self::set(state, VoucherStatus::Unused);
            }
            VoucherEvent::VoucherForfeited { place, .. } => {
                if let Some(Self { status: VoucherStatus::Used { play_date, .. }, .. }) = state {
                    let play_date = *play_date;
                    Self::set(state, VoucherStatus::Forfeited { place: *place, play_date });
                }
            }
            VoucherEvent::VoucherWithdrawn { .. } | VoucherEvent::GrantedVoucherWithdrawn { .. } => {
                Self::set(state, VoucherStatus::Withdrawn);
            }
        }
    }

    fn set(state: &mut Option<Self>, status: VoucherStatus) {
        if let Some(voucher) = state {
            voucher.status = status;
        }
    }
}
