//! The head of the journal: the one row that orders the appends of all nodes, and what a writer does with it.
//!
//! A writer remembers the head on which it decided: the position, and the stamp of the append that moved the head
//! there. While it holds the row's lock no other writer can append, so what it reads then is the latest.
//! Its functions fail when the database does not answer.

use sqlx::postgres::PgRow;
use sqlx::{Executor, PgConnection, Row};
use uuid::Uuid;

use super::histories::keys;
use super::{Journal, Position};
use crate::{AggregateType, Event, StreamId};

const CATCH_UP: &str = "SELECT * FROM catch_up($1, $2, $3, $4, $5, $6, $7, $8)";

/// Streams that every writer caches, also when others append to them: their events are always read with their payloads.
pub(super) const SHARED: [AggregateType; 2] = [AggregateType::CourseDay, AggregateType::WaitingList];

/// Where the journal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head {
    /// The position of the last event; 0 when there is none.
    pub position: Position,
    /// The stamp of the append that moved it there.
    pub stamp: Uuid,
    /// How often a writer looked up the outcome of an append. A batch decided in one turn is appended in no other.
    pub turn: i64,
    /// Whether the last event has the stamp: only a program older than the stamps leaves it out.
    pub marked: bool,
}

/// The journal as it was when a batch was decided, and the stamp that the batch leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence {
    /// The head on which everything in the batch rests.
    pub base: Head,
    /// The batch's own stamp, never used before.
    pub stamp: Uuid,
}

/// The journal after a known head.
#[derive(Debug, Clone)]
pub struct Tail {
    /// Where the journal stands now.
    pub head: Head,
    /// Whether the known head is part of this journal. False after the journal went back: then nothing that was
    /// remembered is valid, and there are no events here.
    pub continues: bool,
    /// The events since, in global order.
    pub events: Vec<TailEvent>,
    /// Whether there are more events than were asked for; then there are none here.
    pub truncated: bool,
}

/// An append that was looked for.
#[derive(Debug, Clone)]
pub struct FoundAppend {
    /// The position of its last event.
    pub position: Position,
    /// Its events: the stream of each, and its place there.
    pub events: Vec<(StreamId, i64)>,
    /// Where the journal stands now.
    pub head: Head,
}

/// An event of a tail.
#[derive(Debug, Clone)]
pub struct TailEvent {
    /// Its stream.
    pub stream: StreamId,
    /// Place in that stream, from 1.
    pub sequence: i64,
    /// The decoded event; none where the stream was not asked for and is not of a club's day, or this version cannot read
    /// it.
    pub event: Option<Event>,
}

impl Journal {
    /// The position of the last committed event; 0 when there is none.
    pub async fn head(&self) -> Result<Position, sqlx::Error> {
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(self.pool()).await
    }

