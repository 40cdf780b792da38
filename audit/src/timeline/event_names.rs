//! The names of the events that a kind of subject can have: what a reader of its timeline can choose from. Streams of the
//! subject contribute all of theirs, the streams that it touches those that can mention it.

use fairway_events::{AggregateType, MembershipEventName, StreamId, VoucherEventName, WaitingListEventName};

/// The subject, beside its stream, of an event of a member, a voucher or a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Round,
    Voucher,
    Order,
    Nothing,
}

const fn of_member(name: MembershipEventName) -> About {
    use MembershipEventName as Name;
    match name {
        Name::PlayRightClaimed
        | Name::PlayRightReleased
        | Name::PlayRightForfeited
        | Name::ForfeitedRightReturned => About::Round,
        Name::VoucherReceived | Name::VoucherTakenBack => About::Voucher,
        Name::VoucherOrderOpened | Name::VoucherOrderClosed | Name::FederationRegistered => About::Order,
        Name::SubscriptionStarted | Name::SubscriptionWithdrawn => About::Nothing,
    }
}

const fn of_voucher(name: VoucherEventName) -> About {
    use VoucherEventName as Name;
    match name {
        Name::VoucherUsed
        | Name::VoucherReleased
        | Name::VoucherForfeited
        | Name::ForfeitedVoucherReturned => About::Round,
        Name::VoucherPurchased | Name::VoucherWithdrawn => About::Order,
        Name::VoucherGranted | Name::GrantedVoucherWithdrawn => About::Nothing,
    }
}

const fn of_waiting_list(name: WaitingListEventName) -> About {
    use WaitingListEventName as Name;
    match name {
        Name::OfferTaken | Name::CoPlayersStartedWaiting => About::Round,
        Name::GroupStartedWaiting
        | Name::GroupStoppedWaiting
        | Name::PlacesOffered
        | Name::OfferDeclined
        | Name::OfferLapsed
        | Name::GroupPassedOver => About::Nothing,
    }
}

/// The names, stream by stream.
pub(super) fn event_names(subject: &StreamId) -> Vec<&'static str> {
    use AggregateType::{
        ArrivalList, CourseDay, Membership, Order, Reservation, Settlement, Voucher, WaitingList,
    };
    let (whole, others): (&[AggregateType], Vec<&'static str>) = match subject {
        StreamId::Membership(_) => {
            (&[Membership, Reservation, Voucher, Order, WaitingList, ArrivalList], Vec::new())
        }
        StreamId::Reservation(_) => (
            &[Reservation, CourseDay, ArrivalList],
            [members(About::Round), vouchers(About::Round), waiting_lists(About::Round)].concat(),
        ),
        StreamId::Voucher(_) => {
            (&[Voucher, Reservation, Order], [members(About::Voucher), members(About::Round)].concat())
        }
        StreamId::Order(_) => {
            (&[Order], [members(About::Order), members(About::Voucher), vouchers(About::Order)].concat())
        }
        StreamId::CourseDay(..) => (&[CourseDay, Reservation], Vec::new()),
        StreamId::WaitingList(..) => (&[WaitingList], Vec::new()),
        StreamId::ArrivalList(..) => (&[ArrivalList], Vec::new()),
        StreamId::Settlement(_) => (&[Settlement], Vec::new()),
    };
    whole.iter().flat_map(|kind| kind.event_names()).chain(others).collect()
}

fn members(about: About) -> Vec<&'static str> {
    let names = MembershipEventName::ALL.iter().filter(|name| of_member(**name) == about);
    names.map(|name| name.as_str()).collect()
}

fn vouchers(about: About) -> Vec<&'static str> {
    let names = VoucherEventName::ALL.iter().filter(|name| of_voucher(**name) == about);
    names.map(|name| name.as_str()).collect()
}

fn waiting_lists(about: About) -> Vec<&'static str> {
    let names = WaitingListEventName::ALL.iter().filter(|name| of_waiting_list(**name) == about);
    names.map(|name| name.as_str()).collect()
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
            StreamId::ArrivalList(ClubId::from("a"), NaiveDate::MIN),
            StreamId::Settlement(ClubId::from("a")),
        ] {
            let names = event_names(&subject);
            let set: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(set.len(), names.len(), "{subject}: {names:?}");
            assert!(set.is_subset(&known), "{subject}: {names:?}");
        }
    }
}
