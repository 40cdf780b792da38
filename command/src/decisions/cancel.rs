//! What the three cancellations have in common: places are cancelled, and their rights come back or are forfeited, as
//! the booking says (docs/domain.md §3.4). A voucher whose price was paid back while it was used comes back to nobody:
//! it is withdrawn in the same decision.

use chrono::NaiveDate;
use fairway_events::{BookingId, OrderId, PlaceId, PlayRight, ReservationEvent, StreamId, VoucherEvent};

use super::claim::voucher_stream;
use super::record_refund::owes_a_voucher;
use super::require;
use crate::course_day::CourseDayCommand;
use crate::membership::MembershipCommand;
use crate::reservation::{Place, ReservationCommand};
use crate::voucher::VoucherCommand;
use crate::{CancelGroup, CancelPlace, Decision, RemovePlayer, Undecided, World};

impl CancelPlace {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        cancel(world, self.booking, &ReservationCommand::CancelPlace(self.clone()), self.today)
    }
}

impl CancelGroup {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        cancel(world, self.booking, &ReservationCommand::CancelGroup(self.clone()), self.today)
    }
}

impl RemovePlayer {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        cancel(world, self.booking, &ReservationCommand::RemovePlayer(self.clone()), self.today)
    }
}

/// Decides a cancellation on the booking, and what follows from it on every other stream.
fn cancel(
    world: &impl World,
    booking: BookingId,
    command: &ReservationCommand,
    today: NaiveDate,
) -> Result<Decision, Undecided> {
    let reservation = world.reservation(booking)?;
    let reservation_events = reservation.decide(command)?;
    // Without a booking there are no events: the decision above has refused.
    let (Some(known), false) = (reservation.booking(), reservation_events.is_empty()) else {
        return Ok(Decision::default());
    };
    let places: Vec<&Place> = reservation_events
        .iter()
        .filter_map(cancelled_place)
        .filter_map(|place| known.place(place))
        .collect();
    let day = StreamId::CourseDay(known.club.clone(), known.play_date);
    require(
        world,
        places
            .iter()
            .map(|place| StreamId::Membership(place.member))
            .chain(places.iter().filter_map(|place| voucher_stream(&place.right)))
            .chain([day.clone()]),
    )?;
    let orders = places.iter().filter_map(|place| order_of(world, place).transpose());
    require(world, orders.collect::<Result<Vec<_>, _>>()?.into_iter().map(StreamId::Order))?;

    let mut decision = Decision::default();
    decision.add(StreamId::Reservation(booking), reservation_events.clone());
    for place in &places {
        let forfeits = reservation_events.iter().any(|event| expires(event, place.id));
        let membership = world.membership(place.member)?;
        let release =
            MembershipCommand::ReleasePlace { member: place.member, place: place.id, today, forfeits };
        let mut of_member = membership.decide(&release)?;
        if let PlayRight::Voucher { voucher, .. } = &place.right {
            let owed = order_of(world, place)?.map_or(Ok(false), |order| owes_a_voucher(world, order))?;
            let release = VoucherCommand::ReleasePlace { place: place.id, today, forfeits, owed };
            let events = world.voucher(*voucher)?.decide(&release)?;
            if events.iter().any(|event| matches!(event, VoucherEvent::VoucherWithdrawn { .. })) {
                let take_back =
                    MembershipCommand::TakeBackVoucher { member: place.member, voucher: *voucher };
                of_member.extend(membership.decide(&take_back)?);
            }
            decision.add(StreamId::Membership(place.member), of_member);
            decision.add(StreamId::Voucher(*voucher), events);
        } else {
            decision.add(StreamId::Membership(place.member), of_member);
        }
    }
    let release = CourseDayCommand::ReleasePlaces {
        club: known.club.clone(),
        date: known.play_date,
        booking,
        places: places.iter().map(|place| place.id).collect(),
    };
    decision.add(day, world.course_day(&known.club, known.play_date)?.decide(&release)?);
    Ok(decision)
}

/// Whether the event says that the right of a place is forfeited.
fn expires(event: &ReservationEvent, place: PlaceId) -> bool {
    matches!(event, ReservationEvent::PlayRightExpired { place: of, .. } if *of == place)
}

/// The order that paid for the voucher that a place uses.
fn order_of(world: &impl World, place: &Place) -> Result<Option<OrderId>, Undecided> {
    match &place.right {
        PlayRight::Voucher { voucher, .. } => Ok(world.voucher(*voucher)?.order_of_use(place.id)),
        PlayRight::Subscription { .. } => Ok(None),
    }
}

fn cancelled_place(event: &ReservationEvent) -> Option<PlaceId> {
    match event {
        ReservationEvent::PlaceCancelled { place, .. } => Some(*place),
        _ => None,
    }
}
