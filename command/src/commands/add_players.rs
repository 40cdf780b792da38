//! Adding players to a booking: all of them or none.

use fairway_events::Holes;

use super::claim::Claim;
use crate::{AddPlayers, Decision, Reservation, Undecided, World};

impl AddPlayers {
    fn claim(&self, holes: Holes) -> Claim<'_> {
        Claim {
            booking: self.booking,
            club: &self.club,
            play_date: self.play_date,
            holes,
            players: &self.players,
            offer: None,
            today: self.today,
            at: self.at,
        }
    }

    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let reservation = world.get::<Reservation>(self.booking)?;
        let added = reservation.add(self, |booking| self.claim(booking.holes).rights(world))?;
        // Without a booking the decision above has refused.
        let Some(booking) = reservation.booking() else { return Ok(Decision::default()) };
        self.claim(booking.holes).decide(world, added)
    }
}
