//! Giving a forfeited right back, as an operator decided: the booking, the member and the voucher say so in one commit
//! (docs/domain.md §3.16).

use fairway_events::{BookingId, PlaceId, PlayRight, StreamId};

use super::claim::voucher_stream;
use super::decide::{CountsAs, Decide, require};
use super::release::{is_owed, order_of, taken_back};
use crate::membership::MembershipCommand;
use crate::reservation::ReservationCommand;
use crate::voucher::VoucherCommand;
use crate::{Decision, Membership, Rejection, Reservation, Undecided, Voucher, World};

/// Give a forfeited right back; an operator's act (docs/domain.md §3.16). A success without an event when it was given
/// back before.
#[derive(Debug, Clone)]
pub struct ReturnForfeitedRight {
    /// The booking.
    pub booking: BookingId,
    /// The place that forfeited the right.
    pub place: PlaceId,
}

impl Decide for ReturnForfeitedRight {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Reservation(self.booking)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let reservation = world.get::<Reservation>(self.booking)?;
        let of_booking = reservation.decide(&ReservationCommand::ReturnPlayRight { place: self.place })?;
        let booking = reservation.booking().ok_or(Rejection::ReservationNotFound)?;
        let place = booking.place(self.place).ok_or(Rejection::ReservationNotFound)?;
        let member = StreamId::Membership(place.member);
        require(world, [member.clone()].into_iter().chain(voucher_stream(&place.right)))?;
        require(world, order_of(world, place)?.map(StreamId::Order))?;

        let mut decision = Decision::default();
        decision.add(StreamId::Reservation(self.booking), of_booking);
        let membership = world.get::<Membership>(place.member)?;
        let give_back = MembershipCommand::ReturnForfeited { member: place.member, place: place.id };
        let mut of_member = membership.decide(&give_back)?;
        if let PlayRight::Voucher { voucher, .. } = &place.right {
            let give_back = VoucherCommand::ReturnForfeited { place: place.id, owed: is_owed(world, place)? };
            let of_voucher = world.get::<Voucher>(*voucher)?.decide(&give_back)?;
            of_member.extend(taken_back(membership, place, *voucher, &of_voucher)?);
            decision.add(member, of_member);
            decision.add(StreamId::Voucher(*voucher), of_voucher);
        } else {
            decision.add(member, of_member);
        }
        Ok(decision)
    }
}
