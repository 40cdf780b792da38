//! Booking a round: the whole group or nobody.

use fairway_events::StreamId;

use super::taking::Taking;
use crate::reservation::{Request, ReservationCommand, Round};
use crate::{BookRound, Decision, Rejection, Undecided, World};

impl BookRound {
    fn taking(&self) -> Taking<'_> {
        Taking {
            booking: self.booking,
            club: &self.club,
            play_date: self.play_date,
            holes: self.holes,
            players: &self.players,
            today: self.today,
        }
    }

    pub(super) fn streams(&self) -> Vec<StreamId> {
        [StreamId::Reservation(self.booking)].into_iter().chain(self.taking().streams()).collect()
    }

    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let reservation = world.reservation(self.booking)?;
        let round = Round {
            club: &self.club.id,
            play_date: self.play_date,
            holes: self.holes,
            master: self.master,
            players: &self.players,
        };
        // Before anything else: a repeated request finds its own places taken and would be refused for them.
        match reservation.check_booking(&round).map_err(Rejection::from)? {
            Request::Repeated => return Ok(Decision::default()),
            Request::New => {}
        }
        let taking = self.taking();
        let places = taking.places(world)?;
        let book = ReservationCommand::BookRound {
            booking: self.booking,
            club: self.club.id.clone(),
            play_date: self.play_date,
            holes: self.holes,
            master: self.master,
            places: places.clone(),
            at: self.at,
        };
        let mut decision = Decision::default();
        let events = reservation.decide(&book).map_err(Rejection::from)?;
        decision.add(StreamId::Reservation(self.booking), events);
        taking.decide(world, &places, &mut decision)?;
        Ok(decision)
    }
}
