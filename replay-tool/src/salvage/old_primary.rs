//! The old primary's own journal: a copy of its data folder is started, read from the first position that differs from
//! the current journal, and removed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use fairway_audit::server;
use fairway_events::journal::{AcknowledgedEvent, RawEvent};
use fairway_events::{Journal, Position};
use fairway_postgres::throwaway::{Copied, Original};
use sqlx::PgPool;
use sqlx::postgres::{PgPoolOptions, PgSslMode};

use super::missing::{MissingEvents, Source};

/// Events per query.
const BATCH: i64 = 1_000;

/// How the old primary's data are copied and started.
#[derive(Debug, Clone, Args)]
pub struct Copying {
    /// Where the copy of the old primary's data goes; it takes as much room as these.
    #[arg(long, value_name = "DIR", default_value = "/var/tmp")]
    pub copy_to: PathBuf,
    /// Folder with PostgreSQL's programs, in the major version of the old primary; found by itself as a rule.
    #[arg(long, value_name = "DIR", env = "FAIRWAY_POSTGRES_BIN")]
    pub postgres_bin: Option<PathBuf>,
}

/// Reads the old primary, and returns a sentence about what was read.
pub(super) async fn read(
    data: &Path,
    copying: &Copying,
    current: &PgPool,
    missing: &mut MissingEvents,
) -> Result<String> {
    let binaries = copying.postgres_bin.as_deref().filter(|folder| !folder.as_os_str().is_empty());
    let copied = Copied::from_folder(data, &copying.copy_to, binaries, Original::Stopped)?;
    let served = copied.start().context("the copy of the old primary does not start")?;
    // The socket's folder is private, so any role is accepted: we use that of the connection to the current database.
    let options = (*current.connect_options())
        .clone()
        .socket(served.socket_folder())
        .port(5432)
        .ssl_mode(PgSslMode::Disable);
    let name = options.get_database().unwrap_or("(none)").to_owned();
    let old = server::read_only(PgPoolOptions::new().max_connections(4), options)
        .await
        .with_context(|| format!("the copy of the old primary does not let us into its database {name}"))?;
    let read = compare(&old, current, missing).await;
    old.close().await;
    // Stops it and removes the copy.
    drop(served);
    let (common, head) = read?;
    Ok(format!("{}: read from position {} to {head}", data.display(), common + 1))
}

/// The last common position of both journals, and the old one's head.
async fn compare(
    old: &PgPool,
    current: &PgPool,
    missing: &mut MissingEvents,
) -> Result<(Position, Position)> {
    let (old, current) = (Journal::new(old.clone()), Journal::new(current.clone()));
    let head = old.head().await.context("reading the old primary's journal")?;
    let common = last_common(&old, head, &current, current.head().await?).await?;
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

/// The last position up to which both journals are the same. A binary search finds it: after the first difference every
/// event differs, because later events have other requests.
async fn last_common(
    old: &Journal,
    old_head: Position,
    current: &Journal,
    head: Position,
) -> Result<Position> {
    let (mut same, mut different) = (0, old_head.min(head) + 1);
    while different - same > 1 {
        let middle = same + (different - same) / 2;
        let (old_event, current_event) =
            (old.raw_after(middle - 1, 1).await?, current.raw_after(middle - 1, 1).await?);
        if !old_event.is_empty() && old_event == current_event {
            same = middle;
        } else {
            different = middle;
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
