//! `fairway import DIR`: loads a data set, once the erasures of a restored database are repeated.

use std::path::Path;

use fairway_clock::clock::Clock;
use fairway_console::say;
use fairway_import::club_accounts::DemoClubAccounts;
use fairway_import::operators::DemoOperators;
use fairway_import::settlements::DemoSettlements;
use fairway_store::database::with_pool;
use fairway_store::members;

use super::erase;
use crate::config::Config;

/// The import uses one connection, and a second one to announce; repeating erasures needs more.
const CONNECTIONS: u32 = 5;

/// The command. With `if_empty` it does nothing if there are members.
///
/// # Errors
/// With every problem of the data set, or with the failure.
pub async fn run(config: Config, dir: &Path, if_empty: bool) -> anyhow::Result<()> {
    let clock = Clock::starting_at(config.clock);
    with_pool(&config.database(), CONNECTIONS, async |pool| {
        // A new database does not know the erased members yet; the ledger does.
        erase::reapply(&config, pool, &clock).await?;
        if if_empty && members::any(pool).await? {
            say!("there are members already: nothing was imported")?;
            return Ok(());
        }
        let installation = config.installation()?;
        let operators = DemoOperators::read(config.is_production(), dir).await?;
        let club_accounts = DemoClubAccounts::read(config.is_production(), dir).await?;
        let settlements = DemoSettlements::read(config.is_production(), dir).await?;
        let imported = fairway_import::import(pool, &clock, &installation, dir).await?;
        operators.add(pool, &clock).await?;
        club_accounts.add(pool, &clock).await?;
        settlements.add(pool, &clock).await?;
        say!("{imported}")?;
        Ok(())
    })
    .await
}
