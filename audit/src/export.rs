//! The rows of the journal, of a read model or of a view for analysts, to be written into a file.
//!
//! Rows are streamed: memory holds one row, whatever the length of the journal. Personal data are left out
//! (`fairway_query::personal`) unless an operator gives their name and a reason; both are recorded first.

mod cell;
mod column;
mod pseudonyms;
mod record;
mod source;
mod sql;

use anyhow::{Context, Result};
use futures::TryStreamExt;
use sqlx::PgPool;

use crate::progress::{Observer, Progress};
pub use cell::Cell;
pub use column::{Column, DECIMALS, Kind};
use pseudonyms::Pseudonyms;
pub use record::record;
pub use source::Source;

/// Passes every row to `write`, a cell per column, and returns how many there are.
///
/// # Errors
/// When the database does not answer, or `write` fails.
pub async fn rows(
    pool: &PgPool,
    source: &Source,
    mut write: impl FnMut(&[Cell]) -> Result<()>,
    observe: &mut Observer<'_>,
) -> Result<i64> {
    let pseudonyms = Pseudonyms::new();
    let mut snapshot = pool.begin().await?;
    sqlx::query(sql::SNAPSHOT).execute(&mut *snapshot).await?;
    let all = source.count(&mut snapshot).await?;
    let statement = source.sql();
    let mut done = 0;
    let mut cells = Vec::with_capacity(source.columns().len());
    let mut rows = sqlx::query(&statement).fetch(&mut *snapshot);
    while let Some(row) = rows.try_next().await.context("the rows cannot be read")? {
        cells.clear();
        for (index, column) in source.columns().iter().enumerate() {
            let cell = Cell::read(&row, index, column)?;
            cells.push(if column.is_pseudonymous { pseudonyms.hide(cell) } else { cell });
        }
        write(&cells)?;
        done += 1;
        observe(Progress { task: "rows", done, all });
    }
    Ok(done)
}
