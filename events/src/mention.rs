//! The ids that an event mentions, found by the types of its fields: what concerns a member, a place or an order is known
//! of every event, also of one that is added later.

use chrono::{DateTime, NaiveDate, Utc};

use crate::{
    BookedPlace, BookingId, CancelMode, CancelledPlace, ClubId, Holes, MemberId, OrderId, OrderItem, PlaceId,
    PlayRight, RefundKind, SubscriptionId, VoucherId, VoucherKind, WaitingGroupId,
};

/// The types of fields that hold ids, or none.
pub(crate) trait Mentions {
    fn mentions(&self, found: &mut Vec<Mention>);
}

macro_rules! ids {
    ($($(#[$of:meta])* $name:ident($id:ident)),+ $(,)?) => {
        /// An id in the payload of an event.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Mention {
            $($(#[$of])* $name($id)),+
        }

        $(
            impl Mentions for $id {
                fn mentions(&self, found: &mut Vec<Mention>) {
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
}

macro_rules! without_ids {
    ($($type:ty),+ $(,)?) => { $(impl Mentions for $type { fn mentions(&self, _: &mut Vec<Mention>) {} })+ };
}

without_ids! {
    bool, i32, i64, u32, String, NaiveDate, DateTime<Utc>, CancelMode, ClubId, Holes, RefundKind, VoucherKind,
}

impl<T: Mentions> Mentions for Option<T> {
    fn mentions(&self, found: &mut Vec<Mention>) {
        self.iter().for_each(|one| one.mentions(found));
    }
}

impl<T: Mentions> Mentions for Vec<T> {
    fn mentions(&self, found: &mut Vec<Mention>) {
        self.iter().for_each(|one| one.mentions(found));
    }
}

impl Mentions for PlayRight {
    fn mentions(&self, found: &mut Vec<Mention>) {
        match self {
            Self::Subscription { subscription } => subscription.mentions(found),
            Self::Voucher { voucher, title: _ } => voucher.mentions(found),
        }
    }
}

impl Mentions for BookedPlace {
    fn mentions(&self, found: &mut Vec<Mention>) {
        let Self { place, member, right } = self;
        place.mentions(found);
        member.mentions(found);
        right.mentions(found);
    }
}

impl Mentions for CancelledPlace {
    fn mentions(&self, found: &mut Vec<Mention>) {
        let Self { place, member } = self;
        place.mentions(found);
        member.mentions(found);
    }
}

impl Mentions for OrderItem {
    fn mentions(&self, found: &mut Vec<Mention>) {
        match self {
            Self::FreeVouchers { vouchers, .. } => vouchers.mentions(found),
            Self::FederationRegistration { .. } => {}
        }
    }
}
