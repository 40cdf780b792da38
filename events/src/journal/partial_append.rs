//! Appending although others appended meanwhile: a batch in parts, each of which is valid as long as nobody appended to
//! a stream that it read. One round trip, whatever the head is.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::{Arguments, PgConnection, Row};

use super::arguments::{add_ends, add_events, add_receipts};
use super::head::{SHARED, tail_of};
use super::{AppendError, Fence, Journal, Receipt, Rows, Tail};
use crate::{AggregateType, StreamId};

const APPEND: &str = "SELECT * FROM append_untouched(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
    $25, $26, $27, $28, $29, $30, $31
)";

/// A part of a batch. No two parts of one batch read the same stream.
#[derive(Debug, Default)]
pub struct Part<'a> {
    /// The streams that it read, those that it appends to among them.
    pub seen: Vec<&'a StreamId>,
    /// Its events.
    pub rows: Vec<&'a Rows>,
    /// Its receipts.
    pub receipts: Vec<&'a Receipt>,
}

/// The outcome of an append in parts.
#[derive(Debug)]
pub struct PartialAppend {
    /// The head before it, and what others had appended since the one on which the batch was decided.
    pub tail: Tail,
    /// The number of events that were appended after the tail. None where nothing was, because the journal went back, is
    /// too far ahead, or is in another turn.
    pub appended: Option<i64>,
    /// The indexes of the parts whose streams the tail changed. They were not appended.
    pub left_out: Vec<usize>,
}

impl Journal {
    /// Appends those parts of a batch that read no stream to which others appended since the fence's base.
    ///
    /// # Errors
    /// As [`Self::append_at`], but for [`AppendError::Moved`].
    pub fn append_unchanged_parts<'c>(
        connection: &'c mut PgConnection,
        fence: Fence,
        parts: &[Part<'_>],
        recorded_at: DateTime<Utc>,
        limit: i64,
    ) -> BoxFuture<'c, Result<PartialAppend, AppendError>> {
        // Written at once, so that the future borrows nothing but the connection.
        let arguments = arguments(parts, fence, recorded_at, limit);
        append(connection, arguments, fence).boxed()
    }
}

async fn append(
    connection: &mut PgConnection,
    arguments: Result<PgArguments, BoxDynError>,
    fence: Fence,
) -> Result<PartialAppend, AppendError> {
    let arguments = arguments.map_err(sqlx::Error::Encode)?;
    let row = sqlx::query_with(APPEND, arguments).fetch_one(connection).await?;
    if row.try_get(13)? {
        return Err(AppendError::Gap);
    }
    let left_out: Vec<i32> = row.try_get(12)?;
    Ok(PartialAppend {
        tail: tail_of(&row, fence.base)?,
        appended: row.try_get(11)?,
        left_out: left_out.into_iter().filter_map(|part| usize::try_from(part).ok()).collect(),
    })
}

/// The parameters of the function, as they are sent.
fn arguments(
    parts: &[Part<'_>],
    Fence { base, stamp }: Fence,
    recorded_at: DateTime<Utc>,
    limit: i64,
) -> Result<PgArguments, BoxDynError> {
    let numbered = || (0_i32..).zip(parts);
    let (mut seen_types, mut seen_ids, mut seen_parts) = (Vec::new(), Vec::new(), Vec::new());
    for (number, part) in numbered() {
        seen_types.extend(part.seen.iter().map(|stream| stream.aggregate_type().as_str()));
        seen_ids.extend(part.seen.iter().map(|stream| stream.aggregate_id()));
        seen_parts.extend(part.seen.iter().map(|_| number));
    }
    let rows: Vec<&Rows> = parts.iter().flat_map(|part| &part.rows).copied().collect();
    let row_parts = numbered().flat_map(|(number, part)| {
        part.rows.iter().flat_map(move |rows| std::iter::repeat_n(number, rows.sequence.len()))
    });
    let receipts: Vec<&Receipt> = parts.iter().flat_map(|part| &part.receipts).copied().collect();
    let receipt_parts = numbered().flat_map(|(number, part)| part.receipts.iter().map(move |_| number));

    let mut arguments = PgArguments::default();
    arguments.add(base.position)?;
    arguments.add(base.stamp)?;
    arguments.add(base.marked)?;
    arguments.add(base.turn)?;
    arguments.add(limit)?;
    arguments.add(seen_types)?;
    arguments.add(seen_ids)?;
    arguments.add(seen_parts)?;
    arguments.add(SHARED.map(AggregateType::as_str).as_slice())?;
    add_ends(&mut arguments, &rows)?;
    arguments.add(stamp)?;
    arguments.add(recorded_at)?;
    arguments.add(row_parts.collect::<Vec<_>>())?;
    add_events(&mut arguments, &rows)?;
    arguments.add(receipt_parts.collect::<Vec<_>>())?;
    add_receipts(&mut arguments, &receipts)?;
    Ok(arguments)
}
