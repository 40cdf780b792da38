//! The columns that hold personal data, for everything that may be exported: the journal, the read models and the views
//! for analysts.
//!
//! The rule: no name, address or birth date is in any of them, but an id identifies a person to those who may look it
//! up, and a member knows the ids of their own places. So every id of a member, and of a thing that belongs to one, is
//! personal. Clubs, days, counts, amounts and the titles of products are not, unless few members have them: then they
//! say who it is as well as an id does. An instant, a position and the order of rows are the same in every export, so they
//! would join the pseudonyms of two. A column without a decision cannot be exported, and a test fails until there is one.

use crate::Projection;
use crate::fold::Columns;
pub use crate::fold::Treatment;
use Treatment::{Ids, Instant, Open, Withheld};

/// The journal's columns. Those of the read models are in each projection's `TABLES`.
const EVENTS: (&str, Columns) = (
    "events",
    &[
        ("position", Withheld),
        ("recorded_at", Instant),
        ("aggregate_type", Open),
        // A club and a day for one type of stream, an id for all others.
        ("aggregate_id", Ids),
        ("sequence", Withheld),
        ("event_type", Open),
        ("event_version", Open),
        // Ids of members, places, passes, vouchers, orders; the provider's id of a payment is treated as one.
        ("payload", Ids),
        // Operator, reason and subject of an operator's act.
        ("metadata", Withheld),
        // The random id of one append.
        ("append_stamp", Withheld),
        ("correlation_id", Ids),
        ("actor", Ids),
    ],
);

fn treatments() -> impl Iterator<Item = (&'static str, Columns)> {
    let read_models = Projection::ALL.iter().flat_map(|projection| projection.columns());
    std::iter::once(EVENTS).chain(read_models.copied())
}

/// The tables that may be exported, the journal first.
pub fn tables() -> impl Iterator<Item = &'static str> {
    treatments().map(|(table, _)| table)
}

/// The treatment of each column of a table; none for a table that is not exported.
#[must_use]
pub fn columns(table: &str) -> Option<&'static [(&'static str, Treatment)]> {
    treatments().find(|(name, _)| *name == table).map(|(_, columns)| columns)
}
