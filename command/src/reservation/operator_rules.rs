//! Operators' commands on a booking: cancel places in the players' names, cancel a round because the club cannot have
//! it, and give an expired right back (docs/domain.md §3.16, §3.17).

use chrono::{DateTime, Utc};
use fairway_events::{CancelledPlace, PlaceId, ReservationEvent};

use super::{Expiry, Place, Reservation};
use crate::{CancelForPlayers, Rejection, RightsChoice};

impl Reservation {
    pub(super) fn cancel_for_players(
        &self,
        cancel: &CancelForPlayers,
    ) -> Result<Vec<ReservationEvent>, Rejection> {
        let booking = self.booking().ok_or(Rejection::ReservationNotFound)?;
        let known = |place: &PlaceId| booking.place(*place).ok_or(Rejection::ReservationNotFound);
        let mut places: Vec<&Place> = cancel.places.iter().map(known).collect::<Result<_, _>>()?;
        // In the order of joining and each once, however they are named.
        places.sort_by_key(|place| booking.places.iter().position(|other| other.id == place.id));
        places.dedup_by_key(|place| place.id);
        let forfeits = |_: &Place| match cancel.rights {
            RightsChoice::ByRule => booking.play_date == cancel.today,
            RightsChoice::Return => false,
            RightsChoice::Forfeit => true,
        };
        let cancelled = |place: &Place| ReservationEvent::PlaceCancelledByOperator {
            booking: booking.id,
            place: place.id,
            member: place.member,
            cancelled_at: cancel.at,
        };
        booking.cancel(&places, cancel.today, cancelled, forfeits)
    }

    pub(super) fn cancel_by_club(
        &self,
        notice: &str,
        at: DateTime<Utc>,
    ) -> Result<Vec<ReservationEvent>, Rejection> {
        let booking = self.booking().ok_or(Rejection::ReservationNotFound)?;
        let places: Vec<CancelledPlace> =
            booking.active().map(|place| CancelledPlace { place: place.id, member: place.member }).collect();
        if places.is_empty() {
            return Ok(vec![]);
        }
        Ok(vec![ReservationEvent::RoundCancelledByClub {
            booking: booking.id,
            club: booking.club.clone(),
            play_date: booking.play_date,
            places,
            notice: notice.to_owned(),
            cancelled_at: at,
        }])
    }

    pub(super) fn return_play_right(&self, place: PlaceId) -> Result<Vec<ReservationEvent>, Rejection> {
        let booking = self.booking().ok_or(Rejection::ReservationNotFound)?;
        let place = booking.place(place).ok_or(Rejection::ReservationNotFound)?;
        match place.expiry {
            Expiry::Expired => Ok(vec![ReservationEvent::PlayRightReturned {
                booking: booking.id,
                place: place.id,
                member: place.member,
            }]),
            // The same request, repeated.
            Expiry::Returned => Ok(vec![]),
            Expiry::None => Err(Rejection::RightNotForfeited),
        }
    }
}
