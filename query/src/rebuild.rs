//! Rebuilds projections from the journal's beginning, beside the live tables, and puts the new ones in their place.
//!
//! Blue and green: twins of the tables in a schema of their own are filled by the projector's own folds while members
//! are served from the live ones, then indexed, brought to the same position, compared, and swapped in one short
//! transaction.
//! Every batch moves the twins' checkpoint in its own transaction, so that a rebuild that was killed goes on where it
//! was. The replaced tables are stored in a schema `old_…` until an operator drops it.
//!
//! Memory is bounded by a few batches of events, whatever the journal's length: `fill` reads ahead of what it writes.
//! The same machinery replays into a scratch schema for `replay-tool verify`, which never swaps.

mod compare;
mod fill;
mod mark;
mod old;
mod swap;

use std::time::Duration;

use fairway_events::{Journal, Position};
use sqlx::{Connection, PgConnection, PgPool};

use crate::projector::stops;
use crate::{Projection, ProjectorError, Schema, SchemaError, Stopped};

pub use compare::{Aligned, Comparison, Difference};
pub use fill::Filled;
use mark::mark;
pub use old::{OldSchema, drop_old, old_schemas};
pub use swap::Swapped;

/// What takes the place of the projections' tables: the schema where they are made.
const SCHEMA: &str = "rebuild";

/// How a rebuild works.
#[derive(Debug, Clone)]
pub struct RebuildOptions {
    /// Where the twins are made.
    pub schema: Schema,
    /// Events per transaction. Up to five batches are held in memory: one is written, one folded, three read ahead.
    pub batch: i64,
    /// How long a swap may wait for the locks of readers, each time. New readers queue behind it meanwhile.
    pub lock_wait: Duration,
    /// How often a swap is tried, with a pause of `pause` between, before the rebuild is left for later.
    pub tries: u32,
    /// The pause between two tries.
    pub pause: Duration,
    /// How long a swap waits for transactions that are older than the new indexes, in any database of the server.
    pub older_wait: Duration,
}

impl Default for RebuildOptions {
    fn default() -> Self {
        Self {
            schema: Schema::rebuild(),
            batch: 10_000,
            lock_wait: Duration::from_millis(300),
            tries: 60,
            pause: Duration::from_millis(700),
            older_wait: Duration::from_secs(60),
        }
    }
}

