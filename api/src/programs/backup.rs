//! `fairway backup` and `fairway restore`: copies the own PostgreSQL to another folder, and restores it to a moment
//! (docs/operations/backup.md). `fairway_postgres::backup` does the copying; this module adds what only
//! Fairway needs: the seal's head that is stored with each copy, the ledger of erasures, and the printed text.

pub mod moment;
pub mod restore;

use std::path::Path;

use anyhow::{Context, bail};
use fairway_audit::seal::{self, Head};
use fairway_console::say;
use fairway_events::connections::{Sessions, Work};
use fairway_members::erasure::ledger::ErasureLedger;
use fairway_postgres::backup::{back_up, stop_archiving};
use fairway_postgres::{Options, OwnPostgres};
use fairway_store::PgPool;

use crate::config::Config;

/// PostgreSQL's code for a table that does not exist.
const UNDEFINED_TABLE: &str = "42P01";

/// The command `fairway backup`: writes to `dir` and retains `keep` backups; without `dir` it stops archiving.
///
/// # Errors
/// When the database is not the own one, or the backup was not made: the archive setting is then unchanged.
pub async fn run(config: Config, dir: Option<&Path>, keep: usize) -> anyhow::Result<()> {
    let own = OwnPostgres::join_or_start(options(&config)?).await?;
    let done = async {
        let Some(dir) = dir else {
            stop_archiving(&own).await?;
            say!("Nothing is archived any more. What was archived stays, and can be restored.")?;
            return Ok(());
        };
        let pool = pool(&own);
        let head = sealed(&pool).await?.map(|head| head.to_string()).unwrap_or_default();
        pool.close().await;
        let made = back_up(&own, dir, keep, &head).await?;
        // The copy of the ledger holds earlier erasures too.
        ErasureLedger::in_data_dir(&config.data_dir).open()?;
        say!(
            "Backed up into {}: {} MiB, whole at {}. Any moment from then on can be brought back, up to the last minute; \
             {} older backup(s) removed.",
            dir.display(),
            made.bytes / 1_048_576,
            made.base.whole_at,
            made.removed
        )?;
        Ok(())
    }
    .await;
    own.stop().await.context("the own PostgreSQL did not stop")?;
    done
}

/// Options of the own server, as configured.
fn options(config: &Config) -> anyhow::Result<Options> {
    if config.database_url.is_some() {
        bail!(
            "DATABASE_URL is set: `fairway backup` and `fairway restore` are for the own PostgreSQL. A server of your own is \
             backed up by its own means, such as pgBackRest or pg_basebackup (docs/operations/backup.md)"
        );
    }
    Ok(Options { binaries: config.postgres_bin.clone(), ..Options::new(&config.data_dir) })
}

fn pool(own: &OwnPostgres) -> PgPool {
    Sessions::with_options(own.app_options()).pool(Work::Commands, 2)
}

/// The head of the seal; none in a database that is older than the seal, or that is empty.
async fn sealed(pool: &PgPool) -> Result<Option<Head>, fairway_store::Error> {
    match seal::head(pool).await {
        Err(fairway_store::Error::Database(refusal))
            if refusal.code().as_deref() == Some(UNDEFINED_TABLE) =>
        {
            Ok(None)
        }
        head => head,
    }
}
