//! The club reports that a player played another number of holes (docs/domain.md §3.24). The member's right is for the
//! round as it was booked, and stays so.

use chrono::NaiveDate;
use fairway_events::{ClubId, Holes, PlaceId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::arrival_list::ArrivalListCommand;
use crate::{ArrivalList, Decision, Undecided, World};

/// Report another number of holes. A success without an event when the club reports it already.
#[derive(Debug, Clone)]
pub struct CorrectPlayedHoles {
    /// The club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// The player's place.
    pub place: PlaceId,
    /// The holes that were played.
    pub holes: Holes,
    /// Why, about no person.
    pub reason: String,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Decide for CorrectPlayedHoles {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::ArrivalList(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let correct = ArrivalListCommand::CorrectPlayedHoles(self.clone());
        let corrected = world.get::<ArrivalList>((&self.club, self.date))?.decide(&correct)?;
        let mut decision = Decision::default();
        decision.add(StreamId::ArrivalList(self.club.clone(), self.date), corrected);
        Ok(decision)
    }
}
