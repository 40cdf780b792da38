//! Adding players to a booking: all of them or none.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, Holes, MemberId, StreamId};

use super::claim::Claim;
use super::decide::{About, CountsAs, Decide};
use crate::{Club, Decision, NewPlace, Reservation, Undecided, World};

/// Add players to a booking: all of them or none.
#[derive(Debug, Clone)]
pub struct AddPlayers {
    /// The booking.
    pub booking: BookingId,
    /// Its club.
    pub club: Arc<Club>,
    /// Its play date, as the reader saw it: it names the streams to load before the booking is loaded.
    pub play_date: NaiveDate,
    /// The member who asks: any active player may.
    pub by: MemberId,
    /// The players who join, in the order of the request.
    pub players: Vec<NewPlace>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for AddPlayers {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        let members = self.players.iter().map(|player| StreamId::Membership(player.member));
        let day = StreamId::CourseDay(self.club.id.clone(), self.play_date);
        [StreamId::Reservation(self.booking)].into_iter().chain(members).chain([day]).collect()
    }

    fn about(&self) -> About {
        About {
            booking: Some(self.booking),
            club: Some(Arc::clone(&self.club)),
            play_date: Some(self.play_date),
            players: self.players.iter().map(|player| player.member).collect(),
            ..About::default()
        }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let reservation = world.get::<Reservation>(self.booking)?;
        let added = reservation.add(self, |booking| self.claim(booking.holes).rights(world))?;
        // Without a booking the decision above has refused.
        let Some(booking) = reservation.booking() else { return Ok(Decision::default()) };
        self.claim(booking.holes).decide(world, added)
    }
}

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
}
