//! Booking a round: the whole group or nobody.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, Holes, MemberId, StreamId};

use super::claim::Claim;
use super::decide::{About, CountsAs, Decide};
use crate::{Club, Decision, NewPlace, Reservation, Undecided, World};

/// Book a round for a group: all of it or nothing (docs/domain.md §3.7).
#[derive(Debug, Clone)]
pub struct BookRound {
    /// The new booking's id.
    pub booking: BookingId,
    /// The club.
    pub club: Arc<Club>,
    /// The play date.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The member who books, and leads.
    pub master: MemberId,
    /// The players, 1..=4, the master among them, in the order of the request.
    pub players: Vec<NewPlace>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for BookRound {
    const COUNTS_AS: CountsAs = CountsAs::Booking;

    fn streams(&self) -> Vec<StreamId> {
        let members = self.players.iter().map(|player| StreamId::Membership(player.member));
        let day = StreamId::CourseDay(self.club.id.clone(), self.play_date);
        [StreamId::Reservation(self.booking)].into_iter().chain(members).chain([day]).collect()
    }

    fn starts(&self) -> Option<StreamId> {
        Some(StreamId::Reservation(self.booking))
    }

    fn about(&self) -> About {
        About {
            club: Some(Arc::clone(&self.club)),
            play_date: Some(self.play_date),
            holes: Some(self.holes),
            players: self.players.iter().map(|player| player.member).collect(),
            ..About::default()
        }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
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
