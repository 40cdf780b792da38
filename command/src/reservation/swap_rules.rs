//! Swapping a player of a booking for another (docs/domain.md §3.18), as far as the booking itself goes.

use fairway_events::{BookedPlace, CancelledPlace, PlayRight, ReservationEvent};

use super::{Booking, Place, Reservation};
use crate::{PlayerReason, Rejection, SwapPlayer};

impl Reservation {
    /// Swaps a player. `right` is asked only for a new request that fits the booking.
    ///
    /// # Errors
    /// The state that forbids it, or what `right` answers.
    pub(crate) fn swap<E: From<Rejection>>(
        &self,
        swap: &SwapPlayer,
        right: impl FnOnce(&Booking) -> Result<PlayRight, E>,
    ) -> Result<Vec<ReservationEvent>, E> {
        let booking = self.booking_of(swap.by)?;
        let leaving = booking.place(swap.place).ok_or(Rejection::ReservationNotFound)?;
        if booking.has_swapped_in(swap)? {
            return Ok(vec![]);
        }
        booking.check_swap(swap, leaving)?;
        let right = right(booking)?;
        if booking.active().any(|active| active.member == swap.player.member) {
            return Err(Rejection::from(PlayerReason::AlreadyPlays.for_member(swap.player.member)).into());
        }
        let mut events = vec![ReservationEvent::PlayerSwapped {
            booking: booking.id,
            club: booking.club.clone(),
            play_date: booking.play_date,
            holes: booking.holes,
            left: CancelledPlace { place: leaving.id, member: leaving.member },
            place: BookedPlace { place: swap.player.place, member: swap.player.member, right },
            by: swap.by,
            swapped_at: swap.at,
        }];
        if leaving.member == booking.master {
            // The first who stays has been there longest; who comes is last in line.
            let stays = booking.active().find(|place| place.id != leaving.id);
            events.push(ReservationEvent::MasterPassedOn {
                booking: booking.id,
                from: booking.master,
                to: stays.map_or(swap.player.member, |place| place.member),
            });
        }
        Ok(events)
    }
}

impl Booking {
    /// Whether the player came already in the same swap: the same request, repeated.
    fn has_swapped_in(&self, swap: &SwapPlayer) -> Result<bool, Rejection> {
        match self.place(swap.player.place) {
            None => Ok(false),
            Some(place) if place.by_swap && place.member == swap.player.member => Ok(true),
            Some(_) => Err(Rejection::IdTaken),
        }
    }

    /// Whether this player can be swapped now.
    fn check_swap(&self, swap: &SwapPlayer, leaving: &Place) -> Result<(), Rejection> {
        if leaving.member != swap.by && self.master != swap.by {
            return Err(Rejection::OnlyMasterSwapsPlayers);
        }
        if self.play_date < swap.today {
            return Err(Rejection::TooLateToSwap);
        }
        if self.active().next().is_none() {
            return Err(Rejection::BookingCancelled);
        }
        if !leaving.active {
            return Err(Rejection::PlayerLeft);
        }
        self.check_day(&swap.club.id, swap.play_date)
    }
}
