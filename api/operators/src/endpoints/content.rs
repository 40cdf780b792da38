//! Content at the operators' screens: the items with their drafts and versions, their changes, and what is done with them.
//! The rules and the statements are those of `content`, which imports use too.

pub(crate) mod change;
pub(crate) mod photo;
pub(crate) mod preview;
pub(crate) mod read;

use axum::http::StatusCode;
use chrono::NaiveDateTime;
use fairway_audit::dates;
use fairway_content::transition::EditError;
use fairway_endpoint::failure::Failure;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::content::kind::Kind;
use fairway_store::content::state::{Item, ItemState};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Where an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ContentStatus {
    /// Members see it; of news, from its day on.
    Published,
    /// Members do not see it yet: it appears at a time that is planned.
    Scheduled,
    /// Members do not see it, and nothing is planned.
    Draft,
    /// Members saw it until the time at which it vanished.
    Vanished,
}

/// An item of content.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContentItem {
    /// The kind.
    pub kind: Kind,
    /// The key among the items of its kind.
    pub key: String,
    /// The title in lists.
    pub title: String,
    /// Where it stands.
    pub status: ContentStatus,
    /// The number of its last change: send it with every change. Null: none was recorded.
    pub version: Option<i64>,
    /// When it was last changed; RFC 3339 with the offset of Europe/Amsterdam.
    pub changed_at: Option<String>,
    /// The author of the last change: an operator's name, `import` or `schedule`.
    pub changed_by: Option<String>,
    /// The row that members see, as in the data set's file.
    #[schema(value_type = Option<Object>)]
    pub published: Option<Value>,
    /// The row that is published next.
    #[schema(value_type = Option<Object>)]
    pub draft: Option<Value>,
    /// When the draft is published.
    pub appears_at: Option<String>,
    /// When the item is taken from the members.
    pub vanishes_at: Option<String>,
}

impl From<Item> for ContentItem {
    fn from(Item { kind, key, state, last }: Item) -> Self {
        Self {
            title: state.title(kind),
            status: status(&state),
            version: last.as_ref().map(|last| last.id),
            changed_at: last.as_ref().map(|last| dates::rfc3339(last.at)),
            changed_by: last.map(|last| last.operator),
            kind,
            key,
            published: state.published,
            draft: state.draft,
            appears_at: state.appears_at.map(dates::rfc3339),
            vanishes_at: state.vanishes_at.map(dates::rfc3339),
        }
    }
}

fn status(state: &ItemState) -> ContentStatus {
    match state {
        ItemState { published: Some(_), .. } => ContentStatus::Published,
        ItemState { appears_at: Some(_), .. } => ContentStatus::Scheduled,
        ItemState { has_vanished: true, .. } => ContentStatus::Vanished,
        ItemState { .. } => ContentStatus::Draft,
    }
}

/// When a row is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Publish {
    /// It is kept as a draft.
    Draft,
    /// Now.
    Now,
    /// At `appears_at`.
    At,
}

/// A time in Europe/Amsterdam as a form writes it: `2026-12-24T18:00`.
fn local(field: &str, text: &str) -> Result<NaiveDateTime, OperatorFailure> {
    NaiveDateTime::parse_from_str(text.trim(), "%Y-%m-%dT%H:%M")
        .map_err(|_| OperatorFailure::invalid_field(field, "Choose a day and a time."))
}

/// The failure for a change of content that is not carried out.
pub(super) fn failure(error: EditError) -> OperatorFailure {
    match error {
        EditError::Invalid(errors) => OperatorFailure::invalid_fields(errors),
        EditError::Unknown => OperatorFailure::not_found(error.to_string()),
        EditError::Refused(sentence) => OperatorFailure::new(StatusCode::CONFLICT, sentence),
        EditError::Overbooked { sentence, days } => {
            let current = json!({ "booked_days": days });
            OperatorFailure::conflict(json!({ "success": false, "error": sentence, "current": current }))
        }
        EditError::Conflict(item) => {
            let by = item.last.as_ref().map_or("somebody", |last| last.operator.as_str());
            let sentence = format!("{by} changed this meanwhile. Compare, and choose.");
            let current = ContentItem::from(*item);
            OperatorFailure::conflict(json!({ "success": false, "error": sentence, "current": current }))
        }
        EditError::Read(error) => Failure::from(error).into(),
        EditError::Database(error) => error.into(),
    }
}
