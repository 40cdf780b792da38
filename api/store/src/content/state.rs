//! The whole state of an item of content: what members see, what waits, and when.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::kind::Kind;

/// The state of an item; all empty: there is none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ItemState {
    /// The row that members see.
    pub published: Option<Value>,
    /// The row that is published next.
    pub draft: Option<Value>,
    /// When the draft is published; none: when an operator does so.
    pub appears_at: Option<DateTime<Utc>>,
    /// When the item is taken from the members.
    pub vanishes_at: Option<DateTime<Utc>>,
    /// Whether the draft is the text of an item that vanished.
    pub has_vanished: bool,
}

impl ItemState {
    /// Whether there is an item at all.
    #[must_use]
    pub const fn exists(&self) -> bool {
        self.published.is_some() || self.draft.is_some()
    }

    /// The item's name in a list and in records.
    #[must_use]
    pub fn title(&self, kind: Kind) -> String {
        let row = self.published.as_ref().or(self.draft.as_ref());
        let title = kind.title_field().and_then(|field| row?.get(field)?.as_str());
        let without_title = match kind {
            Kind::Settings => "The portal's settings",
            other => other.as_str(),
        };
        title.unwrap_or(without_title).to_owned()
    }

    /// Without times that have passed: what they did is done.
    #[must_use]
    pub fn without_past_times(mut self, now: DateTime<Utc>) -> Self {
        self.appears_at = self.appears_at.filter(|at| *at > now);
        self.vanishes_at = self.vanishes_at.filter(|at| *at > now);
        self
    }
}

/// The last change of an item: its author and instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastChange {
    /// The item's version.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// An operator's name, `import` or `schedule`.
    pub operator: String,
}

/// An item.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The kind.
    pub kind: Kind,
    /// The key among those of its kind.
    pub key: String,
    /// Its state.
    pub state: ItemState,
    /// Its last change; none: it was written before changes were recorded.
    pub last: Option<LastChange>,
}
