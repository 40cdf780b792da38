//! Adding players to a booking: all of them or none.

use fairway_events::StreamId;

use super::taking::Taking;
use crate::reservation::{Booking, Request, ReservationCommand, ReservationRejection};
use crate::{AddPlayers, Decision, Rejection, Undecided, World};

impl AddPlayers {
    pub(super) fn streams(&self) -> Vec<StreamId> {
        let members = self.players.iter().map(|player| StreamId::Membership(player.member));
        let day = StreamId::CourseDay(self.club.id.clone(), self.play_date);
        [StreamId::Reservation(self.booking)].into_iter().chain(members).chain([day]).collect()
    }

    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let reservation = world.reservation(self.booking)?;
        let request =
            reservation.check_addition(self.by, &self.players, self.today).map_err(Rejection::from)?;
        match request {
            Request::Repeated => return Ok(Decision::default()),
            Request::New => {}
        }
        let booking = reservation.booking().filter(|booking| self.means(booking));
        let booking = booking.ok_or_else(|| Rejection::from(ReservationRejection::NotFound))?;
        let taking = Taking {
            booking: self.booking,
            club: &self.club,
            play_date: booking.play_date,
            holes: booking.holes,
            players: &self.players,
            today: self.today,
        };
        let places = taking.places(world)?;
        let add = ReservationCommand::AddPlayers {
            by: self.by,
            places: places.clone(),
            today: self.today,
            at: self.at,
        };
        let mut decision = Decision::default();
        let events = reservation.decide(&add).map_err(Rejection::from)?;
        decision.add(StreamId::Reservation(self.booking), events);
        taking.decide(world, &places, &mut decision)?;
        Ok(decision)
    }

    /// Whether the club and the date that came with the command are the booking's. They never change, so a
    /// difference means that another booking was meant.
    fn means(&self, booking: &Booking) -> bool {
        booking.club == self.club.id && booking.play_date == self.play_date
    }
}
