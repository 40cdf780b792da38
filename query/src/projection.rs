//! A registered projection: the constants and functions of its [`Fold`] as a value.

use std::fmt::{self, Debug};
use std::pin::Pin;

use fairway_events::journal::Entry;
use fairway_events::{AggregateType, Position};
use sqlx::PgConnection;

use crate::fold::{Fold, Tables};
use crate::projector::batch::{BatchOutcome, project};
use crate::reads::Query;
use crate::{ProjectorError, Schema};

/// One of the registered projections.
#[derive(Clone, Copy)]
pub struct Projection(&'static Definition);

/// The constants and functions of a [`Fold`].
struct Definition {
    name: &'static str,
    member_facing: bool,
    tables: Tables,
    reads: &'static [AggregateType],
    queries: &'static [Query],
    sources: &'static [&'static str],
    project: ProjectBatch,
    #[cfg(test)]
    folds: fn(&fairway_events::RecordedEvent) -> bool,
}

type ProjectBatch =
    for<'a> fn(
        &'a [Entry],
        Position,
        &'a mut PgConnection,
        &'a Schema,
    ) -> Pin<Box<dyn Future<Output = Result<BatchOutcome, ProjectorError>> + Send + 'a>>;

trait Defined: Fold {
    const DEFINITION: &'static Definition = &Definition {
        name: Self::NAME,
        member_facing: Self::MEMBER_FACING,
        tables: Self::TABLES,
        reads: Self::READS,
        queries: Self::QUERIES,
        sources: Self::SOURCES,
        project: |entries, after, connection, schema| {
            Box::pin(project::<Self>(entries, after, connection, schema))
        },
        #[cfg(test)]
        folds: |event| {
            let mut changes = Self::default();
            changes.apply(event);
            format!("{changes:?}") != format!("{:?}", Self::default())
        },
    };
}

impl<F: Fold> Defined for F {}

impl Projection {
    pub(crate) const fn for_fold<F: Fold>() -> Self {
        Self(F::DEFINITION)
    }

    /// The name of its checkpoint.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether members' screens show its data.
    #[must_use]
    pub const fn is_member_facing(self) -> bool {
        self.0.member_facing
    }

    /// The kinds of stream that it folds.
    #[must_use]
    pub const fn reads(self) -> &'static [AggregateType] {
        self.0.reads
    }

    /// Its tables.
    pub fn tables(self) -> impl Iterator<Item = &'static str> {
        self.columns().iter().map(|(table, _)| *table)
    }

    pub(crate) const fn columns(self) -> Tables {
        self.0.tables
    }

    pub(crate) const fn queries(self) -> &'static [Query] {
        self.0.queries
    }

    pub(crate) const fn sources(self) -> &'static [&'static str] {
        self.0.sources
    }

    /// Whether an event changes anything in it.
    #[cfg(test)]
    pub(crate) fn folds(self, event: &fairway_events::RecordedEvent) -> bool {
        (self.0.folds)(event)
    }

    /// Folds the events after a position and writes the changed rows.
    pub(crate) async fn project(
        self,
        entries: &[Entry],
        after: Position,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<BatchOutcome, ProjectorError> {
        (self.0.project)(entries, after, connection, schema).await
    }
}

impl PartialEq for Projection {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Projection {}

impl Debug for Projection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}
