//! A member says that an absence is none (docs/domain.md §3.27).

use chrono::NaiveDate;
use fairway_events::{ClubId, MemberId, PlaceId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::arrival_list::ArrivalListCommand;
use crate::{ArrivalList, Decision, Undecided, World};

/// Object to an absence of one's own. A success without an event when that was done before.
#[derive(Debug, Clone)]
pub struct ObjectToAbsence {
    /// The club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// The member's place.
    pub place: PlaceId,
    /// The member who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Decide for ObjectToAbsence {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::ArrivalList(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let object = ArrivalListCommand::ObjectToAbsence(self.clone());
        let objected = world.get::<ArrivalList>((&self.club, self.date))?.decide(&object)?;
        let mut decision = Decision::default();
        decision.add(StreamId::ArrivalList(self.club.clone(), self.date), objected);
        Ok(decision)
    }
}
