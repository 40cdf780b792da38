//! What a batch does, for whoever keeps the tables: each projection takes in the events of the kinds that it reads, and
//! all that go on go to the same moment in one transaction.
//!
//! An event that cannot be read stops those projections which read its kind, before it. The others have no use for it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};
use fairway_events::journal::Entry;
use fairway_events::{Position, RecordedEvent, Unreadable};
use sqlx::PgConnection;

use super::checkpoints::{Move, with_causes};
use super::{Checkpoints, ProjectorError};
use crate::Projection;
use crate::projection::Changes;

/// A projection stands before an event that this version cannot read, until a version comes that can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Stopped {
    /// The projection.
    pub projection: Projection,
    /// Where the event stands.
    pub position: Position,
    /// What about it cannot be read.
    pub reason: String,
}

impl Stopped {
    fn of(projection: Projection, unreadable: &Unreadable) -> Self {
        Self { projection, position: unreadable.position, reason: with_causes(unreadable) }
    }
}

/// What a batch did.
#[derive(Debug, Default)]
pub(crate) struct TakenIn {
    /// Rows written.
    pub(crate) rows: u64,
    /// Where each projection is now.
    pub(crate) positions: Vec<(Projection, Position)>,
    /// Who met an event that cannot be read.
    pub(crate) stopped: Vec<Stopped>,
}

/// Whether an event keeps the projection from going on.
pub(crate) fn stops(projection: Projection, entry: &Entry) -> Option<Stopped> {
    match &entry.event {
        Err(unreadable) if reads(projection, entry) => Some(Stopped::of(projection, unreadable)),
        Err(_) | Ok(_) => None,
    }
}

/// Nothing is folded of a kind of stream that this version does not know.
fn reads(projection: Projection, entry: &Entry) -> bool {
    entry.aggregate_type.is_some_and(|kind| projection.reads().contains(&kind))
}

impl Checkpoints {
    /// Folds the events for each projection that has not had them yet, writes the outcome and moves the checkpoints.
    pub(crate) async fn take_in(
        &self,
        connection: &mut PgConnection,
        entries: &[Entry],
    ) -> Result<TakenIn, ProjectorError> {
        let mut done = TakenIn::default();
        let mut moves = Vec::new();
        for (projection, after) in self.positions() {
            let folded = Folded::of(projection, entries.iter().filter(|entry| entry.position > after))?;
            done.rows += folded.changes.write(&mut *connection, self.schema()).await?;
            let error = folded.stopped.as_ref().map(|stopped| stopped.reason.clone());
            let position = folded.last.map_or(after, |(position, _)| position);
            done.positions.push((projection, position));
            if folded.last.is_some() || error.is_some() {
                let as_of = folded.last.map(|(_, recorded_at)| recorded_at);
                moves.push(Move { projection, position, as_of, error });
            }
            done.stopped.extend(folded.stopped);
        }
        let stay = |to: &Move| moves.iter().all(|moved| moved.projection != to.projection);
        let recovered: Vec<Move> = self.recovered().filter(stay).collect();
        moves.extend(recovered);
        self.make(&moves, connection).await?;
        Ok(done)
    }
}

/// A batch as one projection sees it.
struct Folded {
    changes: Changes,
    /// The last event that it is past, and when that was recorded.
    last: Option<(Position, DateTime<Utc>)>,
    stopped: Option<Stopped>,
}

impl Folded {
    fn of<'a>(
        projection: Projection,
        entries: impl Iterator<Item = &'a Entry>,
    ) -> Result<Self, ProjectorError> {
        let mut folded = Self { changes: Changes::none(projection), last: None, stopped: None };
        for entry in entries {
            match &entry.event {
                _ if !reads(projection, entry) => {}
                Ok(event) => apply(projection, event, |event| folded.changes.apply(event))?,
                Err(unreadable) => {
                    folded.stopped = Some(Stopped::of(projection, unreadable));
                    break;
                }
            }
            folded.last = Some((entry.position, entry.recorded_at));
        }
        Ok(folded)
    }
}

/// Takes in one event. A fold that panics is a fault like any other: said, and tried again, with the task alive. What
/// it left half done is thrown away with the batch.
fn apply(
    projection: Projection,
    event: &RecordedEvent,
    fold: impl FnOnce(&RecordedEvent),
) -> Result<(), ProjectorError> {
    catch_unwind(AssertUnwindSafe(|| fold(event))).map_err(|panic| {
        let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
        ProjectorError::Panicked {
            projection: projection.name(),
            position: event.position,
            message: said.unwrap_or_else(|| "without a word".to_owned()),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use fairway_events::{Actor, AggregateType, Event, StreamId};
    use uuid::Uuid;

    use super::*;

    /// Every event ever written, one of each shape.
    fn events() -> Vec<RecordedEvent> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../events/tests/payloads");
        let mut events = Vec::new();
        for kind in AggregateType::ALL {
            let id = if kind == AggregateType::CourseDay {
                "de-wilgenhoek/2026-11-28".to_owned()
            } else {
                Uuid::from_u128(1).to_string()
            };
            let stream = StreamId::parse(kind.as_str(), &id).unwrap();
            for file in std::fs::read_dir(folder.join(kind.as_str())).unwrap() {
                let path = file.unwrap().path();
                let stem = path.file_stem().unwrap().to_str().unwrap();
                let mut parts = stem.splitn(3, '-');
                let (name, version) = (parts.next().unwrap(), parts.next().unwrap());
                let payload = std::fs::read_to_string(&path).unwrap();
                events.push(RecordedEvent {
                    position: 1,
                    event: Event::decode(&stream, name, version, &payload).unwrap(),
                    stream: stream.clone(),
                    sequence: 1,
                    recorded_at: DateTime::UNIX_EPOCH,
                    correlation_id: Uuid::nil(),
                    actor: Actor::System("test".to_owned()),
                    metadata: Default::default(),
                });
            }
        }
        events
    }

    #[test]
    fn each_projection_folds_the_kinds_that_it_declares_and_no_others() {
        let events = events();
        for projection in Projection::ALL {
            let nothing = format!("{:?}", Changes::none(projection));
            let folded: BTreeSet<AggregateType> = events
                .iter()
                .filter(|event| {
                    let mut changes = Changes::none(projection);
                    changes.apply(event);
                    format!("{changes:?}") != nothing
                })
                .map(|event| event.event.aggregate_type())
                .collect();
            let declared: BTreeSet<AggregateType> = projection.reads().iter().copied().collect();
            assert_eq!(folded, declared, "{projection:?}");
        }
    }

    #[test]
    fn what_a_panicking_fold_says_becomes_an_error() {
        let event = events().remove(0);
        let error = apply(Projection::Ledger, &event, |_| panic!("seven of {}", 6)).unwrap_err();
        assert_eq!(error.to_string(), "the fold of ledger panicked at position 1: seven of 6");
    }
}
