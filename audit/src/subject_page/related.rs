//! The subjects that a state names, the most telling first: of a member the latest of each kind.

use std::collections::BTreeSet;

use fairway_events::{OrderItem, PlaceId, PlayRight, StreamId};

use crate::state::{State, VoucherStatus};

/// A member's latest vouchers and orders at most; the other subjects are their latest bookings.
const OF_A_KIND: usize = 15;

/// The subjects; some may be named twice.
pub(super) fn named_in(state: &State) -> Vec<StreamId> {
    match state {
        State::Booking(booking) => {
            let players = booking.places.iter().map(|place| StreamId::Membership(place.member));
            let day = StreamId::CourseDay(booking.club.clone(), booking.play_date);
            let vouchers = booking.places.iter().filter_map(|place| match &place.right {
                PlayRight::Voucher { voucher, .. } => Some(StreamId::Voucher(*voucher)),
                PlayRight::Subscription { .. } => None,
            });
            players.chain([day]).chain(vouchers).collect()
        }
        State::Member(member) => {
            let (holdings, orders) = (&member.holdings, &member.voucher_orders);
            let vouchers = holdings.vouchers.iter().rev().map(|voucher| StreamId::Voucher(voucher.id));
            let orders = orders.keys().rev().map(|order| StreamId::Order(*order));
            let bookings = holdings.claims.iter().rev().map(|claim| StreamId::Reservation(claim.booking));
            vouchers.take(OF_A_KIND).chain(orders.take(OF_A_KIND)).chain(bookings.take(100)).collect()
        }
        State::Voucher(voucher) => {
            let owner = StreamId::Membership(voucher.member);
            std::iter::once(owner).chain(voucher.order.map(StreamId::Order)).collect()
        }
        State::Order(order) => {
            let vouchers = match &order.item {
                OrderItem::FreeVouchers { vouchers, .. } => vouchers.as_slice(),
                OrderItem::FederationRegistration { .. } => &[],
            };
            let owner = StreamId::Membership(order.member);
            std::iter::once(owner).chain(vouchers.iter().map(|one| StreamId::Voucher(*one))).collect()
        }
        State::WaitingList(list) => {
            let day = StreamId::CourseDay(list.club.clone(), list.date);
            let players = list.shown().flat_map(|group| &group.players);
            std::iter::once(day).chain(players.map(|player| StreamId::Membership(*player))).collect()
        }
        State::ArrivalList(list) => {
            let day = StreamId::CourseDay(list.club.clone(), list.date);
            let came = list.players.iter().map(|player| player.booking);
            let bookings: BTreeSet<_> =
                came.chain(list.absences.iter().map(|absence| absence.booking)).collect();
            std::iter::once(day).chain(bookings.into_iter().map(StreamId::Reservation)).collect()
        }
        State::Settlement(settlement) => {
            let disputes = settlement.disputes.iter().rev();
            disputes.map(|known| StreamId::ArrivalList(settlement.club.clone(), known.date)).collect()
        }
        State::ClubDay(day) => {
            let bookings: BTreeSet<_> = day.places.values().copied().collect();
            let is_waited_for = day.smallest_waiting.is_some() || !day.holds.is_empty();
            let list = is_waited_for.then(|| StreamId::WaitingList(day.club.clone(), day.date));
            list.into_iter().chain(bookings.into_iter().map(StreamId::Reservation)).collect()
        }
    }
}

/// The place that a voucher was used for: a voucher's state does not name the booking.
pub(super) const fn place_of(state: &State) -> Option<PlaceId> {
    match state {
        State::Voucher(voucher) => match voucher.status {
            VoucherStatus::Used { place, .. } | VoucherStatus::Forfeited { place, .. } => Some(place),
            VoucherStatus::Unused | VoucherStatus::Withdrawn => None,
        },
        State::Booking(_)
        | State::Member(_)
        | State::Order(_)
        | State::ClubDay(_)
        | State::WaitingList(_)
        | State::ArrivalList(_)
        | State::Settlement(_) => None,
    }
}
