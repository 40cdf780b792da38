//! A club takes an absence back (docs/domain.md §3.27).

use chrono::NaiveDate;
use fairway_events::{ClubId, PlaceId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::arrival_list::ArrivalListCommand;
use crate::{ArrivalList, Decision, Undecided, World};

/// Take an absence back. A success without an event when there is none.
#[derive(Debug, Clone)]
pub struct WithdrawAbsence {
    /// The club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// The player's place.
    pub place: PlaceId,
    /// Why, about no person.
    pub reason: String,
}

impl Decide for WithdrawAbsence {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::ArrivalList(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let withdraw = ArrivalListCommand::WithdrawAbsence(self.clone());
        let withdrawn = world.get::<ArrivalList>((&self.club, self.date))?.decide(&withdraw)?;
        let mut decision = Decision::default();
        decision.add(StreamId::ArrivalList(self.club.clone(), self.date), withdrawn);
        Ok(decision)
    }
}
