//! The names of the events that a kind of subject can have: what a reader of its timeline can choose from. Streams of the
//! subject contribute all of theirs, the streams that it touches those that can mention it.

use fairway_events::{AggregateType, StreamId};

/// Events of members that are about one round.
const OF_RIGHTS: [&str; 4] =
    ["PlayRightClaimed", "PlayRightReleased", "PlayRightForfeited", "ForfeitedRightReturned"];
/// Events of vouchers that are about one round.
const OF_VOUCHERS: [&str; 4] =
    ["VoucherUsed", "VoucherReleased", "VoucherForfeited", "ForfeitedVoucherReturned"];

/// The names, stream by stream.
pub(super) fn event_names(subject: &StreamId) -> Vec<&'static str> {
    use AggregateType::{CourseDay, Membership, Order, Reservation, Voucher, WaitingList};
    let (whole, others): (&[AggregateType], &[&[&'static str]]) = match subject {
        StreamId::Membership(_) => (&[Membership, Reservation, Voucher, Order, WaitingList], &[]),
        StreamId::Reservation(_) => (&[Reservation, CourseDay], &[&OF_RIGHTS, &OF_VOUCHERS, &["OfferTaken"]]),
        StreamId::Voucher(_) => {
            (&[Voucher, Reservation, Order], &[&["VoucherReceived", "VoucherTakenBack"], &OF_RIGHTS])
        }
        StreamId::Order(_) => (
            &[Order],
            &[
                &["VoucherOrderOpened", "VoucherOrderClosed", "FederationRegistered"],
                &["VoucherReceived", "VoucherTakenBack", "VoucherPurchased", "VoucherWithdrawn"],
            ],
        ),
        StreamId::CourseDay(..) => (&[CourseDay, Reservation], &[]),
        StreamId::WaitingList(..) => (&[WaitingList], &[]),
    };
    let own = whole.iter().flat_map(|kind| kind.event_names());
    own.chain(others.iter().flat_map(|names| names.iter().copied())).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chrono::NaiveDate;
    use fairway_events::{BookingId, ClubId, MemberId, OrderId, VoucherId};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_name_is_one_of_an_event_and_none_is_named_twice() {
        let known: BTreeSet<&str> =
            AggregateType::ALL.into_iter().flat_map(AggregateType::event_names).collect();
        let id = Uuid::from_u128(1);
        for subject in [
            StreamId::Membership(MemberId(id)),
            StreamId::Reservation(BookingId(id)),
            StreamId::Voucher(VoucherId(id)),
            StreamId::Order(OrderId(id)),
            StreamId::CourseDay(ClubId::from("a"), NaiveDate::MIN),
            StreamId::WaitingList(ClubId::from("a"), NaiveDate::MIN),
        ] {
            let names = event_names(&subject);
            let set: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(set.len(), names.len(), "{subject}: {names:?}");
            assert!(set.is_subset(&known), "{subject}: {names:?}");
        }
    }
}
