//! The common part of the cancellations by members and operators: places are cancelled, and their rights come back or
//! are forfeited, as the booking says (docs/domain.md §3.4, §3.16).

use chrono::NaiveDate;
use fairway_events::{BookingId, PlaceId, ReservationEvent, StreamId};

use super::decide::require;
use super::release::Release;
use crate::reservation::{Place, ReservationCommand};
use crate::{CourseDay, Decision, Reservation, Undecided, World};

/// Decides a cancellation on the booking, and what follows from it on every other stream.
pub(super) fn cancel(
    world: &impl World,
    booking: BookingId,
    command: &ReservationCommand,
    today: NaiveDate,
) -> Result<Decision, Undecided> {
    let reservation = world.get::<Reservation>(booking)?;
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
    let release = Release { booking: known, places, today };
    let list = release.list().filter(|_| !matches!(command, ReservationCommand::CancelForPlayers(_)));
    require(world, release.streams().chain([day.clone()]).chain(list.clone()))?;
    if list.is_some() {
        release.check_nobody_arrived(world)?;
    }
    require(world, release.orders(world)?)?;

    let mut decision = Decision::default();
    decision.add(StreamId::Reservation(booking), reservation_events.clone());
    release
        .rights(world, &mut decision, |place| reservation_events.iter().any(|event| expires(event, place)))?;
    let released = world.get::<CourseDay>((&known.club, known.play_date))?.decide(&release.day_command())?;
    decision.add(day, released);
    Ok(decision)
}

/// Whether the event says that the right of a place is forfeited.
fn expires(event: &ReservationEvent, place: PlaceId) -> bool {
    matches!(event, ReservationEvent::PlayRightExpired { place: of, .. } if *of == place)
}

fn cancelled_place(event: &ReservationEvent) -> Option<PlaceId> {
    match event {
        ReservationEvent::PlaceCancelled { place, .. }
        | ReservationEvent::PlaceCancelledByOperator { place, .. } => Some(*place),
        _ => None,
    }
}
