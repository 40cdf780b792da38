//! The command `fairway restore`: restores the database, checks it against its seal, and repeats later erasures.

use std::path::Path;

use anyhow::{Context, bail};
use fairway_audit::seal::{self, Checked, Head};
use fairway_console::say;
use fairway_members::erasure::ledger::{ErasureLedger, NAME};
use fairway_postgres::OwnPostgres;
use fairway_postgres::backup::{Restored, require_empty, restore};
use fairway_store::database::DatabaseError;

use super::moment::Moment;
use super::{options, pool, sealed};
use crate::config::Config;
use crate::programs::erase;

/// The command: restores the given moment, or everything; checks the journal against its seal; erases again the members
/// who were erased after that moment.
///
/// # Errors
/// When nothing was restored: the data folder is then unchanged. When the journal does not match its seal, or a member
/// could not be erased again: the database is then restored, and the next start erases before it serves.
pub async fn run(config: Config, dir: &Path, to: Option<Moment>) -> anyhow::Result<()> {
    let options = options(&config)?;
    let moment = to.map(|to| to.to_string());
    require_empty(&config.data_dir, &[NAME])?;
    // The ledger comes first: if a later step fails, the next `fairway serve` still erases before it serves.
    ErasureLedger::merge_from_backups(&config.data_dir, dir)?;
    let restored = restore(options.clone(), dir, moment.as_deref(), &[NAME]).await?;
    // Nothing that follows depends on who reads this: the seal is checked, and erasures are repeated.
    let said = say!(
        "Restored into {}: {}, from the backup of {}.",
        config.data_dir.display(),
        moment.as_deref().unwrap_or("everything that was archived"),
        restored.base.whole_at
    );

    let own = OwnPostgres::join_or_start(options).await?;
    let checked = check(&own, &restored).await;
    own.stop().await.context("the own PostgreSQL did not stop")?;
    let said = said.and(say!("{}", report(&checked?)?));
    erase_again(config).await?;
    said?;
    say!(
        "Start `fairway serve`, and run `fairway backup {}` soon: until then nothing is archived. Where other nodes wrote down \
         what they acknowledged, `replay-tool salvage` names what is gone.",
        dir.display()
    )?;
    Ok(())
}

/// None where the database is older than the seal.
async fn check(own: &OwnPostgres, restored: &Restored) -> anyhow::Result<Option<Checked>> {
    let pool = pool(own);
    let checked = match sealed(&pool).await? {
        None => None,
        Some(_) => {
            // The head from the time of the backup: a chain that somebody rebuilt in the archive would not contain it.
            let heads: Vec<Head> = restored.base.note.parse().into_iter().collect();
            Some(seal::check(&pool, &heads, |_, _| ()).await?)
        }
    };
    pool.close().await;
    Ok(checked)
}

fn report(checked: &Option<Checked>) -> anyhow::Result<String> {
    match checked {
        None => Ok("Nothing was sealed yet.".to_owned()),
        Some(Checked { head: Some(head), unsealed, count: 0, .. }) => Ok(format!(
            "The journal is as it was sealed, up to {head}; {unsealed} event(s) after it were not sealed yet."
        )),
        Some(checked) => {
            let findings: Vec<String> =
                checked.findings.iter().map(|finding| format!("\n  {finding}")).collect();
            bail!(
                "what was restored does not fit its seal ({} finding(s)): keep the archive as it is, and see \
                 docs/operations/incidents.md, \"The seal\"{}",
                checked.count,
                findings.concat()
            );
        }
    }
}

async fn erase_again(config: Config) -> anyhow::Result<()> {
    match erase::run_again(config).await {
        Err(error) if matches!(error.downcast_ref(), Some(DatabaseError::Older { .. })) => {
            say!(
                "{error}. The next start erases members again who were erased since, before it serves requests."
            )?;
            Ok(())
        }
        done => done,
    }
}
