//! The parameters that the two ways of appending share: one array per column, whatever the number of rows.

use std::collections::HashSet;

use sqlx::Arguments;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;

use super::{Receipt, Rows};

/// The events' own columns.
pub(super) fn add_events(arguments: &mut PgArguments, rows: &[&Rows]) -> Result<(), BoxDynError> {
    arguments.add(all(rows, |rows| &rows.aggregate_type, |text| *text))?;
    arguments.add(all(rows, |rows| &rows.aggregate_id, String::as_str))?;
    arguments.add(all(rows, |rows| &rows.sequence, |sequence| *sequence))?;
    arguments.add(all(rows, |rows| &rows.event_type, |text| *text))?;
    arguments.add(all(rows, |rows| &rows.event_version, |text| *text))?;
    arguments.add(all(rows, |rows| &rows.payload, String::as_str))?;
    arguments.add(all(rows, |rows| &rows.metadata, Option::as_deref))?;
    arguments.add(all(rows, |rows| &rows.correlation_id, |id| *id))?;
    arguments.add(all(rows, |rows| &rows.actor, String::as_str))
}

/// The receipts' columns.
pub(super) fn add_receipts(arguments: &mut PgArguments, receipts: &[&Receipt]) -> Result<(), BoxDynError> {
    arguments.add(receipts.iter().map(|receipt| receipt.key.member.0).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.key.route.as_str()).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.key.key.as_str()).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.request_hash.as_slice()).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.status).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.answer.to_string()).collect::<Vec<_>>())
}

/// The events that are to be looked for: the last of each stream on whose counted version the batch goes on.
pub(super) fn add_ends(arguments: &mut PgArguments, rows: &[&Rows]) -> Result<(), BoxDynError> {
    let mut seen = HashSet::new();
    let (mut types, mut ids, mut sequences) = (Vec::new(), Vec::new(), Vec::new());
    for rows in rows {
        let streams = rows.aggregate_type.iter().zip(&rows.aggregate_id);
        for (((kind, id), sequence), follows) in streams.zip(&rows.sequence).zip(&rows.follows) {
            // Later rows of the stream go on from the batch's own events.
            if seen.insert((*kind, id.as_str())) && *follows {
                types.push(*kind);
                ids.push(id.as_str());
                sequences.push(*sequence - 1);
            }
        }
    }
    arguments.add(types)?;
    arguments.add(ids)?;
    arguments.add(sequences)
}

/// A column of many rows.
fn all<'a, T: 'a, U>(
    rows: &[&'a Rows],
    column: impl Fn(&'a Rows) -> &'a Vec<T>,
    value: impl Fn(&'a T) -> U,
) -> Vec<U> {
    rows.iter().copied().flat_map(column).map(value).collect()
}
