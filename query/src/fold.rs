//! The trait of a projection: each implements [`Fold`] in its own folder and is registered by one line in
//! `registry.rs`. Projector, readiness, rebuild, verification and export use that list.

use std::fmt::Debug;

use fairway_events::{AggregateType, RecordedEvent};

use crate::ProjectorError;
use crate::reads::Query;
use crate::rows::Writer;

/// How a value is exported without personal data. The rule is in [`crate::personal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// Not personal: exported unchanged.
    Open,
    /// An id, or text or JSON with ids in it: each is replaced by a pseudonym that is the same within one export. In
    /// JSON, names and instants are treated as those of columns.
    Ids,
    /// The name of a product or of a way to pay: `other` where fewer than five members have it, and the numbers of such
    /// a row are left out.
    Name,
    /// An instant: its day in Europe/Amsterdam.
    Instant,
    /// Left out: free text, a key of another system, or what orders the rows of every export alike.
    Withheld,
}

/// A table's columns, each with its treatment.
pub(crate) type Columns = &'static [(&'static str, Treatment)];

/// Tables with their columns.
pub(crate) type Tables = &'static [(&'static str, Columns)];

/// A projection: tables that are computed from events and answer one question of the read side. The value holds what
/// one batch of events changes in them.
pub(crate) trait Fold: Debug + Default + Send + 'static {
    /// Its name: the name of its folder and checkpoint, and the prefix of its tables.
    const NAME: &'static str;
    /// Whether members' screens show its data. Such projections share each read of the journal and each commit, so that
    /// a screen never mixes two positions.
    const MEMBER_FACING: bool = true;
    /// Its tables and their columns.
    const TABLES: Tables;
    /// The kinds of stream that it folds: it receives no other events, and an unreadable event of these kinds stops it.
    const READS: &'static [AggregateType];
    /// The statements by which its tables are read.
    const QUERIES: &'static [Query];
    /// The text of the files that turn events into rows: a digest of them marks an unfinished rebuild.
    const SOURCES: &'static [&'static str];

    /// Applies the next event to the changes.
    fn apply(&mut self, recorded: &RecordedEvent);

    /// Writes all changes.
    fn write(self, writer: &mut Writer<'_>) -> impl Future<Output = Result<(), ProjectorError>> + Send;
}
