//! `settlements.json` of a data set: what clubs of the demonstration are owed for a round, and who they and the portal are
//! on invoices. In development only: in production, operators set tariffs and details at their screens.

use std::collections::HashMap;
use std::path::Path;

use anyhow::anyhow;
use chrono::Months;
use fairway_clock::clock::Clock;
use fairway_command::{Command, SetTariff};
use fairway_events::journal::Batch;
use fairway_events::{BillingDetails, ClubId, Journal, Month, StreamId, TariffPrices, VatRegime};
use fairway_store::club_billing;
use serde::Deserialize;
use sqlx::PgPool;

use crate::decide::{append, decide_one, load};
use crate::demonstration;

/// The name of the file.
pub(super) const FILE: &str = "settlements.json";
/// Tariffs begin on the first of the month so long ago: there are months to close.
const BEGIN: Months = Months::new(3);

/// A club of the demonstration.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoClub {
    club: String,
    prices: TariffPrices,
    vat: VatRegime,
    billing: BillingDetails,
}

/// The tariffs and details of a data set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    own_billing: BillingDetails,
    clubs: Vec<DemoClub>,
}

/// The tariffs and details of a data set, if it has any.
#[derive(Debug, Default)]
pub struct DemoSettlements(Option<File>);

impl DemoSettlements {
    /// Reads the file, if the data set has it.
    ///
    /// # Errors
    /// When it cannot be read, or this is production.
    pub async fn read(is_production: bool, dir: &Path) -> anyhow::Result<Self> {
        Ok(Self(
            demonstration::read(is_production, dir, FILE, "operators set tariffs at their screens").await?,
        ))
    }

    /// Sets the tariff of each club that has none, and stores the details.
    /// Fails when the database does not answer.
    pub async fn add(self, pool: &PgPool, clock: &Clock) -> anyhow::Result<()> {
        let Some(File { own_billing, clubs }) = self.0 else { return Ok(()) };
        let (journal, now) = (Journal::new(pool.clone()), clock.now());
        let this = Month::of(clock.today()).first_day();
        let from = this.checked_sub_months(BEGIN).unwrap_or(this);
        let (mut streams, mut batch) = (HashMap::new(), Batch::default());
        club_billing::store_own(pool, &own_billing, "import", now).await?;
        for DemoClub { club, prices, vat, billing } in clubs {
            let club = ClubId(club);
            club_billing::store_of_club(pool, &club, &billing, "import", now).await?;
            let stream = StreamId::Settlement(club.clone());
            load(&journal, &mut streams, std::slice::from_ref(&stream)).await?;
            if streams.get(&stream).is_some_and(|loaded| loaded.version > 0) {
                continue;
            }
            let command = Command::SetTariff(SetTariff { club, from, prices, vat });
            let decided = decide_one(&journal, &mut streams, &command).await?;
            let decision = decided.map_err(|rejection| anyhow!("{FILE}: {}", rejection.code()))?;
            append(&mut streams, decision, clock, &mut batch);
        }
        if batch.event_count() == 0 {
            return Ok(());
        }
        let mut transaction = pool.begin().await?;
        let position = Journal::append_in(&mut transaction, &batch, now).await?;
        transaction.commit().await?;
        journal.announce(position).await?;
        Ok(())
    }
}
