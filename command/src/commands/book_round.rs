//! Booking a round: the whole group or nobody.

use super::claim::Claim;
use crate::{BookRound, Decision, Reservation, Undecided, World};

impl BookRound {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let claim = Claim {
            booking: self.booking,
            club: &self.club,
            play_date: self.play_date,
            holes: self.holes,
            players: &self.players,
            offer: None,
            today: self.today,
            at: self.at,
        };
        let booked = world.get::<Reservation>(self.booking)?.book(self, || claim.rights(world))?;
        claim.decide(world, booked)
    }
}
