//! Indexes of the twins, and the planner's statistics. They are created when the tables are filled, since sorting all rows
//! of a table once takes less than half the time of maintaining an index row by row, and for several tables at once.

use std::cmp::Reverse;

use futures::{StreamExt, stream};

use super::{Rebuild, RebuildError};

/// Memory for sorting, in MB, of all tables that are indexed at the same time. More than a query gets, for these
/// transactions only.
const SORTING_MB: usize = 256;

impl Rebuild {
    /// Creates the indexes that were left out while filling, and the planner's statistics. A second call only repeats
    /// the statistics.
    ///
    /// As many tables at once as the server's setting says for one index: tables beside each other share nothing, while
    /// processes that sort for one index have to merge. The largest is the first: it would otherwise be the last, and
    /// alone.
    ///
    /// # Errors
    /// The database's refusal.
    pub async fn index(&self) -> Result<(), RebuildError> {
        let sizes: Vec<(String, i64)> = sqlx::query_as(
            "SELECT relname::text, pg_relation_size(oid) FROM pg_class WHERE relnamespace = $1::regnamespace",
        )
        .bind(self.options.schema.name())
        .fetch_all(&self.pool)
        .await?;
        let size = |table: &str| sizes.iter().find(|(name, _)| name == table).map_or(0, |(_, size)| *size);
        let mut tables: Vec<&'static str> = self.tables().collect();
        tables.sort_by_key(|table| Reverse(size(table)));
        let workers: i32 =
            sqlx::query_scalar("SELECT current_setting('max_parallel_maintenance_workers')::int")
                .fetch_one(&self.pool)
                .await?;
        let most = if self.options.pace.is_gentle() { 1 } else { super::fill::WRITERS };
        let workers = usize::try_from(workers).unwrap_or(0).clamp(1, most);
        let begin = format!(
            "BEGIN; SET LOCAL maintenance_work_mem = '{}MB'; SET LOCAL max_parallel_maintenance_workers = 0;
             SET LOCAL synchronous_commit = off",
            SORTING_MB / workers
        );
        // When one fails, the others still finish: the next run then has less to do.
        let indexed: Vec<Result<(), RebuildError>> = stream::iter(tables)
            .map(|table| self.index_table(table, &begin))
            .buffer_unordered(workers)
            .collect()
            .await;
        indexed.into_iter().collect()
    }

    async fn index_table(&self, table: &str, begin: &str) -> Result<(), RebuildError> {
        let mut paced = self.options.pace.watch(&self.pool);
        let mut transaction = self.pool.begin_with(begin.to_owned()).await?;
        self.options.schema.index_in(&mut transaction, table).await?;
        let analyze = format!("ANALYZE {}.{table}", self.options.schema.name());
        sqlx::query(&analyze).execute(&mut *transaction).await?;
        transaction.commit().await?;
        paced.rest().await;
        Ok(())
    }
}
