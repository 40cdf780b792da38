//! A member's play rights and their use: the `Membership` aggregate, stream id the member id.
//!
//! A claim names its right, its date and its club, because this one stream guards three rules: rights per month
//! and term, one place per date, and the club maximum per year (docs/domain.md §3.2, §3.3, §3.5).

use chrono::NaiveDate;

use crate::kind::events;
use crate::{
    BookingId, ClubId, Holes, MemberId, OrderId, PlaceId, PlayRight, SubscriptionId, VoucherId, VoucherKind,
};

events! {
    /// Facts about one member's rights. Dates are days in Europe/Amsterdam, amounts are cents.
    pub enum MembershipEvent, MembershipEventName {
        /// A season pass was bought: `max` rounds over its term, `per_month` per calendar month (none: no limit).
        SubscriptionStarted["1.0.0"] {
            member: MemberId,
            subscription: SubscriptionId,
            name: String,
            startdate: NaiveDate,
            enddate: NaiveDate,
            paymentdate: Option<NaiveDate>,
            amount_cents: i64,
            max: u32,
            per_month: Option<u32>,
            max_holes: Holes,
        },
        /// The member got a voucher. Its own stream guards its single use; this says whose it is.
        VoucherReceived["1.0.0"] {
            member: MemberId,
            voucher: VoucherId,
            kind: VoucherKind,
            title: String,
            holes: Holes,
            expires: NaiveDate,
        },
        /// A place consumed a right.
        PlayRightClaimed["1.0.0"] {
            member: MemberId,
            place: PlaceId,
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            holes: Holes,
            right: PlayRight,
        },
        /// The place ended and gave the right back, which is free again (docs/domain.md §3.4).
        PlayRightReleased["1.0.0"] {
            member: MemberId,
            place: PlaceId,
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            right: PlayRight,
        },
        /// The place was cancelled on the play date: the right stays used, the date is free again.
        PlayRightForfeited["1.0.0"] {
            member: MemberId,
            place: PlaceId,
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            right: PlayRight,
        },
        /// An operator gave a forfeited right back: it is free again.
        ForfeitedRightReturned["1.0.0"] {
            member: MemberId,
            place: PlaceId,
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            right: PlayRight,
        },
        /// An order of free vouchers is open: it counts in that year's maximum while it is.
        VoucherOrderOpened["1.0.0"] { member: MemberId, order: OrderId, quantity: u32, year: i32 },
        /// The order was paid, or ended without payment.
        VoucherOrderClosed["1.0.0"] { member: MemberId, order: OrderId, bought: bool },
        /// An unused voucher, or one that was released, was taken from the member: its price is paid back, or an operator
        /// withdrew it.
        VoucherTakenBack["1.0.0"] { member: MemberId, voucher: VoucherId },
        /// The member is registered with the federation for that year.
        FederationRegistered["1.0.0"] { member: MemberId, order: OrderId, year: i32, package: String },
        /// An operator took back a season pass of which no right is used: it grants nothing any more.
        SubscriptionWithdrawn["1.0.0"] { member: MemberId, subscription: SubscriptionId },
    }
}
