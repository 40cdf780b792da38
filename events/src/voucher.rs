//! The events of one voucher: the `Voucher` aggregate, stream id the voucher id. It is used at most once.

use chrono::NaiveDate;

use crate::kind::events;
use crate::{Holes, MemberId, OrderId, PlaceId, VoucherId, VoucherKind};

events! {
    /// Facts about one voucher. `expires` is its last valid day in Europe/Amsterdam; expiry itself is no event.
    pub enum VoucherEvent, VoucherEventName {
        /// The portal gave the voucher to a member.
        VoucherGranted["1.0.0"] {
            voucher: VoucherId,
            member: MemberId,
            kind: VoucherKind,
            title: String,
            holes: Holes,
            expires: NaiveDate,
        },
        /// The member bought the voucher: it comes into being with the payment, and is of kind `free`.
        VoucherPurchased["1.0.0"] {
            voucher: VoucherId,
            member: MemberId,
            order: OrderId,
            title: String,
            holes: Holes,
            expires: NaiveDate,
        },
        /// A place consumed it.
        VoucherUsed["1.0.0"] { voucher: VoucherId, member: MemberId, place: PlaceId, play_date: NaiveDate },
        /// The place ended and gave the voucher back, which is unused again (docs/domain.md §3.4).
        VoucherReleased["1.0.0"] { voucher: VoucherId, member: MemberId, place: PlaceId },
        /// The place was cancelled on the play date: the voucher stays used.
        VoucherForfeited["1.0.0"] { voucher: VoucherId, member: MemberId, place: PlaceId },
        /// An operator gave the forfeited voucher back: it is unused again.
        ForfeitedVoucherReturned["1.0.0"] { voucher: VoucherId, member: MemberId, place: PlaceId },
        /// Its price was paid back before it was used, or while it was: then this follows its release. It cannot be
        /// used any more.
        VoucherWithdrawn["1.0.0"] { voucher: VoucherId, member: MemberId, order: OrderId },
        /// An operator took back an unused voucher that was given: it cannot be used any more.
        GrantedVoucherWithdrawn["1.0.0"] { voucher: VoucherId, member: MemberId },
    }
}
