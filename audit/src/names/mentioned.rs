//! The ids that events mention: every event is matched here, so that a new one cannot be shown without its names.

use std::collections::BTreeSet;

use fairway_events::{
    Actor, Event, MemberId, MembershipEvent, PlayRight, RecordedEvent, ReservationEvent, SubscriptionId,
    VoucherEvent, VoucherId,
};

/// Members, passes and vouchers that events or their actors name.
#[derive(Debug, Default)]
pub(super) struct Mentioned {
    pub(super) members: BTreeSet<MemberId>,
    pub(super) passes: BTreeSet<SubscriptionId>,
    pub(super) vouchers: BTreeSet<VoucherId>,
}

impl Mentioned {
    pub(super) fn in_events<'a>(events: impl IntoIterator<Item = &'a RecordedEvent>) -> Self {
        let mut mentioned = Self::default();
        for recorded in events {
            match &recorded.actor {
                Actor::Member(member) | Actor::Impersonator { member, .. } => {
                    mentioned.members.insert(*member);
                }
                Actor::System(_) => {}
            }
            mentioned.note(&recorded.event);
        }
        mentioned
    }

    fn right(&mut self, right: &PlayRight) {
        match right {
            PlayRight::Subscription { subscription } => {
                self.passes.insert(*subscription);
            }
            PlayRight::Voucher { .. } => {}
        }
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Reservation(ReservationEvent::RoundBooked { master, places, .. }) => {
                self.members.insert(*master);
                for place in places {
                    self.members.insert(place.member);
                    self.right(&place.right);
                }
            }
            Event::Reservation(ReservationEvent::PlayerAdded { place, added_by, .. }) => {
                self.members.extend([place.member, *added_by]);
                self.right(&place.right);
            }
            Event::Reservation(ReservationEvent::PlaceCancelled { member, by, .. }) => {
                self.members.extend([*member, *by]);
            }
            Event::Reservation(ReservationEvent::MasterPassedOn { from, to, .. }) => {
                self.members.extend([*from, *to]);
            }
            Event::Membership(
                MembershipEvent::PlayRightClaimed { member, right, .. }
                | MembershipEvent::PlayRightReleased { member, right, .. }
                | MembershipEvent::PlayRightForfeited { member, right, .. },
            ) => {
                self.members.insert(*member);
                self.right(right);
            }
            Event::Reservation(ReservationEvent::PlayRightExpired { member, .. })
            | Event::Membership(
                MembershipEvent::SubscriptionStarted { member, .. }
                | MembershipEvent::VoucherReceived { member, .. }
                | MembershipEvent::VoucherOrderOpened { member, .. }
                | MembershipEvent::VoucherOrderClosed { member, .. }
                | MembershipEvent::FederationRegistered { member, .. },
            ) => {
                self.members.insert(*member);
            }
            Event::Membership(MembershipEvent::VoucherTakenBack { member, voucher })
            | Event::Voucher(
                VoucherEvent::VoucherGranted { member, voucher, .. }
                | VoucherEvent::VoucherPurchased { member, voucher, .. }
                | VoucherEvent::VoucherWithdrawn { member, voucher, .. }
                | VoucherEvent::VoucherUsed { member, voucher, .. }
                | VoucherEvent::VoucherReleased { member, voucher, .. }
                | VoucherEvent::VoucherForfeited { member, voucher, .. },
            ) => {
                self.members.insert(*member);
                self.vouchers.insert(*voucher);
            }
            Event::Order(event) => {
                self.members.insert(event.member());
            }
            Event::Reservation(ReservationEvent::BookingCancelled { .. }) | Event::CourseDay(_) => {}
        }
    }
}