/// Why a rebuild does not go on. The live tables are untouched; the twins stay, and the next run goes on with them.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// The database did not answer, or refused.
    #[error("the database refused or did not answer")]
    Database(#[from] sqlx::Error),
    /// The twins cannot be made.
    #[error("the new tables cannot be made")]
    Schema(#[from] SchemaError),
    /// The folds' outcome cannot be written.
    #[error("the new tables cannot be written")]
    Projector(#[from] ProjectorError),
    /// A task of the rebuild ended before its work did.
    #[error("the reading of the journal broke off")]
    ReaderEnded,
    /// Another process rebuilds at this moment.
    #[error("another rebuild is running on this database")]
    Running,
    /// The schema holds an unfinished rebuild that this one cannot go on with.
    #[error("schema {schema} holds an unfinished rebuild of {found}, not of {wanted}")]
    Unfinished {
        /// The schema.
        schema: String,
        /// What was begun, and by which folds.
        found: String,
        /// What was asked for now.
        wanted: String,
    },
    /// Something depends on the live tables and cannot be moved to the new ones.
    #[error("these hang on the live tables and would stay with the old ones: {}", .0.join(", "))]
    Immovable(Vec<String>),
    /// The swap did not get the tables to itself, or their indexes could not be used yet.
    #[error("at each of {tries} tries the swap found the tables, or what their indexes wait for, held; by {}", .holders.join(", "))]
    Busy {
        /// How often it was tried.
        tries: u32,
        /// Who held a lock, or was in an older transaction, at the last try.
        holders: Vec<String>,
    },
    /// The twins are behind what members are shown already.
    #[error("the new tables stand at {position}, behind the live ones at {live}{}", .stopped.as_ref().map(|stopped| format!(": {stopped}")).unwrap_or_default())]
    Behind {
        /// Where the twins are.
        position: Position,
        /// Where the live tables are.
        live: Position,
        /// What keeps the twins from getting there.
        stopped: Option<Stopped>,
    },
}

/// Twins of some projections' tables, on their way to become the live ones. While this exists, no other process can
/// have the same: it holds a lock.
#[derive(Debug)]
pub struct Rebuild {
    pool: PgPool,
    projections: Vec<Projection>,
    options: RebuildOptions,
    /// Whether tables of an earlier, unfinished run were found.
    resumed: bool,
    /// Holds the lock: the server releases it when this connection ends, for whatever reason.
    lock: PgConnection,
}

impl Rebuild {
    /// Makes the twins, or finds those of an unfinished rebuild of the same projections by the same folds.
    ///
    /// # Errors
    /// [`RebuildError::Running`], [`RebuildError::Unfinished`], or the database's refusal.
    pub async fn begin(
        pool: PgPool,
        projections: &[Projection],
        options: RebuildOptions,
    ) -> Result<Self, RebuildError> {
        let mut lock = pool.acquire().await?.detach();
        take_lock(&mut lock, &options.schema).await?;
        let all = Projection::ALL.iter().copied();
        let projections: Vec<_> = all.filter(|projection| projections.contains(projection)).collect();
        let mut connection = pool.acquire().await?;
        let mark = mark(&projections);
        let found = read_mark(&mut connection, &options.schema).await?;
        if let Some(found) = &found
            && *found != mark
        {
            let schema = options.schema.name().to_owned();
            return Err(RebuildError::Unfinished { schema, found: found.clone(), wanted: mark });
        }
        if found.is_none() {
            let mut transaction = connection.begin().await?;
            options.schema.create_in(&mut transaction, &projections).await?;
            let comment = format!("COMMENT ON SCHEMA {} IS '{mark}'", options.schema.name());
            sqlx::query(&comment).execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        let options = RebuildOptions { schema: options.schema.in_bulk(), ..options };
        Ok(Self { pool, projections, options, resumed: found.is_some(), lock })
    }

    /// Removes the twins of an unfinished rebuild, whatever they are of.
    ///
    /// # Errors
    /// [`RebuildError::Running`] while another process works on them, or the database's refusal.
    pub async fn discard(pool: &PgPool, schema: &Schema) -> Result<(), RebuildError> {
        let mut lock = pool.acquire().await?.detach();
        take_lock(&mut lock, schema).await?;
        sqlx::query(&schema.sql("DROP SCHEMA IF EXISTS {schema} CASCADE")).execute(&mut lock).await?;
        sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut lock).await?;
        lock.close().await?;
        Ok(())
    }

    /// Leaves the twins as they are for a later run. Dropping it does the same, and the lock is released a little
    /// later.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn pause(mut self) -> Result<(), RebuildError> {
        sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut self.lock).await?;
        self.lock.close().await?;
        Ok(())
    }

    /// Whether it goes on with what an earlier run left.
    #[must_use]
    pub const fn resumed(&self) -> bool {
        self.resumed
    }

    /// What is rebuilt.
    #[must_use]
    pub fn projections(&self) -> &[Projection] {
        &self.projections
    }

    /// The position of the twins that are not stopped; the lowest where they differ.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn position(&self) -> Result<Position, RebuildError> {
        let (running, stopped) = self.running().await?;
        let stopped = stopped.iter().map(|(_, position)| *position);
        Ok(running.iter().map(|(_, position)| *position).min().or(stopped.min()).unwrap_or(0))
    }

    /// The twins that can go on, and those that are stopped before an event which they cannot read.
    async fn running(&self) -> Result<(Vec<(Projection, Position)>, Vec<(Stopped, Position)>), RebuildError> {
        let mut connection = self.pool.acquire().await?;
        let (mut running, mut stopped) = (Vec::new(), Vec::new());
        for (projection, position) in
            positions(&mut connection, &self.options.schema, &self.projections).await?
        {
            let next = Journal::entries_after(&mut connection, position, 1).await?;
            match next.first().and_then(|next| stops(projection, next)) {
                Some(reason) => stopped.push((reason, position)),
                None => running.push((projection, position)),
            }
        }
        Ok((running, stopped))
    }

    /// Makes the indexes that were left out while filling, and the planner's statistics. Asked again, it does nothing
    /// twice but the statistics.
    ///
    /// # Errors
    /// The database's refusal.
    pub async fn index(&self) -> Result<(), RebuildError> {
        let mut transaction = self.pool.begin().await?;
        // By the operator's leave more memory than a query gets; it is given back with the transaction.
        sqlx::query("SET LOCAL maintenance_work_mem = '256MB'").execute(&mut *transaction).await?;
        sqlx::query("SET LOCAL synchronous_commit = off").execute(&mut *transaction).await?;
        self.options.schema.index_in(&mut transaction, &self.projections).await?;
        transaction.commit().await?;
        let mut connection = self.pool.acquire().await?;
        for table in self.tables() {
            let sql = format!("ANALYZE {}.{table}", self.options.schema.name());
            sqlx::query(&sql).execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// The tables that are rebuilt.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.projections.iter().flat_map(|projection| projection.tables())
    }
}

impl Schema {
    /// Where twins are made that are to become the live tables.
    #[must_use]
    pub fn rebuild() -> Self {
        Self::plain(SCHEMA)
    }

    /// Where a replay is stored that is only compared.
    #[must_use]
    pub fn scratch() -> Self {
        Self::plain("verify_scratch")
    }
}

/// The mark of a schema that is there; an unmarked one counts as foreign.
async fn read_mark(connection: &mut PgConnection, schema: &Schema) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT coalesce(obj_description(oid, 'pg_namespace'), 'something else') FROM pg_namespace WHERE nspname = $1",
    )
    .bind(schema.name())
    .fetch_optional(connection)
    .await
}

async fn take_lock(connection: &mut PgConnection, schema: &Schema) -> Result<(), RebuildError> {
    let free: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock(hashtext('fairway'), hashtext($1))")
        .bind(schema.name())
        .fetch_one(connection)
        .await?;
    if free { Ok(()) } else { Err(RebuildError::Running) }
}

/// The journal's last position.
async fn head(connection: &mut PgConnection) -> Result<Position, sqlx::Error> {
    sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(connection).await
}

/// Some projections' checkpoints, without a lock.
async fn positions(
    connection: &mut PgConnection,
    schema: &Schema,
    projections: &[Projection],
) -> Result<Vec<(Projection, Position)>, RebuildError> {
    let sql = schema.sql("SELECT name, position FROM {schema}.projections");
    let found: Vec<(String, Position)> = sqlx::query_as(&sql).fetch_all(connection).await?;
    projections
        .iter()
        .map(|projection| {
            let row = found.iter().find(|(name, _)| name == projection.name());
            let missing = RebuildError::Projector(ProjectorError::NoCheckpoint(projection.name()));
            row.map(|(_, position)| (*projection, *position)).ok_or(missing)
        })
        .collect()
}
