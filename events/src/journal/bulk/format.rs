//! PostgreSQL's binary format of `COPY`: a header, then each row as the number of its fields and each field as its length
//! and its bytes, then an end. Numbers are in network order.
//!
//! The server sends a row per message. Nothing depends on that: what a message has of an unfinished row is stored until
//! the next one.

use chrono::{DateTime, Utc};
use uuid::Uuid;

const SIGNATURE: &[u8; 11] = b"PGCOPY\n\xff\r\n\0";

/// The flags that a reader must know to understand the rows. There are none that we ask for.
const CRITICAL_FLAGS: u32 = 0xffff_0000;

/// The end, in place of a number of fields.
const END: i16 = -1;

/// The version of `jsonb` on the wire, before its text.
const JSONB: u8 = 1;

/// 1 January 2000, UTC, PostgreSQL's epoch, in microseconds.
const EPOCH: i64 = 946_684_800_000_000;

/// The fields of a row of `N` columns, none of which is null.
pub(super) type Fields<'b, const N: usize> = [&'b [u8]; N];

/// The stream is not what the server sends for such a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Malformed {
    #[error("the copy of the journal begins with something else than a header")]
    Signature,
    #[error("the copy of the journal has the unknown flags {0:#x}")]
    Flags(u32),
    #[error("a row of the journal has {found} fields and not {wanted}")]
    FieldCount { found: i16, wanted: usize },
    #[error("a field of the journal has the length {0}")]
    Length(i32),
    #[error("the copy of the journal ends within a row, or without an end")]
    Truncated,
    #[error("the copy of the journal goes on after its end")]
    AfterEnd,
    #[error("a number, an instant or an id of the journal has {0} bytes")]
    Size(usize),
    #[error("an instant of the journal is out of range")]
    Instant,
    #[error("a text of the journal is no UTF-8")]
    Text,
    #[error("a value of the journal is no jsonb of version {JSONB}")]
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Header,
    Rows,
    End,
}

/// Takes rows of `N` columns out of messages.
#[derive(Debug, Default)]
pub(super) struct Rows<const N: usize> {
    place: Place,
    /// The beginning of something that is not complete yet.
    rest: Vec<u8>,
}

impl<const N: usize> Rows<N> {
    /// Reads the next message, and calls `each` for every row that is complete with it.
    pub(super) fn read(
        &mut self,
        message: &[u8],
        each: impl FnMut(Fields<'_, N>) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        if self.rest.is_empty() {
            let unread = self.read_complete(message, each)?;
            self.rest.extend_from_slice(unread);
            return Ok(());
        }
        let mut bytes = std::mem::take(&mut self.rest);
        bytes.extend_from_slice(message);
        let unread = self.read_complete(&bytes, each)?.len();
        bytes.drain(..bytes.len() - unread);
        self.rest = bytes;
        Ok(())
    }

    /// Nothing more comes.
    pub(super) fn end(self) -> Result<(), Malformed> {
        if self.place == Place::End { Ok(()) } else { Err(Malformed::Truncated) }
    }

    /// Reads all that is complete, and returns what is not.
    fn read_complete<'b>(
        &mut self,
        mut bytes: &'b [u8],
        mut each: impl FnMut(Fields<'b, N>) -> Result<(), Malformed>,
    ) -> Result<&'b [u8], Malformed> {
        loop {
            let mut ahead = bytes;
            let found = match self.place {
                Place::Header => header(&mut ahead)?.map(|()| Place::Rows),
                Place::Rows => match row(&mut ahead)? {
                    Some(Some(fields)) => {
                        each(fields)?;
                        Some(Place::Rows)
                    }
                    Some(None) => Some(Place::End),
                    None => None,
                },
                Place::End if bytes.is_empty() => None,
                Place::End => return Err(Malformed::AfterEnd),
            };
            let Some(place) = found else { return Ok(bytes) };
            (self.place, bytes) = (place, ahead);
        }
    }
}

/// `None`: it is not complete.
fn header(bytes: &mut &[u8]) -> Result<Option<()>, Malformed> {
    let (Some(signature), Some(flags)) = (take(bytes, SIGNATURE.len()), take_array(bytes)) else {
        return Ok(None);
    };
    if signature != SIGNATURE {
        return Err(Malformed::Signature);
    }
    let flags = u32::from_be_bytes(flags);
    if flags & CRITICAL_FLAGS != 0 {
        return Err(Malformed::Flags(flags));
    }
    // An extension, which a reader that does not know it passes over.
    let Some(length) = take_array(bytes).map(i32::from_be_bytes) else { return Ok(None) };
    let length = usize::try_from(length).map_err(|_| Malformed::Length(length))?;
    Ok(take(bytes, length).map(|_| ()))
}

/// The fields of the next row, or that this is the end. `None`: it is not complete.
fn row<'b, const N: usize>(bytes: &mut &'b [u8]) -> Result<Option<Option<Fields<'b, N>>>, Malformed> {
    let Some(found) = take_array(bytes).map(i16::from_be_bytes) else { return Ok(None) };
    if found == END {
        return Ok(Some(None));
    }
    if usize::try_from(found) != Ok(N) {
        return Err(Malformed::FieldCount { found, wanted: N });
    }
    let mut fields = [[].as_slice(); N];
    for field in &mut fields {
        let Some(length) = take_array(bytes).map(i32::from_be_bytes) else { return Ok(None) };
        // -1 is null.
        let length = usize::try_from(length).map_err(|_| Malformed::Length(length))?;
        let Some(taken) = take(bytes, length) else { return Ok(None) };
        *field = taken;
    }
    Ok(Some(Some(fields)))
}

fn take<'b>(bytes: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, left) = bytes.split_at_checked(length)?;
    *bytes = left;
    Some(taken)
}

fn take_array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = bytes.split_first_chunk()?;
    *bytes = left;
    Some(*taken)
}

/// A `bigint`.
pub(super) fn big(field: &[u8]) -> Result<i64, Malformed> {
    field.try_into().map(i64::from_be_bytes).map_err(|_| Malformed::Size(field.len()))
}

/// A `uuid`.
pub(super) fn uuid(field: &[u8]) -> Result<Uuid, Malformed> {
    Uuid::from_slice(field).map_err(|_| Malformed::Size(field.len()))
}

/// A `timestamptz`: microseconds after PostgreSQL's epoch.
pub(super) fn instant(field: &[u8]) -> Result<DateTime<Utc>, Malformed> {
    let micros = EPOCH.checked_add(big(field)?);
    micros.and_then(DateTime::from_timestamp_micros).ok_or(Malformed::Instant)
}

/// A `text`.
pub(super) fn text(field: &[u8]) -> Result<&str, Malformed> {
    std::str::from_utf8(field).map_err(|_| Malformed::Text)
}

/// The text of a `jsonb`.
pub(super) fn json(field: &[u8]) -> Result<&str, Malformed> {
    match field.split_first() {
        Some((&JSONB, json)) => text(json),
        _ => Err(Malformed::Json),
    }
}

#[cfg(test)]
mod tests;
