//! The members and passes that states mention, so that their names are read in one query each.

use std::collections::BTreeSet;

use fairway_events::{MemberId, PlayRight, SubscriptionId};

use crate::state::{PlaceStatus, State};

/// The members and passes of all the states.
pub(super) fn mentioned<'a>(
    states: impl IntoIterator<Item = &'a State>,
) -> (BTreeSet<MemberId>, BTreeSet<SubscriptionId>) {
    let (mut members, mut passes) = (BTreeSet::new(), BTreeSet::new());
    for state in states {
        match state {
            State::Booking(booking) => {
                members.extend([booking.master, booking.booked_by]);
                members.extend(booking.start_time_by);
                for place in &booking.places {
                    members.insert(place.member);
                    members.extend(place.added_by);
                    if let PlayRight::Subscription { subscription } = &place.right {
                        passes.insert(*subscription);
                    }
                    if let PlaceStatus::Cancelled { by, .. } | PlaceStatus::Swapped { by, .. } = &place.status
                    {
                        members.insert(*by);
                    }
                }
            }
            State::Member(member) => {
                members.insert(member.id);
            }
            State::Voucher(voucher) => {
                members.insert(voucher.member);
            }
            State::Order(order) => {
                members.insert(order.member);
            }
            State::ClubDay(_) | State::Settlement(_) => {}
            State::ArrivalList(list) => {
                members.extend(list.players.iter().map(|player| player.member));
                let rounds = list.irregular.iter().filter_map(|scan| scan.round);
                members.extend(rounds.map(|round| round.member));
                members.extend(list.absences.iter().map(|absence| absence.member));
            }
            State::WaitingList(list) => {
                members.extend(list.shown().flat_map(|group| group.players.iter().copied()));
            }
        }
    }
    (members, passes)
}
