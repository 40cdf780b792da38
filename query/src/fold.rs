//! What a projection is: it implements [`Fold`] in a folder of its own and is registered by one line in `registry.rs`.
//! Everything else that depends on which projections there are follows from that.

use std::fmt::Debug;

use fairway_events::{AggregateType, RecordedEvent};

use crate::ProjectorError;
use crate::reads::Query;
use crate::rows::Writer;

/// How a value is treated where personal data stays behind. The rule is in [`crate::personal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// About nobody: as it is.
    Open,
    /// An id, or text or JSON with ids in it: each replaced by a pseudonym that holds within one export.
    Ids,
    /// Left out: free text about persons, or a key into somebody else's system.
    Withheld,
}

/// A table's columns, each with its treatment.
pub(crate) type Columns = &'static [(&'static str, Treatment)];

/// Tables with their columns.
pub(crate) type Tables = &'static [(&'static str, Columns)];

/// A projection: a question that the read side answers, by tables that are made of events. The value holds what a batch
/// of events changes in them.
pub(crate) trait Fold: Debug + Default + Send + 'static {
    /// Its name: of its folder, its checkpoint, and what its tables begin with.
    const NAME: &'static str;
    /// Whether members' screens are made of it. Such projections share each read of the journal and each commit, so that
    /// a screen never mixes two moments.
    const MEMBER_FACING: bool = true;
    /// Its tables and their columns.
    const TABLES: Tables;
    /// The kinds of stream that it folds: no other event reaches it, and an event of these that cannot be read stops it.
    const READS: &'static [AggregateType];
    /// The statements by which its tables are read.
    const QUERIES: &'static [Query];
    /// The text of the files that make rows of events: a digest of them marks an unfinished rebuild.
    const SOURCES: &'static [&'static str];

    /// Takes in the next event.
    fn apply(&mut self, recorded: &RecordedEvent);

    /// Writes all changes.
    fn write(self, writer: &mut Writer<'_>) -> impl Future<Output = Result<(), ProjectorError>> + Send;
}
