//! The entries of a timeline: events, and operators' actions that have no event in the journal.

use anyhow::Result;
use chrono::{DateTime, Utc};
use fairway_events::{Actor, RecordedEvent};
use serde::Serialize;
use uuid::Uuid;

use super::sql::OperatorActionRow;
use crate::dates;
use crate::description::{self, Description, describe};
use crate::names::Names;

/// One entry.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// An event of the journal.
    Event(Box<EventEntry>),
    /// An operator's action.
    Act(OperatorAction),
}

/// One event.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventEntry {
    /// Position in the global order.
    pub position: i64,
    /// Instant with the offset of Europe/Amsterdam, RFC 3339.
    #[serde(serialize_with = "dates::serialize_instant")]
    pub at: DateTime<Utc>,
    /// The stream: aggregate type and id.
    pub stream: String,
    /// Sequence in the stream.
    pub sequence: i64,
    /// The event's name.
    pub event: &'static str,
    /// The actor.
    pub actor: ActorInfo,
    /// The event as text: all of `description` in one line.
    pub what: String,
    /// The operator's reason, where an operator did it.
    pub reason: Option<String>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// The event's payload.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub payload: serde_json::Value,
    /// The event as a sentence and its details.
    #[serde(skip)]
    pub description: Description,
}

/// An actor, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ActorInfo {
    /// `member`, `operator`, `club` or `system`.
    pub kind: &'static str,
    /// The member who did it, or in whose name it was done.
    pub member: Option<Uuid>,
    /// The member's name; null when they were erased.
    pub name: Option<String>,
    /// The operator's name, that of the club's account or device (its id where it is unknown), or the component of the system.
    pub by: Option<String>,
    /// The actor, as text.
    pub text: String,
}

/// An operator's action on a member: a changed profile, a hidden news item, a disabled account.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OperatorAction {
    /// Instant with the offset of Europe/Amsterdam, RFC 3339.
    #[serde(serialize_with = "dates::serialize_instant")]
    pub at: DateTime<Utc>,
    /// `change profile`, `dismiss news`, `add favourite`, `remove favourite`, `disable` or `enable`.
    pub act: String,
    /// The operator's name.
    pub operator: String,
    /// The action as text.
    pub what: String,
    /// The reason.
    pub reason: String,
}

impl EventEntry {
    pub(super) fn new(recorded: &RecordedEvent, names: &Names) -> Result<Self> {
        let description = describe(&recorded.event, names);
        Ok(Self {
            position: recorded.position,
            at: recorded.recorded_at,
            stream: recorded.stream.to_string(),
            sequence: recorded.sequence,
            event: recorded.event.name(),
            actor: ActorInfo::new(&recorded.actor, names),
            what: description.in_one_line(),
            reason: recorded.metadata.get("reason").cloned(),
            correlation_id: recorded.correlation_id,
            payload: serde_json::from_str(&recorded.event.to_payload()?)?,
            description,
        })
    }
}

impl ActorInfo {
    fn new(actor: &Actor, names: &Names) -> Self {
        let text = description::actor(actor, names);
        let (member, by) = match actor {
            Actor::Member(member) => (Some(*member), None),
            Actor::Impersonator { operator, member } => (Some(*member), Some(operator.clone())),
            Actor::Operator(operator) => (None, Some(operator.clone())),
            Actor::Club(user) => (None, Some(user.to_string())),
            Actor::System(component) => (None, Some(component.clone())),
        };
        let name = member.and_then(|member| names.known(member)).map(str::to_owned);
        Self { kind: actor.kind().as_str(), member: member.map(|member| member.0), name, by, text }
    }
}

impl From<OperatorActionRow> for OperatorAction {
    fn from(OperatorActionRow { at, operator, reason, action, subject }: OperatorActionRow) -> Self {
        let what = match action.as_str() {
            "change profile" => format!("changed the profile: {subject}"),
            "dismiss news" => format!("hid an important news item: {subject}"),
            "add favourite" => format!("marked a favourite co-player: {subject}"),
            "remove favourite" => format!("removed the mark of a favourite co-player: {subject}"),
            "disable" => "shut the account: no log-in, found and added by nobody".to_owned(),
            "enable" => "opened the account again".to_owned(),
            // The subject is the id of the note, which says nothing to a reader.
            "add note" => "wrote a note for colleagues".to_owned(),
            "remove note" => "removed a note for colleagues".to_owned(),
            other => format!("{other}: {subject}"),
        };
        Self { at, act: action, operator, what, reason }
    }
}
