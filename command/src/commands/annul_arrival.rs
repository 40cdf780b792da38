//! The club takes an arrival back (docs/domain.md §3.24).

use chrono::NaiveDate;
use fairway_events::{ClubId, PlaceId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::arrival_list::ArrivalListCommand;
use crate::{ArrivalList, Decision, Undecided, World};

/// Take an arrival back. A success without an event when the player has not arrived any more.
#[derive(Debug, Clone)]
pub struct AnnulArrival {
    /// The club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// The player's place.
    pub place: PlaceId,
    /// Why, about no person.
    pub reason: String,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Decide for AnnulArrival {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::ArrivalList(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let annul = ArrivalListCommand::AnnulArrival(self.clone());
        let annulled = world.get::<ArrivalList>((&self.club, self.date))?.decide(&annul)?;
        let mut decision = Decision::default();
        decision.add(StreamId::ArrivalList(self.club.clone(), self.date), annulled);
        Ok(decision)
    }
}
