//! Comparing the twins with the live tables, row by row, at the same position, while both are updated.
//!
//! The live checkpoints are locked for a short time, the twins are brought to exactly that position, and a snapshot is
//! taken. Then the lock is released, and the comparison reads the snapshot. The server joins the two tables, so that
//! neither has to fit in memory here.

use fairway_events::Position;
use sqlx::{Executor, Postgres, Row, Transaction};
use tokio_stream::StreamExt;

use super::{Rebuild, RebuildError, positions};
use crate::projector::Checkpoints;
use crate::{Projection, Schema};

/// How often the twins are filled up to the live position before the live projector has to wait for them.
const ATTEMPTS: u32 = 10;

/// A database snapshot in which twins and live tables are at the same position.
#[derive(Debug)]
pub struct Aligned {
    positions: Vec<(Projection, Position)>,
    snapshot: Transaction<'static, Postgres>,
}

impl Aligned {
    /// The projections that can be compared, and their positions. A projection whose twins could not reach the live
    /// position is left out.
    #[must_use]
    pub fn positions(&self) -> &[(Projection, Position)] {
        &self.positions
    }
}

/// How a twin compares with its live table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The table.
    pub table: &'static str,
    /// Rows in the live table.
    pub live_rows: i64,
    /// Rows in the twin.
    pub twin_rows: i64,
    /// Rows that differ, are missing or too many.
    pub differences: u64,
    /// The first of them in no particular order, at most as many as were asked for.
    pub examples: Vec<Difference>,
}

/// A row that is not the same in both tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its primary key: columns and values.
    pub key: String,
    /// The live row as JSON; none where it is missing.
    pub live: Option<String>,
    /// The twin's row, rebuilt from the events, as JSON; none where only the live table has the row.
    pub twin: Option<String>,
}

impl Rebuild {
    /// Brings twins and live tables of each projection to one position and takes a snapshot. A projection whose twins
    /// cannot reach the live position is left out.
    ///
    /// # Errors
    /// [`RebuildError`].
    pub async fn align(&self) -> Result<Aligned, RebuildError> {
        let mut attempts = 0;
        loop {
            self.fill(|_| ()).await?;
            attempts += 1;
            // Live projectors must not wait without limit for a rebuild that lost its connection here.
            let begin = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'";
            let mut lock = self.pool.begin_with(begin).await?;
            let live = Checkpoints::lock(&mut lock, &Schema::live(), &self.projections).await?;
            let live: Vec<_> = live.positions().collect();
            let furthest = live.iter().map(|(_, position)| *position).max().unwrap_or(0);
            if furthest > self.position().await? + self.options.batch && attempts < ATTEMPTS {
                continue; // too much to make the live projectors wait for
            }
            let mut connection = self.pool.begin().await?;
            self.catch_up(&mut connection, &live).await?;
            let twins = positions(&mut connection, &self.options.schema, &self.projections).await?;
            connection.commit().await?;
            let mut snapshot = self.pool.begin().await?;
            snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
            if self.options.pace.is_gentle() {
                // One process of the server for each statement.
                snapshot.execute("SET LOCAL max_parallel_workers_per_gather = 0").await?;
            }
            // The first query takes the snapshot.
            snapshot.execute(self.options.schema.sql("SELECT FROM {schema}.projections").as_str()).await?;
            lock.rollback().await?;
            return Ok(Aligned {
                positions: live.into_iter().filter(|at| twins.contains(at)).collect(),
                snapshot,
            });
        }
    }

    /// Compares one table in that snapshot. All differences are counted, and at most `examples` are returned.
    ///
    /// # Errors
    /// [`RebuildError`].
    pub async fn compare(
        &self,
        aligned: &mut Aligned,
        table: &'static str,
        examples: usize,
    ) -> Result<Comparison, RebuildError> {
        let mut paced = self.options.pace.watch(&self.pool);
        let schema = &self.options.schema;
        let counts = schema.sql(&format!(
            "SELECT (SELECT count(*) FROM public.{table}), (SELECT count(*) FROM {{schema}}.{table})"
        ));
        let (live_rows, twin_rows): (i64, i64) =
            sqlx::query_as(&counts).fetch_one(&mut *aligned.snapshot).await?;
        let mut comparison = Comparison { table, live_rows, twin_rows, differences: 0, examples: Vec::new() };
        let key: Vec<String> = sqlx::query_scalar(
            "SELECT attname::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
             WHERE indrelid = ('public.' || $1)::regclass AND indisprimary ORDER BY array_position(indkey, attnum)",
        )
        .bind(table)
        .fetch_all(&mut *aligned.snapshot)
        .await?;
        let sql = schema.sql(&difference_sql(table, &key));
        let mut rows = sqlx::query(&sql).fetch(&mut *aligned.snapshot);
        while let Some(row) = rows.try_next().await? {
            comparison.differences += 1;
            if comparison.examples.len() < examples {
                comparison.examples.push(Difference {
                    key: row.try_get("key")?,
                    live: row.try_get("live")?,
                    twin: row.try_get("twin")?,
                });
            }
        }
        drop(rows);
        paced.rest().await;
        Ok(comparison)
    }
}

/// Rows of a table and its twin that have the same key and differ, or that only one of the two has.
fn difference_sql(table: &str, key: &[String]) -> String {
    let joined: Vec<String> = key.iter().map(|column| format!("live.{column} = twin.{column}")).collect();
    let shown: Vec<String> =
        key.iter().map(|column| format!("'{column} ' || coalesce(live.{column}, twin.{column})")).collect();
    format!(
        "SELECT concat_ws(', ', {}) AS key, to_jsonb(live)::text AS live, to_jsonb(twin)::text AS twin
         FROM public.{table} AS live FULL JOIN {{schema}}.{table} AS twin ON {}
         WHERE live IS DISTINCT FROM twin",
        shown.join(", "),
        joined.join(" AND ")
    )
}
