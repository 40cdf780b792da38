//! The ids, clubs and days that an event mentions, found by the types of its fields: what concerns a member, a place or a
//! club's day is known of every event, also of one that is added later.

use chrono::{DateTime, NaiveDate, Utc};

use crate::{
    AbsenceReason, BookedPlace, BookingId, CancelMode, CancelledPlace, ClubId, ClubUserId, CourseStatus,
    DisputeId, DisputeOutcome, Holes, Invoice, Irregularity, MemberId, Month, MonthAmounts, OrderId,
    OrderItem, PlaceId, PlayRight, RefundKind, Scan, ScanId, ScannedRound, StartTime, SubscriptionId,
    TariffPrices, VatRegime, VoucherId, VoucherKind, WaitingGroupId,
};

/// The types of fields that hold something to mention, or nothing.
pub(crate) trait Mentions {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>);
}

macro_rules! ids {
    ($($(#[$of:meta])* $name:ident($id:ident)),+ $(,)?) => {
        /// An id, a club or a day in a field of an event's payload.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Mention<'a> {
            $($(#[$of])* $name($id),)+
            /// A club.
            Club(&'a ClubId),
            /// A day in Europe/Amsterdam.
            Day(NaiveDate),
        }

        $(
            impl Mentions for $id {
                fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
                    found.push(Mention::$name(*self));
                }
            }
        )+
    };
}

ids! {
    /// Of a member.
    Member(MemberId),
    /// Of a booking.
    Booking(BookingId),
    /// Of a place.
    Place(PlaceId),
    /// Of a season pass.
    Subscription(SubscriptionId),
    /// Of a voucher.
    Voucher(VoucherId),
    /// Of an order.
    Order(OrderId),
    /// Of a group that waits.
    WaitingGroup(WaitingGroupId),
    /// Of a scan.
    Scan(ScanId),
    /// Of an account or a device of a club.
    ClubUser(ClubUserId),
}

impl Mentions for ClubId {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        found.push(Mention::Club(self));
    }
}

impl Mentions for NaiveDate {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        found.push(Mention::Day(*self));
    }
}

macro_rules! mentions_nothing {
    ($($type:ty),+ $(,)?) => { $(impl Mentions for $type { fn mentions<'a>(&'a self, _: &mut Vec<Mention<'a>>) {} })+ };
}

mentions_nothing! {
    bool, i32, i64, u32, String, DateTime<Utc>, AbsenceReason, CancelMode, CourseStatus, DisputeId, DisputeOutcome, Holes, Invoice,
    Irregularity, Month, MonthAmounts, RefundKind, StartTime, TariffPrices, VatRegime, VoucherKind,
}

impl<T: Mentions> Mentions for Option<T> {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        self.iter().for_each(|one| one.mentions(found));
    }
}

impl<T: Mentions> Mentions for Box<T> {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        (**self).mentions(found);
    }
}

impl<T: Mentions> Mentions for Vec<T> {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        self.iter().for_each(|one| one.mentions(found));
    }
}

impl Mentions for PlayRight {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        match self {
            Self::Subscription { subscription } => subscription.mentions(found),
            Self::Voucher { voucher, title: _ } => voucher.mentions(found),
        }
    }
}

impl Mentions for BookedPlace {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        let Self { place, member, right } = self;
        place.mentions(found);
        member.mentions(found);
        right.mentions(found);
    }
}

impl Mentions for CancelledPlace {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        let Self { place, member } = self;
        place.mentions(found);
        member.mentions(found);
    }
}

impl Mentions for Scan {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        let Self { id, by, at: _, device_time: _, method: _ } = self;
        id.mentions(found);
        by.mentions(found);
    }
}

impl Mentions for ScannedRound {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        let Self { booking, place, member, holes: _ } = self;
        booking.mentions(found);
        place.mentions(found);
        member.mentions(found);
    }
}

impl Mentions for OrderItem {
    fn mentions<'a>(&'a self, found: &mut Vec<Mention<'a>>) {
        match self {
            Self::FreeVouchers { vouchers, .. } => vouchers.mentions(found),
            Self::FederationRegistration { .. } => {}
        }
    }
}
