//! Tables of the scratch schema: streams are read one after the other and do not fit into memory together, so what several
//! of them say is written to a table, and the database, which sorts on disk, puts it together.

use std::fmt::{Arguments, Write};

use anyhow::{Context, Result};
use sqlx::postgres::PgPoolCopyExt;
use sqlx::{Executor, PgPool};

/// Characters that are buffered before they are sent.
const BUFFER: usize = 1 << 20;

/// Buffers rows and writes them to a table.
#[derive(Debug)]
pub(crate) struct Table {
    /// None: there is no table, so rows are discarded.
    pool: Option<PgPool>,
    copy: &'static str,
    buffer: String,
}

impl Table {
    /// Creates an empty table in the scratch schema, which exists; `copy` is the statement that fills it.
    pub(crate) async fn create(pool: &PgPool, create: &'static str, copy: &'static str) -> Result<Self> {
        pool.execute(create).await?;
        Ok(Self { pool: Some(pool.clone()), copy, buffer: String::new() })
    }

    /// For a database in which no table can be created.
    pub(crate) const fn none() -> Self {
        Self { pool: None, copy: "", buffer: String::new() }
    }

    /// Adds a row: its columns, with a tab between them.
    pub(crate) fn add(&mut self, columns: Arguments<'_>) {
        if self.pool.is_some() {
            // Writing to a String cannot fail.
            let _ = writeln!(self.buffer, "{columns}");
        }
    }

    /// Sends the buffer when it is full.
    pub(crate) async fn send(&mut self) -> Result<()> {
        if self.buffer.len() >= BUFFER { self.flush().await } else { Ok(()) }
    }

    /// Sends the rest, and gives the database with the table.
    pub(crate) async fn filled(mut self) -> Result<PgPool> {
        self.flush().await?;
        self.pool.context("nothing was kept to be compared")
    }

    async fn flush(&mut self) -> Result<()> {
        let Some(pool) = &self.pool else { return Ok(()) };
        let mut copy = pool.copy_in_raw(self.copy).await?;
        copy.send(self.buffer.as_bytes()).await?;
        copy.finish().await?;
        self.buffer.clear();
        Ok(())
    }
}

/// A text as a column.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}
