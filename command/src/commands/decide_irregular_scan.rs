//! The club decides whether an irregular scan counts (docs/domain.md §3.24).

use chrono::NaiveDate;
use fairway_events::{ClubId, ScanId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::arrival_list::ArrivalListCommand;
use crate::{ArrivalList, Decision, Undecided, World};

/// Decide whether an irregular scan counts; the last decision is valid. A success without an event when it was decided so
/// before.
#[derive(Debug, Clone)]
pub struct DecideIrregularScan {
    /// The club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// The scan.
    pub scan: ScanId,
    /// Whether its player has arrived by it.
    pub counts: bool,
    /// Why, about no person.
    pub reason: String,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Decide for DecideIrregularScan {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::ArrivalList(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let decide = ArrivalListCommand::DecideIrregularScan(self.clone());
        let decided = world.get::<ArrivalList>((&self.club, self.date))?.decide(&decide)?;
        let mut decision = Decision::default();
        decision.add(StreamId::ArrivalList(self.club.clone(), self.date), decided);
        Ok(decision)
    }
}
