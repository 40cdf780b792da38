//! Reading in global order. A follower gets an event that this version cannot read as an error in its place, with what
//! is known of it, and may go on when it does not use that kind of stream. A check of what must hold for every event,
//! whichever version wrote it, reads the rows as they are stored. Its functions fail when the database does not answer.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::stored::{COLUMNS, RawEvent};
use super::{Journal, Position, RecordedEvent, Unreadable};
use crate::AggregateType;

static AFTER: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2"));

static BY_STREAM: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {COLUMNS} FROM events WHERE position <= $1 ORDER BY aggregate_type, aggregate_id, sequence, position"
    )
});

static BY_STREAM_AFTER: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {COLUMNS} FROM events
         WHERE position <= $1 AND (aggregate_type, aggregate_id, sequence, position) > ($2, $3, $4, $5)
         ORDER BY aggregate_type, aggregate_id, sequence, position LIMIT $6"
    )
});

/// Events of a page.
const PAGE: i64 = 2_000;

/// A stored event, as far as this version understands it.
#[derive(Debug)]
pub struct Entry {
    /// Place in the global order.
    pub position: Position,
    /// The kind of its stream; `None` for one that this version does not know.
    pub aggregate_type: Option<AggregateType>,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// The event, or why this version cannot read it.
    pub event: Result<RecordedEvent, Unreadable>,
}

impl From<&RawEvent<&str>> for Entry {
    fn from(raw: &RawEvent<&str>) -> Self {
        Self {
            position: raw.position,
            aggregate_type: AggregateType::named(raw.aggregate_type),
            recorded_at: raw.recorded_at,
            correlation_id: raw.correlation_id,
            event: raw.recorded(),
        }
    }
}

impl Journal {
    /// Up to `limit` events after `after`, in global order, readable or not. On a connection of the caller's, who
    /// can so limit the time that it takes.
    pub async fn entries_after(
        connection: &mut PgConnection,
        after: Position,
        limit: i64,
    ) -> Result<Vec<Entry>, sqlx::Error> {
        // Each row is parsed as it arrives, while the database makes the next ones, and no row outlives its event.
        let mut rows = sqlx::query(&AFTER).bind(after).bind(limit).fetch(connection);
        let mut entries = Vec::new();
        while let Some(row) = rows.try_next().await? {
            entries.push(Entry::from(&RawEvent::<&str>::from_row(&row)?));
        }
        Ok(entries)
    }

    /// Up to `limit` stored events after `after`, in order of position. Where a position is missing, it is left out.
    pub async fn raw_after(&self, after: Position, limit: i64) -> Result<Vec<RawEvent>, sqlx::Error> {
        rows_after(self.pool(), after, limit).await?.iter().map(RawEvent::from_row).collect()
    }

    /// The same on a connection of the caller's, who can so limit the time that it takes.
    pub async fn raw_after_on(
        connection: &mut PgConnection,
        after: Position,
        limit: i64,
    ) -> Result<Vec<RawEvent>, sqlx::Error> {
        rows_after(connection, after, limit).await?.iter().map(RawEvent::from_row).collect()
    }

    /// Every stored event up to a position, stream by stream, each in order of sequence. The rows are streamed: memory
    /// does not grow with their number.
    #[must_use]
    pub fn raw_by_stream(&self, up_to: Position) -> BoxStream<'_, Result<RawEvent, sqlx::Error>> {
        sqlx::query(&BY_STREAM).bind(up_to).fetch(self.pool()).map(|row| RawEvent::from_row(&row?)).boxed()
    }

    /// The same in pages: for a reader that takes its time. One statement would hold its snapshot so long, and with it
    /// every former version of the rows that bookings write.
    #[must_use]
    pub fn raw_by_stream_in_pages(&self, up_to: Position) -> BoxStream<'_, Result<RawEvent, sqlx::Error>> {
        let pages = stream::try_unfold(Some(Key::default()), move |after| async move {
            let Some(after) = after else { return Ok(None) };
            let events = self.page_by_stream(up_to, &after).await?;
            let is_last = i64::try_from(events.len()).is_ok_and(|length| length < PAGE);
            let next = events.last().filter(|_| !is_last).map(Key::from);
            Ok::<_, sqlx::Error>(Some((stream::iter(events.into_iter().map(Ok)), next)))
        });
        pages.try_flatten().boxed()
    }

    async fn page_by_stream(&self, up_to: Position, after: &Key) -> Result<Vec<RawEvent>, sqlx::Error> {
        let rows = sqlx::query(&BY_STREAM_AFTER)
            .bind(up_to)
            .bind(&after.aggregate_type)
            .bind(&after.aggregate_id)
            .bind(after.sequence)
            .bind(after.position)
            .bind(PAGE)
            .fetch_all(self.pool())
            .await?;
        rows.iter().map(RawEvent::from_row).collect()
    }
}

/// Where a page of events by stream ended; the default is before all.
#[derive(Debug, Default)]
struct Key {
    aggregate_type: String,
    aggregate_id: String,
    sequence: i64,
    position: Position,
}

impl From<&RawEvent> for Key {
    fn from(event: &RawEvent) -> Self {
        Self {
            aggregate_type: event.aggregate_type.clone(),
            aggregate_id: event.aggregate_id.clone(),
            sequence: event.sequence,
            position: event.position,
        }
    }
}

async fn rows_after(
    executor: impl PgExecutor<'_>,
    after: Position,
    limit: i64,
) -> Result<Vec<PgRow>, sqlx::Error> {
    sqlx::query(&AFTER).bind(after).bind(limit).fetch_all(executor).await
}
