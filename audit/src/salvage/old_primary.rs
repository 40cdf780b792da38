//! The old primary's own journal: a copy of its data folder is started, read from where it differs from the present
//! journal, and removed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fairway_events::journal::{AcknowledgedEvent, RawEvent};
use fairway_events::{Journal, Position};
use fairway_postgres::throwaway::{Copied, Original};
use sqlx::PgPool;
use sqlx::postgres::{PgPoolOptions, PgSslMode};

use super::missing::{Missing, Source};
use crate::server;

/// Events that are read at once.
const BATCH: i64 = 1_000;

/// How the old primary's data are copied and started.
#[derive(Debug, Clone)]
pub struct Copying {
    /// Where the copy of the data goes; it takes as much space as these.
    pub copy_to: PathBuf,
    /// Folder with PostgreSQL's programs, in the major version of the old primary; none: found where it is installed.
    pub postgres_bin: Option<PathBuf>,
}

/// Reads it, and says what it read.
pub(super) async fn read(
    data: &Path,
    copying: &Copying,
    now: &PgPool,
    missing: &mut Missing,
) -> Result<String> {
    let binaries = copying.postgres_bin.as_deref().filter(|folder| !folder.as_os_str().is_empty());
    let copied = Copied::of(data, &copying.copy_to, binaries, Original::AtRest)?;
    let served = copied.start().context("the copy of the old primary does not start")?;
    // Its socket's folder is private, so that any name is let in: we take the one with which the present database is read.
    let options = (*now.connect_options())
        .clone()
        .socket(served.socket_folder())
        .port(5432)
        .ssl_mode(PgSslMode::Disable);
    let name = options.get_database().unwrap_or("(none)").to_owned();
    let old = server::read_only(PgPoolOptions::new().max_connections(4), options)
        .await
        .with_context(|| format!("the copy of the old primary does not let us into its database {name}"))?;
    let read = compare(&old, now, missing).await;
    old.close().await;
    // Stops it and removes the copy.
    drop(served);
    let (common, head) = read?;
    Ok(format!("{}: read from position {} to {head}", data.display(), common + 1))
}

/// The last position that both have in common, and where the old one ends.
async fn compare(old: &PgPool, now: &PgPool, missing: &mut Missing) -> Result<(Position, Position)> {
    let (old, now) = (Journal::new(old.clone()), Journal::new(now.clone()));
    let head = old.head().await.context("reading the old primary's journal")?;
    let common = last_common(&old, head, &now, now.head().await?).await?;
    let mut after = common;
    loop {
        let events = old.raw_after(after, BATCH).await.context("reading the old primary's journal")?;
        let Some(last) = events.last() else { break };
        after = last.position;
        for event in events {
            let (at, position) = (event.recorded_at, event.position);
            missing.add(Source::OldPrimary, at, position, stored(event)?).await?;
        }
    }
    missing.search().await?;
    Ok((common, head))
}

/// The last position up to which both journals are the same. Two journals that differ once differ from there on, since what
/// follows has other requests. So a binary search finds it.
async fn last_common(old: &Journal, old_head: Position, now: &Journal, head: Position) -> Result<Position> {
    let (mut same, mut other) = (0, old_head.min(head) + 1);
    while other - same > 1 {
        let middle = same + (other - same) / 2;
        let (one, two) = (old.raw_after(middle - 1, 1).await?, now.raw_after(middle - 1, 1).await?);
        if !one.is_empty() && one == two {
            same = middle;
        } else {
            other = middle;
        }
    }
    ensure!(
        same > 0 || old_head == 0 || head == 0,
        "the journal of the old primary and that of DATABASE_URL have not one event in common: they are of different \
         systems, or the database's name differs"
    );
    Ok(same)
}

fn stored(event: RawEvent) -> Result<AcknowledgedEvent> {
    let unreadable = || format!("the event at position {} of the old primary", event.position);
    Ok(AcknowledgedEvent {
        payload: serde_json::from_str(&event.payload).with_context(unreadable)?,
        metadata: serde_json::from_str(&event.metadata).with_context(unreadable)?,
        aggregate_type: event.aggregate_type,
        aggregate_id: event.aggregate_id,
        sequence: event.sequence,
        event_type: event.event_type,
        event_version: event.event_version,
        correlation_id: event.correlation_id,
        actor: event.actor,
    })
}
