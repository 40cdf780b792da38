//! Checks whether this version of the program can read the whole journal.
//!
//! The check reads every event through the upcasters into the current types, as a projector does, writes it again and
//! compares: a difference is data that would be lost. It reads in batches, so that its memory does not grow with the
//! journal; it stores counts and a few examples of what is wrong.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use fairway_events::journal::{RawEvent, UnreadableReason};
use fairway_events::{Event, Journal, Position, RecordedEvent};
use fairway_query::with_causes;
use serde::Serialize;
use serde_json::Value;

use fairway_audit::progress::{Observer, Progress};

/// Positions that are named per finding.
const EXAMPLES: usize = 5;
/// Findings that are listed at most.
const MAXIMUM: usize = 1_000;

/// The reason why an event cannot be read, or not without loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fault {
    /// Its stream is of a kind or has an id that this version does not know.
    Stream,
    /// Its payload fits no current type.
    Payload,
    /// Its actor or metadata cannot be read.
    Origin,
    /// Its stored name differs from the name in its payload.
    Name,
    /// Written again it differs from what is stored: data would be lost.
    RoundTrip,
}

impl Fault {
    #[must_use]
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Stream => "unknown stream",
            Self::Payload => "unreadable payload",
            Self::Origin => "unreadable actor or metadata",
            Self::Name => "stored under another name",
            Self::RoundTrip => "written again it differs",
        }
    }
}

/// Events of one kind with the same fault.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    /// The stored name.
    pub(crate) event: String,
    /// The stored version.
    pub(crate) version: String,
    pub(crate) fault: Fault,
    /// How many.
    pub(crate) events: u64,
    /// The first positions.
    pub(crate) positions: Vec<Position>,
    /// The error of the first of them.
    pub(crate) example: String,
}

/// The outcome of a check.
#[derive(Debug, Serialize)]
pub(crate) struct Check {
    /// Everything after this position was read.
    pub(crate) after: Position,
    /// Everything up to this position was read.
    pub(crate) up_to: Position,
    /// The number of events that were read.
    pub(crate) events: u64,
    /// Events of an earlier version that an upcaster converted.
    pub(crate) upcast: u64,
    /// The events that cannot be read, or not without loss.
    pub(crate) findings: Vec<Finding>,
    #[serde(skip)]
    index: BTreeMap<(String, String, Fault), usize>,
}

/// Reads every event after a position up to the journal's present head.
/// Fails when the database does not answer.
pub(crate) async fn check(
    journal: &Journal,
    after: Position,
    batch: i64,
    observe: &mut Observer<'_>,
) -> Result<Check> {
    let head = journal.head().await.context("reading the journal's head")?;
    let mut check = Check::new(after);
    while check.up_to < head {
        let events = journal.raw_after(check.up_to, batch).await.context("reading the journal")?;
        if events.is_empty() {
            break;
        }
        for event in &events {
            check.examine(event);
        }
        observe(Progress { task: "events", done: check.up_to - after, all: head - after });
    }
    Ok(check)
}

impl Check {
    const fn new(after: Position) -> Self {
        Self { after, up_to: after, events: 0, upcast: 0, findings: Vec::new(), index: BTreeMap::new() }
    }

    fn examine(&mut self, stored: &RawEvent) {
        self.up_to = stored.position;
        self.events += 1;
        match stored.read() {
            Err(reason) => self.note(stored, fault_of(&reason), with_causes(&reason)),
            Ok(recorded) => {
                if recorded.event.version() != stored.event_version {
                    self.upcast += 1;
                }
                if let Some((fault, example)) = difference(stored, &recorded) {
                    self.note(stored, fault, example);
                }
            }
        }
    }

