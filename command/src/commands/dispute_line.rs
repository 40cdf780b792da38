//! A club says that its statement is wrong (docs/domain.md §3.31).

use chrono::NaiveDate;
use fairway_events::{ClubId, DisputeId, Month, PlaceId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::settlement::SettlementCommand;
use crate::{Decision, Settlement, Undecided, World};

/// Dispute a line of a statement, or the lines of a day. A success without an event when that was done before.
#[derive(Debug, Clone)]
pub struct DisputeLine {
    /// The club.
    pub club: ClubId,
    /// The id that the client made.
    pub dispute: DisputeId,
    /// The month of the statement.
    pub month: Month,
    /// The play date.
    pub date: NaiveDate,
    /// The place of the line; none: of the day a line is missing.
    pub place: Option<PlaceId>,
    /// Why, about no person.
    pub reason: String,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Decide for DisputeLine {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Settlement(self.club.clone())]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let dispute = SettlementCommand::DisputeLine(self.clone());
        let disputed = world.get::<Settlement>(&self.club)?.decide(&dispute)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Settlement(self.club.clone()), disputed);
        Ok(decision)
    }
}
