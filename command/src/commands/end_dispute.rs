//! An operator answers a dispute, or the club takes it back (docs/domain.md §3.31).

use fairway_events::{ClubId, DisputeId, DisputeOutcome, StreamId};

use super::decide::{CountsAs, Decide};
use crate::settlement::SettlementCommand;
use crate::{Decision, Settlement, Undecided, World};

/// End a dispute. A success without an event when it ended in this way.
#[derive(Debug, Clone)]
pub struct EndDispute {
    /// The club.
    pub club: ClubId,
    /// The dispute.
    pub dispute: DisputeId,
    /// How it ends.
    pub outcome: DisputeOutcome,
    /// Cents that the next statement adds, or takes away; 0 unless it is accepted.
    pub adjustment: i64,
    /// Why, in Dutch, about no person: the club reads it.
    pub reason: String,
}

impl Decide for EndDispute {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Settlement(self.club.clone())]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let end = SettlementCommand::EndDispute(self.clone());
        let ended = world.get::<Settlement>(&self.club)?.decide(&end)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Settlement(self.club.clone()), ended);
        Ok(decision)
    }
}
