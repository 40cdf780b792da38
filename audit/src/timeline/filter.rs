//! Which part of a timeline a screen asks for.

use fairway_events::{ActorKind, Position};

use crate::moment::Moment;

/// Which part of a timeline is wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only events before this position: the next page.
    pub before: Option<Position>,
    /// Only events after this position: what is new. Operators' acts are left out then, because they have no position.
    pub after: Option<Position>,
    /// The maximum number of events, 1..=200.
    pub limit: usize,
    /// Only events of these names; empty: of every name. Operators' acts are no events.
    pub events: Vec<String>,
    /// Only what such an actor did.
    pub actor: Option<ActorKind>,
    /// Only what happened at this moment or later.
    pub from: Option<Moment>,
    /// Only what happened up to this moment; a day counts to its end.
    pub to: Option<Moment>,
}