    fn note(&mut self, stored: &RawEvent, fault: Fault, example: String) {
        let key = (stored.event_type.clone(), stored.event_version.clone(), fault);
        let known = self.index.get(&key).copied();
        let Some(slot) = known.or_else(|| (self.findings.len() < MAXIMUM).then_some(self.findings.len()))
        else {
            return;
        };
        if slot == self.findings.len() {
            let (event, version) = (key.0.clone(), key.1.clone());
            self.findings.push(Finding { event, version, fault, events: 0, positions: Vec::new(), example });
            self.index.insert(key, slot);
        }
        if let Some(finding) = self.findings.get_mut(slot) {
            finding.events += 1;
            if finding.positions.len() < EXAMPLES {
                finding.positions.push(stored.position);
            }
        }
    }
}

const fn fault_of(reason: &UnreadableReason) -> Fault {
    match reason {
        UnreadableReason::Stream(_) => Fault::Stream,
        UnreadableReason::Payload(_) => Fault::Payload,
        UnreadableReason::Actor(_) | UnreadableReason::Metadata(_) => Fault::Origin,
    }
}

/// The loss in reading and writing the event again; none where nothing is lost. An event of an earlier version is
/// written in the current format, so it is compared with the event that is read from that.
fn difference(stored: &RawEvent, recorded: &RecordedEvent) -> Option<(Fault, String)> {
    let event = &recorded.event;
    if event.name() != stored.event_type {
        return Some((Fault::Name, format!("its payload is a {}", event.name())));
    }
    let written = match event.to_payload() {
        Ok(written) => written,
        Err(error) => return Some((Fault::RoundTrip, error.to_string())),
    };
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    if event.version() == stored.event_version {
        let (stored, again) = (value(&stored.payload), value(&written));
        let path = first_difference(&stored, &again, String::new())?;
        return Some((Fault::RoundTrip, format!("{path} differs")));
    }
    match Event::decode(&recorded.stream, event.name(), event.version(), &written) {
        Ok(again) if again == *event => None,
        Ok(_) => Some((Fault::RoundTrip, "lifted and written it reads as another event".to_owned())),
        Err(error) => Some((Fault::RoundTrip, with_causes(&error))),
    }
}

/// Where two values first differ: the path to it, without the values.
fn first_difference(stored: &Value, again: &Value, path: String) -> Option<String> {
    match (stored, again) {
        (Value::Object(stored), Value::Object(again)) => stored
            .iter()
            .find_map(|(key, value)| {
                first_difference(value, again.get(key).unwrap_or(&Value::Null), format!("{path}.{key}"))
            })
            .or_else(|| {
                let added = again.iter().find(|(key, value)| !value.is_null() && !stored.contains_key(*key));
                added.map(|(key, _)| format!("{path}.{key}"))
            }),
        (Value::Array(stored), Value::Array(again)) if stored.len() == again.len() => {
            let mut pairs = stored.iter().zip(again).enumerate();
            pairs.find_map(|(at, (stored, again))| first_difference(stored, again, format!("{path}[{at}]")))
        }
        (stored, again) => (stored != again).then_some(path),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_the_first_path_at_which_data_would_be_lost() {
        let differs = |stored: Value, again: Value| first_difference(&stored, &again, String::new());
        let stored = json!({"Booked": {"holes": 9, "places": [{"a": 1}, {"a": 2}], "by": null}});
        assert_eq!(differs(stored.clone(), stored.clone()), None);
        assert_eq!(
            differs(stored.clone(), json!({"Booked": {"holes": 9, "places": [{"a": 1}, {"a": 2}]}})),
            None
        );
        let lost = json!({"Booked": {"holes": 9, "places": [{"a": 1}, {}], "by": null}});
        assert_eq!(differs(stored.clone(), lost), Some(".Booked.places[1].a".to_owned()));
        let shorter = json!({"Booked": {"holes": 9, "places": [], "by": null}});
        assert_eq!(differs(stored.clone(), shorter), Some(".Booked.places".to_owned()));
        let more = json!({"Booked": {"holes": 9, "places": [{"a": 1}, {"a": 2}], "by": null, "x": 1}});
        assert_eq!(differs(stored, more), Some(".Booked.x".to_owned()));
    }
}
