//! The interface of all formats.

use super::rows::{About, Cell};
use anyhow::Result;

/// A file that is being written.
pub(super) trait Sink {
    /// Adds a row: a cell per column.
    fn row(&mut self, cells: &[Cell]) -> Result<()>;
    /// Writes the buffered rows, and what the file says about itself where its format has a place for it.
    fn finish(self: Box<Self>, about: &About) -> Result<()>;
}
