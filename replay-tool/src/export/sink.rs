//! The interface of all formats.

use anyhow::Result;
use fairway_audit::export::Cell;

/// A file that is being written.
pub(super) trait Sink {
    /// Adds a row: a cell per column.
    fn row(&mut self, cells: &[Cell]) -> Result<()>;
    /// Writes the buffered rows.
    fn finish(self: Box<Self>) -> Result<()>;
}
