//! The consequences of cancelled places on every other stream: their rights come back or are forfeited, and the club's
//! day has room again (docs/domain.md §3.4). A voucher whose price was paid back while it was used comes back to
//! nobody: it is withdrawn in the same decision.

use chrono::NaiveDate;
use fairway_events::{
    BookingId, MembershipEvent, OrderId, PlaceId, PlayRight, StreamId, VoucherEvent, VoucherId,
};

use super::claim::voucher_stream;
use super::record_refund::owes_a_voucher;
use crate::course_day::CourseDayCommand;
use crate::membership::{Membership, MembershipCommand};
use crate::reservation::{Booking, Place};
use crate::voucher::VoucherCommand;
use crate::{ArrivalList, Decision, Rejection, Undecided, Voucher, World};

/// Places of one booking that a decision cancels.
pub(super) struct Release<'a> {
    pub(super) booking: &'a Booking,
    pub(super) places: Vec<&'a Place>,
    pub(super) today: NaiveDate,
}

impl Release<'_> {
    /// On the play date the list of arrivals.
    pub(super) fn list(&self) -> Option<StreamId> {
        let is_today = self.booking.play_date == self.today;
        is_today.then(|| StreamId::ArrivalList(self.booking.club.clone(), self.booking.play_date))
    }

    /// Whether no player has arrived: whoever came keeps the place, so that its right is not used twice (docs/domain.md
    /// §3.24).
    pub(super) fn check_nobody_arrived(&self, world: &impl World) -> Result<(), Undecided> {
        if self.list().is_none() {
            return Ok(());
        }
        let list = world.get::<ArrivalList>((&self.booking.club, self.booking.play_date))?;
        match self.places.iter().any(|place| list.reported_holes(place.id).is_some()) {
            true => Err(Rejection::PlayerHasArrived.into()),
            false => Ok(()),
        }
    }

    /// The streams of the players and of the vouchers that they used.
    pub(super) fn streams(&self) -> impl Iterator<Item = StreamId> {
        let members = self.places.iter().map(|place| StreamId::Membership(place.member));
        members.chain(self.places.iter().filter_map(|place| voucher_stream(&place.right)))
    }

    /// The orders that paid for those vouchers.
    pub(super) fn orders(&self, world: &impl World) -> Result<Vec<StreamId>, Undecided> {
        let orders = self.places.iter().filter_map(|place| order_of(world, place).transpose());
        orders.map(|order| order.map(StreamId::Order)).collect()
    }

    /// Adds what the memberships and the vouchers decide.
    pub(super) fn rights(
        &self,
        world: &impl World,
        decision: &mut Decision,
        forfeits: impl Fn(PlaceId) -> bool,
    ) -> Result<(), Undecided> {
        for place in &self.places {
            let (today, forfeits) = (self.today, forfeits(place.id));
            let membership = world.get::<Membership>(place.member)?;
            let release =
                MembershipCommand::ReleasePlace { member: place.member, place: place.id, today, forfeits };
            let mut of_member = membership.decide(&release)?;
            if let PlayRight::Voucher { voucher, .. } = &place.right {
                let owed = is_owed(world, place)?;
                let release = VoucherCommand::ReleasePlace { place: place.id, today, forfeits, owed };
                let events = world.get::<Voucher>(*voucher)?.decide(&release)?;
                of_member.extend(taken_back(membership, place, *voucher, &events)?);
                decision.add(StreamId::Membership(place.member), of_member);
                decision.add(StreamId::Voucher(*voucher), events);
            } else {
                decision.add(StreamId::Membership(place.member), of_member);
            }
        }
        Ok(())
    }

    pub(super) fn day_command(&self) -> CourseDayCommand {
        CourseDayCommand::ReleasePlaces {
            club: self.booking.club.clone(),
            date: self.booking.play_date,
            booking: self.id(),
            places: self.places.iter().map(|place| place.id).collect(),
        }
    }

    const fn id(&self) -> BookingId {
        self.booking.id
    }
}

/// The order that paid for the voucher that a place uses or forfeited.
pub(super) fn order_of(world: &impl World, place: &Place) -> Result<Option<OrderId>, Undecided> {
    match &place.right {
        PlayRight::Voucher { voucher, .. } => Ok(world.get::<Voucher>(*voucher)?.order_of_use(place.id)),
        PlayRight::Subscription { .. } => Ok(None),
    }
}

/// Whether the order of a place's voucher was paid back, so that the voucher is withdrawn when it comes back.
pub(super) fn is_owed(world: &impl World, place: &Place) -> Result<bool, Undecided> {
    order_of(world, place)?.map_or(Ok(false), |order| owes_a_voucher(world, order))
}

/// The member loses a voucher that is withdrawn as it comes back.
pub(super) fn taken_back(
    membership: &Membership,
    place: &Place,
    voucher: VoucherId,
    of_voucher: &[VoucherEvent],
) -> Result<Vec<MembershipEvent>, Rejection> {
    if !of_voucher.iter().any(|event| matches!(event, VoucherEvent::VoucherWithdrawn { .. })) {
        return Ok(vec![]);
    }
    membership.decide(&MembershipCommand::TakeBackVoucher { member: place.member, voucher })
}
