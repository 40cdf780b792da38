//! The rows of the journal, of a read model or of a view for analysts, to be written into a file.
//!
//! Rows are streamed: memory holds one row, whatever the length of the journal. Without personal data ids are pseudonyms,
//! rare names, instants and positions are coarse or left out (`fairway_query::personal`), and views are as published.
//! Every export of persons' rows is recorded first, with the operator's name and reason.

mod about;
mod cell;
mod coarse;
mod column;
mod definitions;
mod mark;
mod pseudonyms;
mod record;
mod source;
mod sql;

use anyhow::{Context, Result};
use futures::TryStreamExt;
use sqlx::PgPool;

pub use about::About;
pub use cell::Cell;
use coarse::Coarse;
pub use column::{Column, DECIMALS, Kind};
use fairway_audit::progress::{Observer, Progress};
pub use mark::marks;
pub use pseudonyms::Key;
pub use record::{record, record_published};
pub use source::Source;

/// Passes every row to `write`, a cell per column, and returns how many there are and what a file says about itself.
///
/// # Errors
/// When the database does not answer, or `write` fails.
pub async fn rows(
    pool: &PgPool,
    source: &Source,
    key: &Key,
    mut write: impl FnMut(&[Cell]) -> Result<()>,
    observe: &mut Observer<'_>,
) -> Result<(i64, About)> {
    let mut snapshot = pool.begin().await?;
    sqlx::query(sql::SNAPSHOT).execute(&mut *snapshot).await?;
    if source.is_published() {
        sqlx::query(sql::PUBLISHED).execute(&mut *snapshot).await?;
    }
    let all = source.count(&mut snapshot).await?;
    let about = About::read(source, &mut snapshot).await?;
    let coarse = if source.is_coarse() { Some(Coarse::new(key, &mut snapshot).await?) } else { None };
    let statement = source.sql();
    let mut statement = sqlx::query(&statement);
    if source.is_coarse() {
        statement = statement.bind(key.of_order());
    }
    let mut done = 0;
    let mut cells = Vec::with_capacity(source.columns().len());
    let mut rows = statement.fetch(&mut *snapshot);
    while let Some(row) = rows.try_next().await.context("the rows cannot be read")? {
        cells.clear();
        for (index, column) in source.columns().iter().enumerate() {
            cells.push(Cell::read(&row, index, column)?);
        }
        if let Some(coarse) = &coarse {
            coarse.row(source.columns(), &mut cells);
        }
        write(&cells)?;
        done += 1;
        observe(Progress { task: "rows", done, all });
    }
    Ok((done, about))
}
