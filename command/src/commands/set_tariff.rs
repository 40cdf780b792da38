//! An operator sets what rounds at a club cost (docs/domain.md §3.29).

use chrono::NaiveDate;
use fairway_events::{ClubId, StreamId, TariffPrices, VatRegime};

use super::decide::{CountsAs, Decide};
use crate::settlement::SettlementCommand;
use crate::{Decision, Settlement, Undecided, World};

/// Set the tariff of a club from a day on. A success without an event when that is its tariff.
#[derive(Debug, Clone)]
pub struct SetTariff {
    /// The club.
    pub club: ClubId,
    /// The first play date.
    pub from: NaiveDate,
    /// The prices.
    pub prices: TariffPrices,
    /// The VAT on them.
    pub vat: VatRegime,
}

impl Decide for SetTariff {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Settlement(self.club.clone())]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let set = SettlementCommand::SetTariff(self.clone());
        let set = world.get::<Settlement>(&self.club)?.decide(&set)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Settlement(self.club.clone()), set);
        Ok(decision)
    }
}
