//! `fairway backup` and `fairway restore`: the own PostgreSQL copied elsewhere, and brought back to a moment
//! (docs/operations.md, backup and restore). How is `fairway_postgres::backup`'s; here is what is Fairway's about it: the
//! seal's head that is kept with each copy, the ledger of erasures, and what is printed.

pub mod moment;
pub mod restore;

use std::path::Path;

use anyhow::{Context, bail};
use fairway_audit::seal::{self, Head};
use fairway_events::connections::{Sessions, Work};
use fairway_postgres::backup::{back_up, stop_archiving};
use fairway_postgres::{Options, OwnPostgres};
use sqlx::PgPool;

use crate::config::Config;
use crate::services::erasure::ledger::Ledger;

/// PostgreSQL's code for a table that is not there.
const UNDEFINED_TABLE: &str = "42P01";

/// The command `fairway backup`: into `dir`, keeping so many; without it, archives nothing any more.
///
/// # Errors
/// When the database is not the own one, or the backup was not made: then whereto the log is archived is as before.
pub async fn run(config: Config, dir: Option<&Path>, keep: usize) -> anyhow::Result<()> {
    let own = OwnPostgres::join_or_start(options(&config)?).await?;
    let done = async {
        let Some(dir) = dir else {
            stop_archiving(&own).await?;
            println!("Nothing is archived any more. What was archived stays, and can be restored.");
            return Ok(());
        };
        let pool = pool(&own);
        let head = sealed(&pool).await?.map(|head| head.to_string()).unwrap_or_default();
        pool.close().await;
        let made = back_up(&own, dir, keep, &head).await?;
        // With everything that the ledger holds from before.
        Ledger::of(&config.data_dir).open()?;
        println!(
            "Backed up into {}: {} MiB, whole at {}. Any moment from then on can be brought back, up to the last minute; \
             {} older backup(s) removed.",
            dir.display(),
            made.bytes / 1_048_576,
            made.base.whole_at,
            made.removed
        );
        Ok(())
    }
    .await;
    own.stop().await.context("the own PostgreSQL did not stop")?;
    done
}

/// Of the own server, which must be what the configuration says.
fn options(config: &Config) -> anyhow::Result<Options> {
    if config.database_url.is_some() {
        bail!(
            "DATABASE_URL is set: `fairway backup` and `fairway restore` are for the own PostgreSQL. A server of your own is \
             backed up by its own means, such as pgBackRest or pg_basebackup (docs/operations.md, \"Backup and restore\")"
        );
    }
    Ok(Options { binaries: config.postgres_bin.clone(), ..Options::new(&config.data_dir) })
}

fn pool(own: &OwnPostgres) -> PgPool {
    Sessions::of(own.app_options()).pool(Work::Commands, 2)
}

/// The head of the seal; none also in a database that is older than the seal, or empty.
async fn sealed(pool: &PgPool) -> Result<Option<Head>, sqlx::Error> {
    match seal::head(pool).await {
        Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some(UNDEFINED_TABLE) => Ok(None),
        head => head,
    }
}