    /// Where the journal stands.
    pub async fn stamped_head(connection: &mut PgConnection) -> Result<Head, sqlx::Error> {
        let (position, stamp, turn, marked) = sqlx::query_as(
            "SELECT position, stamp, turn, coalesce((
                 SELECT append_stamp = head.stamp FROM events WHERE events.position = head.position
             ), false)
             FROM journal_head AS head",
        )
        .fetch_one(connection)
        .await?;
        Ok(Head { position, stamp, turn, marked })
    }

    /// Begins a transaction, takes the head's lock in it, and reads what was appended after `known`, as
    /// [`Self::catch_up`] does: from here on nobody else can append, until the transaction ends.
    ///
    /// # Errors
    /// When the database does not answer, or the lock cannot be taken in time.
    pub async fn begin_at_head(
        connection: &mut PgConnection,
        known: Head,
        streams: &[StreamId],
        limit: i64,
    ) -> Result<Tail, sqlx::Error> {
        connection.execute("BEGIN").await?;
        tail(connection, true, known, streams, limit).await
    }

    /// Reads what was appended after `known`, with the payloads of the streams asked for, of clubs' days and of their
    /// waiting lists; nothing where that is more than `limit` events.
    pub async fn catch_up(
        connection: &mut PgConnection,
        known: Head,
        streams: &[StreamId],
        limit: i64,
    ) -> Result<Tail, sqlx::Error> {
        tail(connection, false, known, streams, limit).await
    }

    /// The append of a fence as the journal holds it; none where it is not there, and then it never will be. Waits
    /// for an append that still holds the head, and begins the next turn: no append that was decided before fits any
    /// more, and when the synchronous standbys confirm this commit, they have confirmed everything before it.
    ///
    /// # Errors
    /// When the database does not answer, or the head's lock cannot be taken in time.
    pub async fn find_append(
        connection: &mut PgConnection,
        fence: Fence,
    ) -> Result<Option<FoundAppend>, sqlx::Error> {
        connection.execute("BEGIN; UPDATE journal_head SET turn = turn + 1").await?;
        let rows: Vec<(Position, String, String, i64)> = sqlx::query_as(
            "WITH ends AS (
                 SELECT min(position) AS first, max(position) AS last FROM events
                 WHERE position > $1 AND append_stamp = $2
             )
             SELECT position, aggregate_type, aggregate_id, sequence FROM events
             WHERE position BETWEEN (SELECT first FROM ends) AND (SELECT last FROM ends)
             ORDER BY position",
        )
        .bind(fence.base.position)
        .bind(fence.stamp)
        .fetch_all(&mut *connection)
        .await?;
        let head = Self::stamped_head(connection).await?;
        connection.execute("COMMIT").await?;
        let Some(position) = rows.last().map(|(position, ..)| *position) else { return Ok(None) };
        let events = rows
            .into_iter()
            .filter_map(|(_, kind, id, sequence)| Some((StreamId::parse(&kind, &id).ok()?, sequence)));
        Ok(Some(FoundAppend { position, events: events.collect(), head }))
    }
}

async fn tail(
    connection: &mut PgConnection,
    to_append: bool,
    known: Head,
    streams: &[StreamId],
    limit: i64,
) -> Result<Tail, sqlx::Error> {
    let (types, ids) = keys(streams.iter());
    let row = sqlx::query(CATCH_UP)
        .bind(to_append)
        .bind(known.position)
        .bind(known.stamp)
        .bind(known.marked)
        .bind(limit)
        .bind(types)
        .bind(ids)
        .bind(SHARED.map(AggregateType::as_str).as_slice())
        .fetch_one(connection)
        .await?;
    tail_of(&row, known)
}

/// The tail in the first columns of an answer of `catch_up`.
pub(super) fn tail_of(row: &PgRow, known: Head) -> Result<Tail, sqlx::Error> {
    let position = row.try_get(0)?;
    let mut tail = Tail {
        head: Head { position, stamp: row.try_get(1)?, turn: row.try_get(2)?, marked: row.try_get(4)? },
        continues: row.try_get(3)?,
        events: Vec::new(),
        truncated: false,
    };
    if !tail.continues || position == known.position {
        return Ok(tail);
    }
    let Some(types) = row.try_get::<Option<Vec<String>>, _>(5)? else {
        tail.truncated = true;
        return Ok(tail);
    };
    let ids: Vec<String> = row.try_get(6)?;
    let sequences: Vec<i64> = row.try_get(7)?;
    let stored: [Vec<Option<String>>; 3] = [row.try_get(8)?, row.try_get(9)?, row.try_get(10)?];
    let [names, versions, payloads] = stored.map(Vec::into_iter);
    tail.events.reserve(types.len());
    let events = types.into_iter().zip(ids).zip(sequences).zip(names.zip(versions).zip(payloads));
    for (((kind, id), sequence), ((name, version), payload)) in events {
        // A stream that this version does not know is in no cache.
        let Ok(stream) = StreamId::parse(&kind, &id) else { continue };
        // A writer that needs a stream with an unreadable event loads it and gets the error then.
        let event = name
            .zip(version)
            .zip(payload)
            .and_then(|((name, version), payload)| Event::decode(&stream, &name, &version, &payload).ok());
        tail.events.push(TailEvent { stream, sequence, event });
    }
    Ok(tail)
}
