//! Reading what concerns one subject: chosen streams, requests and times, in global order.
//!
//! The rows are streamed: memory does not grow with their number.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use futures::StreamExt;
use futures::stream::BoxStream;
use uuid::Uuid;

use super::histories::keys;
use super::stored::{COLUMNS, RawEvent};
use super::{Journal, JournalError, Position, RecordedEvent};
use crate::{ActorKind, StreamId};

static SELECT: LazyLock<String> = LazyLock::new(|| include_str!("select.sql").replace("{columns}", COLUMNS));

/// Which events are wanted. By default all events of the streams.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Of these streams.
    pub streams: Vec<StreamId>,
    /// Only those that these requests caused.
    pub requests: Option<Vec<Uuid>>,
    /// Only those recorded at this instant or later.
    pub from: Option<DateTime<Utc>>,
    /// Only those recorded before this instant.
    pub before: Option<DateTime<Utc>>,
    /// Only those up to this position.
    pub up_to: Option<Position>,
    /// Only those after this position.
    pub after: Option<Position>,
    /// Only those of these names.
    pub names: Option<Vec<String>>,
    /// Only those that such an actor caused.
    pub actor: Option<ActorKind>,
    /// Only the latest so many of all these.
    pub latest: Option<i64>,
}

impl Journal {
    /// The events of a selection, in global order. Costs one index look-up per stream and what the streams hold,
    /// whatever the journal's length. With `latest`, a stream is read from its end, or from `up_to`, no further than that
    /// many events need; a long stream's part between `after` and `up_to` is found by bisection.
    ///
    /// An item is an error when the database does not answer, or the event is unreadable.
    #[must_use]
    pub fn select(&self, selection: Selection) -> BoxStream<'_, Result<RecordedEvent, JournalError>> {
        let (types, ids) = keys(selection.streams.iter());
        sqlx::query(&SELECT)
            .bind(types)
            .bind(ids)
            .bind(selection.requests)
            .bind(selection.from)
            .bind(selection.before)
            .bind(selection.up_to)
            .bind(selection.after)
            .bind(selection.names)
            .bind(selection.actor.map(ActorKind::as_str))
            .bind(selection.latest)
            .fetch(self.pool())
            .map(|row| {
                let row = row?;
                Ok(RawEvent::<&str>::of(&row)?.recorded()?)
            })
            .boxed()
    }
}
