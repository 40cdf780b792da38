//! Rebuilds projections from the journal's beginning, beside the live tables, and replaces them.
//!
//! Blue-green replacement: copies of the tables (twins) in a separate schema are filled by the projector's own folds
//! while requests read the live tables. Then the twins are indexed, brought to the live position, compared, and replaced
//! in one short transaction. Every batch moves the twins' checkpoint in its own transaction, so that a killed rebuild
//! continues at that checkpoint. The replaced tables are stored in a schema `old_…` until an operator drops it.
//!
//! At most five batches of events are in memory, independent of the journal's length.
//! The same machinery replays into a scratch schema for `replay-tool verify`, which never replaces tables.
//! Its functions fail when the database does not answer.

mod compare;
mod fill;
mod indexes;
mod mark;
mod old;
mod replace_tables;
mod schedule;

use std::time::Duration;

use fairway_events::{Journal, Position};
use sqlx::{Connection, PgConnection, PgPool};

use crate::projector::stops;
use crate::{Pace, Projection, ProjectorError, Schema, SchemaError, Stopped};

pub use compare::{Aligned, Comparison, Difference};
pub use fill::Filled;
use mark::mark;
pub use old::{OldSchema, drop_old, old_schemas};
pub use replace_tables::Replaced;

/// The schema in which the new tables are created.
const SCHEMA: &str = "rebuild";

/// How a rebuild works.
#[derive(Debug, Clone)]
pub struct RebuildOptions {
    /// The schema in which the twins are created.
    pub schema: Schema,
    /// Events per transaction. Up to five batches are held in memory: three are written, two read ahead.
    pub batch: i64,
    /// How much of the time it works. A gentle one writes one projection at a time, and its indexes exist before the
    /// first row: making them of full tables at the end would be long work without a rest.
    pub pace: Pace,
    /// How long a replacement may wait for the locks of readers, each time. New readers queue behind it meanwhile.
    pub lock_wait: Duration,
    /// How often a replacement is tried, with a pause of `pause` between, before the rebuild stops with
    /// [`RebuildError::Busy`].
    pub tries: u32,
    /// The pause between two tries.
    pub pause: Duration,
    /// How long a replacement waits for transactions that are older than the new indexes, in any database of the server.
    pub older_wait: Duration,
}

impl Default for RebuildOptions {
    fn default() -> Self {
        Self {
            schema: Schema::rebuild(),
            batch: 10_000,
            pace: Pace::FULL,
            lock_wait: Duration::from_millis(300),
            tries: 60,
            pause: Duration::from_millis(700),
            older_wait: Duration::from_secs(60),
        }
    }
}

impl RebuildOptions {
    /// Beside a portal that serves: small batches with rests, so that neither its requests nor its projectors wait.
    #[must_use]
    pub fn gentle() -> Self {
        Self { batch: 500, pace: Pace::GENTLE, ..Self::default() }
    }
}

/// Why a rebuild stopped. The live tables are unchanged; the twins remain, and the next run continues with them.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// The database did not answer, or refused.
    #[error("the database refused or did not answer")]
    Database(#[from] sqlx::Error),
    /// The twins cannot be created.
    #[error("the new tables cannot be made")]
    Schema(#[from] SchemaError),
    /// The folds' outcome cannot be written.
    #[error("the new tables cannot be written")]
    Projector(#[from] ProjectorError),
    /// The task that reads the journal ended too early.
    #[error("the reading of the journal broke off")]
    ReaderEnded,
    /// Another process is rebuilding.
    #[error("another rebuild is running on this database")]
    Running,
    /// The schema holds an unfinished rebuild that this one cannot continue.
    #[error("schema {schema} holds an unfinished rebuild of {found}, not of {wanted}")]
    Unfinished {
        /// The schema.
        schema: String,
        /// The projections and folds of the unfinished rebuild.
        found: String,
        /// The projections and folds of this rebuild.
        wanted: String,
    },
    /// Something depends on the live tables and cannot be moved to the new ones.
    #[error("these hang on the live tables and would stay with the old ones: {}", .0.join(", "))]
    Immovable(Vec<String>),
    /// The replacement could not lock the tables, or their indexes could not be used yet.
    #[error("at each of {tries} tries the swap found the tables, or what their indexes wait for, held; by {}", .holders.join(", "))]
    Busy {
        /// How often it was tried.
        tries: u32,
        /// The processes that held a lock, or were in an older transaction, at the last try.
        holders: Vec<String>,
    },
    /// The twins are behind the live tables.
    #[error("the new tables stand at {position}, behind the live ones at {live}{}", .stopped.as_ref().map(|stopped| format!(": {stopped}")).unwrap_or_default())]
    Behind {
        /// The twins' position.
        position: Position,
        /// The live tables' position.
        live: Position,
        /// The event that stops a twin, if one does.
        stopped: Option<Stopped>,
    },
}

/// Twins of some projections' tables that are to replace the live tables. It holds a lock, so that no other process can
/// rebuild in the same schema.
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
    /// Creates the twins, or finds those of an unfinished rebuild of the same projections by the same folds.
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
            if options.pace.is_gentle() {
                for table in projections.iter().flat_map(|projection| projection.tables()) {
                    options.schema.index_in(&mut transaction, table).await?;
                }
            }
            sqlx::query(&comment).execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        let options = RebuildOptions { schema: options.schema.in_bulk(), ..options };
        Ok(Self { pool, projections, options, resumed: found.is_some(), lock })
    }

    /// Removes the twins of an unfinished rebuild of any projections.
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

    /// Keeps the twins for a later run and releases the lock. Dropping the value does the same, but the lock is
    /// released only when the server notices the closed connection.
    pub async fn pause(mut self) -> Result<(), RebuildError> {
        sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut self.lock).await?;
        self.lock.close().await?;
        Ok(())
    }

    /// Whether it continues an unfinished rebuild.
    #[must_use]
    pub const fn resumed(&self) -> bool {
        self.resumed
    }

    /// The projections that are rebuilt.
    #[must_use]
    pub fn projections(&self) -> &[Projection] {
        &self.projections
    }

    /// The position of the twins that are not stopped; the lowest where they differ.
    pub async fn position(&self) -> Result<Position, RebuildError> {
        let (running, stopped) = self.running().await?;
        let stopped = stopped.iter().map(|(_, position)| *position);
        Ok(running.iter().map(|(_, position)| *position).min().or(stopped.min()).unwrap_or(0))
    }

    /// The projections whose next event is readable, and those that are stopped before an unreadable event.
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

    /// The tables that are rebuilt.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.projections.iter().flat_map(|projection| projection.tables())
    }
}

impl Schema {
    /// The schema of twins that are to replace the live tables.
    #[must_use]
    pub fn rebuild() -> Self {
        Self::plain(SCHEMA)
    }

    /// The schema of a replay that is only compared with the live tables.
    #[must_use]
    pub fn scratch() -> Self {
        Self::plain("verify_scratch")
    }
}

/// The mark of a schema, if the schema exists. An unmarked schema is not one of ours.
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
