//! An operator closes the statement of a month (docs/domain.md §3.30).

use chrono::NaiveDate;
use fairway_events::{ClubId, Invoice, Month, MonthAmounts, Position, StreamId};

use super::decide::{CountsAs, Decide};
use crate::settlement::SettlementCommand;
use crate::{Decision, Settlement, Undecided, World};

/// Close the statement of a month as it was seen. A success without an event when it was closed with these lines.
#[derive(Debug, Clone)]
pub struct CloseMonth {
    /// The club.
    pub club: ClubId,
    /// The month.
    pub month: Month,
    /// The clock's day.
    pub today: NaiveDate,
    /// The journal's position up to which the statement is.
    pub as_of: Position,
    /// How many events of the settlement it took in.
    pub seen: u64,
    /// Its sums.
    pub amounts: MonthAmounts,
    /// SHA-256 of its lines, hex.
    pub lines_hash: String,
    /// None: nothing is owed.
    pub invoice: Option<Box<Invoice>>,
}

impl Decide for CloseMonth {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Settlement(self.club.clone())]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let close = SettlementCommand::CloseMonth(Box::new(self.clone()));
        let closed = world.get::<Settlement>(&self.club)?.decide(&close)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Settlement(self.club.clone()), closed);
        Ok(decision)
    }
}
