//! The head of the journal: the one row that puts the appends of all nodes in order, and what a writer does with it.
//!
//! A writer remembers the head on which it decided, as a position and the stamp of the append that led there. While it
//! holds the row's lock nobody else can append, so that what it reads then is the latest.

use sqlx::{Executor, PgConnection, Row};
use uuid::Uuid;

use super::{Journal, JournalError, Position, Unreadable};
use crate::{Event, StreamId};

const CATCH_UP: &str = include_str!("catch_up.sql");

/// Where the journal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head {
    /// The position of the last event; 0 when there is none.
    pub position: Position,
    /// The stamp of the append that led there.
    pub stamp: Uuid,
    /// How many appends, and questions for the end of one, there were.
    pub turn: i64,
    /// Whether the last event bears the stamp, as it does unless a program of before there were any appended it.
    pub marked: bool,
}

/// What was appended after a known head.
#[derive(Debug, Clone)]
pub struct Tail {
    /// Where the journal stands now.
    pub head: Head,
    /// Whether the known head is part of this journal. False after the journal went back: then nothing that was
    /// remembered holds, and there are no events here.
    pub continues: bool,
    /// The events since, in global order.
    pub events: Vec<TailEvent>,
    /// Whether there are more events than were asked for; those that are here then lead nowhere.
    pub truncated: bool,
}

/// An event of a tail.
#[derive(Debug, Clone)]
pub struct TailEvent {
    /// Its stream.
    pub stream: StreamId,
    /// Place in that stream, from 1.
    pub sequence: i64,
    /// What happened; none where the stream was not asked for, or this version cannot read it.
    pub event: Option<Event>,
}

impl Journal {
    /// Where the journal stands.
    ///
    /// # Errors
    /// When the database does not answer.
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

    /// Begins a transaction and takes the head's lock in it: from here on nobody else can append, until the
    /// transaction ends. Returns whether the head is still the known one.
    ///
    /// # Errors
    /// When the database does not answer, or the lock is not to be had.
    pub async fn begin_at_head(connection: &mut PgConnection, known: Head) -> Result<bool, sqlx::Error> {
        // Two statements in one round trip. The second sees what was committed while it waited for the lock.
        let row =
            connection.fetch_one("BEGIN; SELECT position, stamp, turn FROM journal_head FOR UPDATE").await?;
        let found: (Position, Uuid, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        Ok(found == (known.position, known.stamp, known.turn))
    }

    /// Reads what was appended after `known`, at most `limit` events, with the payloads of the streams asked for.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn catch_up(
        connection: &mut PgConnection,
        known: Head,
        streams: &[StreamId],
        limit: i64,
    ) -> Result<Tail, sqlx::Error> {
        let types: Vec<&str> = streams.iter().map(|stream| stream.aggregate_type().as_str()).collect();
        let ids: Vec<String> = streams.iter().map(StreamId::aggregate_id).collect();
        let rows = sqlx::query(CATCH_UP)
            .bind(known.position)
            .bind(known.stamp)
            .bind(limit)
            .bind(types)
            .bind(ids)
            .bind(known.marked)
            .fetch_all(connection)
            .await?;
        let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        let mut tail = Tail {
            head: Head {
                position: first.try_get(0)?,
                stamp: first.try_get(1)?,
                turn: first.try_get(2)?,
                marked: first.try_get(4)?,
            },
            continues: first.try_get(3)?,
            events: Vec::with_capacity(rows.len()),
            truncated: false,
        };
        if !tail.continues {
            return Ok(tail);
        }
        let mut last = known.position;
        for row in &rows {
            let Some(position) = row.try_get::<Option<Position>, _>(5)? else { continue };
            last = position;
            // A stream that this version does not know is at hand nowhere.
            let Ok(stream) = StreamId::parse(row.try_get(6)?, row.try_get(7)?) else { continue };
            let payload: Option<&str> = row.try_get(11)?;
            let event = payload
                .map(|payload| {
                    Event::decode(&stream, row.try_get(9)?, row.try_get(10)?, payload).map_err(|error| {
                        JournalError::Unreadable(Unreadable { position, source: error.into() })
                    })
                })
                .transpose();
            let event = match event {
                Ok(event) => event,
                Err(JournalError::Database(error)) => return Err(error),
                // Whoever needs the stream loads it, and is told.
                Err(JournalError::Unreadable(_)) => None,
            };
            tail.events.push(TailEvent { stream, sequence: row.try_get(8)?, event });
        }
        tail.truncated = last < tail.head.position;
        Ok(tail)
    }

    /// Whether an append of `events` events (at least one) on `base` is in the journal under its stamp; where it is
    /// not, it never will be. Waits for an append that still holds the head, and takes a turn at it: no append on
    /// `base` fits any more, and when this is confirmed by the standbys that confirm commits, so is everything before.
    ///
    /// # Errors
    /// When the database does not answer, or the head's lock is not to be had.
    pub async fn was_appended(
        connection: &mut PgConnection,
        base: Head,
        events: i64,
        stamp: Uuid,
    ) -> Result<bool, sqlx::Error> {
        connection.execute("BEGIN; UPDATE journal_head SET turn = turn + 1").await?;
        let found: Option<bool> =
            sqlx::query_scalar("SELECT append_stamp = $2 FROM events WHERE position = $1")
                .bind(base.position + events)
                .bind(stamp)
                .fetch_optional(&mut *connection)
                .await?
                .flatten();
        connection.execute("COMMIT").await?;
        Ok(found == Some(true))
    }
}
