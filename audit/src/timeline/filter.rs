//! The part of a timeline that a screen asks for.

use chrono::{DateTime, Utc};
use fairway_events::{ActorKind, Position};

use crate::moment::Moment;

/// The wanted part of a timeline.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only events before this position: the next page.
    pub before: Option<Position>,
    /// Only events after this position: what is new. Operators' acts, which have no position, are left out then unless
    /// `acts_after` is given.
    pub after: Option<Position>,
    /// With `after`: operators' acts since shortly before this instant, the `newest_act` of what is shown. Some of them may
    /// be shown already.
    pub acts_after: Option<DateTime<Utc>>,
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
