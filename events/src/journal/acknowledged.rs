//! The copy of an append that a node stores outside the journal: one line of JSON, written when the append is
//! committed. Should the journal lose the append afterwards, the line still says what members were promised.
//!
//! This module both writes and reads the line. The events are those of the rows as they were sent, so a line holds what
//! the journal holds: ids and no personal data, but operators' names and reasons.

use std::collections::BTreeMap;
use std::fmt::Write;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{Head, Position, RecordedEvent, Rows, UnreadableReason};
use crate::{Event, StreamId};

/// An append that is committed and is about to be answered.
#[derive(Debug, Clone)]
pub struct Acknowledged<'a> {
    /// The append's stamp in the journal.
    pub stamp: Uuid,
    /// When it was sent or, where its outcome had to be looked up, when that was; UTC, by the clock of the writer.
    pub at: DateTime<Utc>,
    /// The head that it directly followed, where it was appended whole at `at`, as it was sent; none: other appends
    /// were between its parts, or its outcome was looked up.
    pub base: Option<Head>,
    /// The position of its last event.
    pub last: Position,
    /// Its events, as they were sent.
    pub rows: Vec<&'a Rows>,
}

impl Acknowledged<'_> {
    /// How many events it has.
    #[must_use]
    pub fn events(&self) -> usize {
        self.rows.iter().map(|rows| rows.sequence.len()).sum()
    }

    /// The line, with its end.
    #[must_use]
    pub fn line(&self) -> String {
        let events = self.events();
        let first = self.last - i64::try_from(events).unwrap_or(i64::MAX) + 1;
        let payloads: usize = self.rows.iter().flat_map(|rows| &rows.payload).map(String::len).sum();
        let mut line = String::with_capacity(128 + payloads + events * 320);
        let (stamp, at, last) = (self.stamp, self.at.to_rfc3339(), self.last);
        // Writing to a String cannot fail.
        let _ = write!(line, r#"{{"stamp":"{stamp}","at":"{at}","first":{first},"last":{last},"events":["#);
        let mut is_first = true;
        for rows in &self.rows {
            for event in 0..rows.sequence.len() {
                if !is_first {
                    line.push(',');
                }
                is_first = false;
                rows.push_json(event, &mut line);
            }
        }
        line.push_str("]}\n");
        line
    }
}

impl Rows {
    /// One event as an object. Payload and metadata are JSON already.
    fn push_json(&self, event: usize, line: &mut String) {
        let texts = [
            ("{\"aggregate_type\":", self.aggregate_type[event]),
            (",\"aggregate_id\":", self.aggregate_id[event].as_str()),
            (",\"event_type\":", self.event_type[event]),
            (",\"event_version\":", self.event_version[event]),
            (",\"actor\":", self.actor[event].as_str()),
        ];
        for (name, text) in texts {
            line.push_str(name);
            push_text(line, text);
        }
        let (sequence, correlation) = (self.sequence[event], self.correlation_id[event]);
        let _ = write!(line, r#","sequence":{sequence},"correlation_id":"{correlation}","payload":"#);
        line.push_str(&self.payload[event]);
        if let Some(metadata) = &self.metadata[event] {
            line.push_str(",\"metadata\":");
            line.push_str(metadata);
        }
        line.push('}');
    }
}

/// A text as JSON. Nearly all are ids and names of ours, which need no escapes.
fn push_text(line: &mut String, text: &str) {
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        line.push('"');
        line.push_str(text);
        line.push('"');
    } else {
        line.push_str(&Value::from(text).to_string());
    }
}

/// A line that was read back.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AcknowledgedAppend {
    /// The append's stamp in the journal.
    pub stamp: Uuid,
    /// When it was acknowledged, UTC, by the clock of the node.
    pub at: DateTime<Utc>,
    /// The position that its first event had.
    pub first: Position,
    /// The position that its last event had.
    pub last: Position,
    /// Its events, in order of position.
    pub events: Vec<AcknowledgedEvent>,
}

