//! What the three cancellations have in common: places are given up, and what they cost comes back or is forfeited, as
//! the booking says (docs/domain.md §3.4).

use chrono::NaiveDate;
use fairway_events::{BookingId, PlaceId, PlayRight, ReservationEvent, StreamId};

use super::demand;
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

    let mut decision = Decision::default();
    decision.add(StreamId::Reservation(booking), reservation_events.clone());
    for place in &places {
        let forfeits = reservation_events.iter().any(|event| expires(event, place.id));
        let give_up =
            MembershipCommand::GiveUpPlace { member: place.member, place: place.id, today, forfeits };
        let events = world.membership(place.member)?.decide(&give_up).map_err(Rejection::from)?;
        decision.add(StreamId::Membership(place.member), events);
        if let PlayRight::Voucher { voucher, .. } = &place.right {
            let give_up = VoucherCommand::GiveUpPlace { place: place.id, today, forfeits };
            let events = world.voucher(*voucher)?.decide(&give_up).map_err(Rejection::from)?;
            decision.add(StreamId::Voucher(*voucher), events);
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
