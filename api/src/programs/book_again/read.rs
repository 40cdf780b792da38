//! The losses that `replay-tool salvage --json` lists; of its lines only the fields that the restoration needs.

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use fairway_events::journal::AcknowledgedEvent;
use fairway_events::{BookingId, RecordedEvent, StreamId};
use serde::Deserialize;

/// A line of the file.
#[derive(Debug, Deserialize)]
struct Line {
    kind: String,
    id: String,
    #[serde(default)]
    made_good: bool,
    promises: Vec<AcknowledgedCommand>,
}

#[derive(Debug, Deserialize)]
struct AcknowledgedCommand {
    acknowledged_at: DateTime<Utc>,
    what: Vec<String>,
    events: Vec<AcknowledgedEvent>,
}

/// One lost item.
#[derive(Debug, Clone, PartialEq)]
pub enum LostItem {
    /// A booking, or what happened to one.
    Booking(LostBooking),
    /// Something else: an operator has to examine it.
    Other {
        /// One line for the report.
        summary: String,
    },
}

/// The lost events of one booking.
#[derive(Debug, Clone, PartialEq)]
pub struct LostBooking {
    pub(super) booking: BookingId,
    /// When its first lost command was acknowledged.
    pub(super) acknowledged_at: DateTime<Utc>,
    /// The lost events of its stream, in order.
    pub(super) events: Vec<RecordedEvent>,
}

pub(super) fn lines(text: &str) -> anyhow::Result<Vec<LostItem>> {
    let lines = text.lines().zip(1_u64..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            let line: Line = serde_json::from_str(line).with_context(|| {
                format!(
                    "line {number} is not output of `replay-tool salvage --json`: pass that output unchanged"
                )
            })?;
            lost_item(line).with_context(|| format!("line {number}"))
        })
        .collect()
}

fn lost_item(line: Line) -> anyhow::Result<LostItem> {
    if line.kind != "booking" {
        let what: Vec<String> = line.promises.into_iter().flat_map(|command| command.what).collect();
        let since = if line.made_good { " (recorded again since)" } else { "" };
        let summary = format!("{} {}: {}{since}", line.kind.replace('_', " "), line.id, what.join("; "));
        return Ok(LostItem::Other { summary });
    }
    let booking: BookingId = line.id.parse().with_context(|| format!("{} is no id of a booking", line.id))?;
    let stream = StreamId::Reservation(booking);
    let mut acknowledged_at = DateTime::<Utc>::MAX_UTC;
    let mut events = Vec::new();
    for command in line.promises {
        acknowledged_at = acknowledged_at.min(command.acknowledged_at);
        for acknowledged_event in command.events {
            // The rules decide again what follows in other streams.
            if acknowledged_event.aggregate_type != stream.aggregate_type().as_str() {
                continue;
            }
            let event = acknowledged_event.read(0, command.acknowledged_at).with_context(|| {
                format!(
                    "{} {} cannot be read by this version",
                    acknowledged_event.event_type, acknowledged_event.event_version
                )
            })?;
            ensure!(event.stream == stream, "holds an event of another booking, {}", event.stream);
            events.push(event);
        }
    }
    ensure!(!events.is_empty(), "booking {booking} is without its events");
    Ok(LostItem::Booking(LostBooking { booking, acknowledged_at, events }))
}