/// An event of such a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AcknowledgedEvent {
    /// Kind of stream.
    pub aggregate_type: String,
    /// The stream's id.
    pub aggregate_id: String,
    /// Place in the stream, from 1.
    pub sequence: i64,
    /// The stored name.
    pub event_type: String,
    /// The stored version.
    pub event_version: String,
    /// The payload.
    pub payload: Value,
    /// Reason and subject of an operator's act; usually empty.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// The party that caused it, as text.
    pub actor: String,
}

impl AcknowledgedEvent {
    /// The event, through the upcasters, as it was recorded at a position.
    ///
    /// # Errors
    /// [`UnreadableReason`] when this version does not know its stream, payload or actor.
    pub fn read(
        &self,
        position: Position,
        recorded_at: DateTime<Utc>,
    ) -> Result<RecordedEvent, UnreadableReason> {
        let stream = StreamId::parse(&self.aggregate_type, &self.aggregate_id)?;
        let payload = self.payload.to_string();
        Ok(RecordedEvent {
            position,
            event: Event::decode(&stream, &self.event_type, &self.event_version, &payload)?,
            stream,
            sequence: self.sequence,
            recorded_at,
            correlation_id: self.correlation_id,
            actor: self.actor.parse()?,
            metadata: self.metadata.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::super::{Batch, StreamAppend};
    use super::*;
    use crate::{Actor, CourseDayEvent, MemberId, VoucherEvent, VoucherId};

    fn append(stream: StreamId, event: impl Into<Event>) -> StreamAppend {
        StreamAppend {
            stream,
            version: 3,
            events: vec![event.into()],
            correlation_id: Uuid::from_u128(7),
            actor: Actor::Impersonator {
                operator: "Eva \"de\" Bos\n".to_owned(),
                member: MemberId(Uuid::from_u128(1)),
            },
            metadata: BTreeMap::from([("reason".to_owned(), "belde \\ de balie".to_owned())]),
        }
    }

    #[test]
    fn a_line_gives_back_the_events_that_were_sent() {
        let (club, date) = (crate::ClubId::from("de-es"), "2026-11-28".parse().unwrap());
        let (member, voucher) = (MemberId(Uuid::from_u128(1)), VoucherId(Uuid::from_u128(2)));
        let place = crate::PlaceId(Uuid::from_u128(3));
        let appends = vec![
            append(
                StreamId::Voucher(voucher),
                VoucherEvent::VoucherUsed { voucher, member, place, play_date: date },
            ),
            append(
                StreamId::CourseDay(club.clone(), date),
                CourseDayEvent::PlacesClaimed {
                    club,
                    date,
                    booking: crate::BookingId(Uuid::from_u128(4)),
                    places: vec![place],
                },
            ),
        ];
        let rows: Vec<Rows> = appends
            .iter()
            .map(|append| {
                Rows::from_batch(&Batch { appends: vec![append.clone()], receipts: Vec::new() }).unwrap()
            })
            .collect();
        let at = Utc.with_ymd_and_hms(2026, 11, 25, 9, 0, 0).unwrap();
        let acknowledged =
            Acknowledged { stamp: Uuid::from_u128(9), at, base: None, last: 12, rows: rows.iter().collect() };
        let line = acknowledged.line();
        assert_eq!(line.matches('\n').count(), 1, "one line, whatever an operator wrote: {line}");
        let read: AcknowledgedAppend = serde_json::from_str(&line).unwrap();
        assert_eq!((read.stamp, read.at, read.first, read.last), (Uuid::from_u128(9), at, 11, 12));
        for ((line_event, sent), position) in read.events.iter().zip(appends).zip(11..) {
            let event = line_event.read(position, at).unwrap();
            assert_eq!((event.stream, event.sequence, event.position), (sent.stream, 4, position));
            assert_eq!(vec![event.event], sent.events);
            assert_eq!((event.actor, event.metadata), (sent.actor, sent.metadata));
        }
    }
}
