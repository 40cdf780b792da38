//! The meaning of an export's column after the treatment of its values. The journal's columns are described here, the
//! others in the database.

use fairway_query::personal::Treatment;

/// The columns of the journal.
const JOURNAL: [(&str, &str); 12] = [
    ("position", "Place in the order of all events, from 1, without gaps."),
    ("recorded_at", "Instant at which the event was decided, UTC."),
    ("aggregate_type", "The type of the stream."),
    ("aggregate_id", "The stream: an id, or a club and a day."),
    ("sequence", "Place in the stream, from 1, without gaps."),
    ("event_type", "The type of the event."),
    ("event_version", "The version of the shape of the payload."),
    ("payload", "What happened, as JSON: the type of the event with its fields."),
    ("metadata", "Reason and subject of an operator's act, as JSON."),
    ("append_stamp", "The random id of one append."),
    ("correlation_id", "The id of one request or command, in all of its events."),
    ("actor", "member:, operator:, club: or system:, and who it was."),
];

/// The definition of a column of the journal.
pub(super) fn of_journal(column: &str) -> Option<String> {
    JOURNAL.iter().find(|(name, _)| *name == column).map(|(_, definition)| (*definition).to_owned())
}

/// The definition after the treatment.
pub(super) fn after(treatment: Treatment, definition: Option<String>) -> Option<String> {
    let done = match treatment {
        Treatment::Instant => "Only its day in Europe/Amsterdam",
        Treatment::Ids => "Ids are pseudonyms, and instants days in Europe/Amsterdam",
        Treatment::Name => "Named other where fewer than five members have it",
        _ => return definition,
    };
    let stored = definition.unwrap_or_default().replace(", UTC", "");
    let stored = stored.trim_end_matches('.');
    Some(if stored.is_empty() { format!("{done}.") } else { format!("{stored}. {done}.") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_says_what_a_value_is_after_its_treatment() {
        let stored = || Some("Instant of ordering, UTC".to_owned());
        let said = |treatment| after(treatment, stored()).unwrap_or_default();
        assert_eq!(said(Treatment::Instant), "Instant of ordering. Only its day in Europe/Amsterdam.");
        assert_eq!(said(Treatment::Open), "Instant of ordering, UTC");
        assert_eq!(after(Treatment::Open, None), None);
        assert!(of_journal("actor").is_some_and(|actor| !actor.contains("UTC")));
    }
}
