//! Upcasters: how payloads of earlier versions become today's. A released event never loses a field or its name;
//! when its shape must change, its version rises and one upcaster per step is added to [`upcasters`].
//!
//! They match the event type only (cqrs-es does too), which is why event names are unique across aggregates.

use std::borrow::Cow;
use std::sync::LazyLock;

use cqrs_es::persist::{EventUpcaster, SerializedEvent};
use serde_json::Value;

use crate::StreamId;

static UPCASTERS: LazyLock<Vec<Box<dyn EventUpcaster>>> = LazyLock::new(upcasters);

/// Every upcaster, oldest step first. Give these to a stock `PersistedEventStore` too.
#[must_use]
pub fn upcasters() -> Vec<Box<dyn EventUpcaster>> {
    // Every event is still at its first version; the payload tests hold a file for each version ever written.
    Vec::new()
}

/// The payload after all upcasters that apply: the text itself when none does, so that the usual case parses it once.
pub(crate) fn upcast<'p>(
    stream: &StreamId,
    event_type: &str,
    event_version: &str,
    payload: &'p str,
) -> Result<Cow<'p, str>, serde_json::Error> {
    upcast_with(&UPCASTERS, stream, event_type, event_version, payload)
}

fn upcast_with<'p>(
    upcasters: &[Box<dyn EventUpcaster>],
    stream: &StreamId,
    event_type: &str,
    event_version: &str,
    payload: &'p str,
) -> Result<Cow<'p, str>, serde_json::Error> {
    if !upcasters.iter().any(|upcaster| upcaster.can_upcast(event_type, event_version)) {
        return Ok(Cow::Borrowed(payload));
    }
    // cqrs-es' own type, so that its upcasters and ours are the same.
    let mut event = SerializedEvent {
        aggregate_id: stream.aggregate_id(),
        sequence: 0,
        aggregate_type: stream.aggregate_type().as_str().to_owned(),
        event_type: event_type.to_owned(),
        event_version: event_version.to_owned(),
        payload: serde_json::from_str(payload)?,
        metadata: Value::Null,
    };
    for upcaster in upcasters {
        if upcaster.can_upcast(&event.event_type, &event.event_version) {
            event = upcaster.upcast(event);
        }
    }
    Ok(Cow::Owned(event.payload.to_string()))
}

#[cfg(test)]
mod tests {
    use cqrs_es::persist::SemanticVersionEventUpcaster;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;
    use crate::BookingId;

    fn rename(version: &str, from: &'static str, to: &'static str) -> Box<dyn EventUpcaster> {
        Box::new(SemanticVersionEventUpcaster::new(
            "RoundBooked",
            version,
            Box::new(move |mut payload: Value| {
                let body = &mut payload["RoundBooked"];
                body[to] = body[from].take();
                payload
            }),
        ))
    }

    #[test]
    fn applies_each_later_step_in_order_and_leaves_current_events_alone() {
        let steps = vec![rename("1.1.0", "baan", "course"), rename("1.2.0", "course", "club")];
        let stream = StreamId::Reservation(BookingId(Uuid::nil()));
        let old = r#"{"RoundBooked":{"baan":"de-es"}}"#;

        let lifted = upcast_with(&steps, &stream, "RoundBooked", "1.0.0", old).unwrap();
        let lifted: Value = serde_json::from_str(&lifted).unwrap();
        assert_eq!(lifted["RoundBooked"]["club"], json!("de-es"));
        let as_stored = |name, version| upcast_with(&steps, &stream, name, version, old).unwrap() == old;
        assert!(as_stored("RoundBooked", "1.2.0"));
        assert!(as_stored("PlayerAdded", "1.0.0"));
    }
}
