//! What the three cancellations have in common: places are given up, and what they cost comes back or is forfeited, as
//! the booking says (docs/domain.md §3.4). A voucher whose price was paid back while it was used comes back to nobody:
//! it is withdrawn in the same decision.

use chrono::NaiveDate;
use fairway_events::{BookingId, OrderId, PlaceId, PlayRight, ReservationEvent, StreamId, VoucherEvent};

use super::demand;
use super::record_refund::owes_a_voucher;
use super::taking::voucher_stream;
use crate::course_day::CourseDayCommand;
use crate::membership::MembershipCommand;
use crate::reservation::{Place, ReservationCommand};
use crate::voucher::VoucherCommand;
use crate::{Decision, Rejection, Undecided, World};

/// Decides a cancellation on the booking, and what follows from it on every other stream.
pub(super) fn give_up(
    world: &impl World,
    booking: BookingId,
    command: &ReservationCommand,
    today: NaiveDate,
) -> Result<Decision, Undecided> {
    let reservation = world.reservation(booking)?;
    let reservation_events = reservation.decide(command).map_err(Rejection::from)?;
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
    demand(
        world,
        places
            .iter()
            .map(|place| StreamId::Membership(place.member))
            .chain(places.iter().filter_map(|place| voucher_stream(&place.right)))
            .chain([day.clone()]),
    )?;
    let orders = places.iter().filter_map(|place| order_of(world, place).transpose());
    demand(world, orders.collect::<Result<Vec<_>, _>>()?.into_iter().map(StreamId::Order))?;

    let mut decision = Decision::default();
    decision.add(StreamId::Reservation(booking), reservation_events.clone());
    for place in &places {
        let forfeits = reservation_events.iter().any(|event| expires(event, place.id));
        let membership = world.membership(place.member)?;
        let give_up =
            MembershipCommand::GiveUpPlace { member: place.member, place: place.id, today, forfeits };
        let mut of_member = membership.decide(&give_up).map_err(Rejection::from)?;
        if let PlayRight::Voucher { voucher, .. } = &place.right {
            let owed = order_of(world, place)?.map_or(Ok(false), |order| owes_a_voucher(world, order))?;
            let give_up = VoucherCommand::GiveUpPlace { place: place.id, today, forfeits, owed };
            let events = world.voucher(*voucher)?.decide(&give_up).map_err(Rejection::from)?;
            if events.iter().any(|event| matches!(event, VoucherEvent::VoucherWithdrawn { .. })) {
                let take_back =
                    MembershipCommand::TakeBackVoucher { member: place.member, voucher: *voucher };
                of_member.extend(membership.decide(&take_back).map_err(Rejection::from)?);
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
    let events = world.course_day(&known.club, known.play_date)?.decide(&release).map_err(Rejection::from)?;
    decision.add(day, events);
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
        ReservationEvent::RoundBooked { .. }
        | ReservationEvent::PlayerAdded { .. }
        | ReservationEvent::PlayRightExpired { .. }
        | ReservationEvent::MasterPassedOn { .. }
        | ReservationEvent::BookingCancelled { .. } => None,
    }
}
