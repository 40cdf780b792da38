//! The replacement of the tables: one short transaction in which the twins replace the live tables.
//!
//! - **Exactly once.** The lock on the live checkpoints blocks the live projector. The twins are filled up to its
//!   position; after the replacement it continues from the checkpoint that the same transaction writes.
//! - **No read fails, is stale or finds nothing.** A query during the replacement waits for its lock and is then
//!   planned again, over the new tables; prepared statements too. The new tables are never behind the old ones.
//! - **No reader is cancelled.** Locks are taken in one statement whose time limit is far shorter than the server's
//!   deadlock check; when it passes, readers continue and the replacement is tried again.
//! - **Views show the new tables.** A view refers to a table and not to its name, so views are bound to the new
//!   tables in the same transaction.

use std::time::Duration;

use fairway_events::Position;
use sqlx::{Executor, PgConnection};

use super::old::REPLACED_COMMENT;
use super::{Rebuild, RebuildError, head, positions};
use crate::projector::{Checkpoints, Stopped};
use crate::{Projection, ProjectorError, Schema};

/// How long the server waits for the next statement of the replacement before it rolls back and releases the tables.
const IDLE_TIMEOUT: &str = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

/// How long the replacement waits for the live projector to finish its batch.
const PROJECTOR_WAIT: Duration = Duration::from_secs(30);

/// The tables were replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// The live tables' position before the replacement.
    pub before: Position,
    /// Their position after the replacement.
    pub position: Position,
    /// The schema of the replaced tables.
    pub old: Schema,
    /// The number of tries.
    pub tries: u32,
}

/// The outcome of one try.
enum Try {
    Done {
        before: Position,
        position: Position,
        old: Schema,
    },
    /// Another session holds the tables.
    Busy {
        holders: Vec<String>,
    },
}

/// How often it is checked whether older transactions have ended.
const OLDER_PAUSE: Duration = Duration::from_millis(100);

impl Rebuild {
    /// Brings the twins to the live tables' position, replaces the live tables with them, and drops the twins' schema.
    ///
    /// # Errors
    /// [`RebuildError::Busy`], [`RebuildError::Behind`], [`RebuildError::Immovable`] or the database's refusal: then
    /// nothing changed and it can be tried again.
    pub async fn replace_tables(self) -> Result<Replaced, RebuildError> {
        let replaced = self.replace_when_free().await;
        self.pause().await?;
        replaced
    }

    async fn replace_when_free(&self) -> Result<Replaced, RebuildError> {
        let (mut tries, mut waited) = (1, Duration::ZERO);
        loop {
            let stopped = self.fill(|_| ()).await?.stopped;
            if let Some(holders) = self.transactions_blocking_indexes().await? {
                if waited >= self.options.older_wait {
                    return Err(RebuildError::Busy { tries, holders });
                }
                tokio::time::sleep(OLDER_PAUSE).await;
                waited += OLDER_PAUSE;
                continue;
            }
            match self.try_replace(stopped).await? {
                Try::Done { before, position, old } => return Ok(Replaced { before, position, old, tries }),
                Try::Busy { holders } if tries >= self.options.tries => {
                    return Err(RebuildError::Busy { tries, holders });
                }
                Try::Busy { holders: _ } => tries += 1,
            }
            tokio::time::sleep(self.options.pause).await;
        }
    }

    /// The transactions because of which the server cannot use an index of the twins yet: after a replacement now, it would
    /// scan whole tables.
    async fn transactions_blocking_indexes(&self) -> Result<Option<Vec<String>>, RebuildError> {
        let unusable: bool = sqlx::query_scalar(include_str!("unusable.sql"))
            .bind(self.options.schema.name())
            .fetch_one(&self.pool)
            .await?;
        if !unusable {
            return Ok(None);
        }
        Ok(Some(sqlx::query_scalar(include_str!("older.sql")).fetch_all(&self.pool).await?))
    }

    async fn try_replace(&self, stopped: Option<Stopped>) -> Result<Try, RebuildError> {
        let mut transaction = self.pool.begin().await?;
        let error = match self.attempt(&mut transaction, stopped).await {
            Ok((before, position, old)) => match transaction.commit().await {
                Ok(()) => return Ok(Try::Done { before, position, old }),
                Err(error) => return Err(error.into()),
            },
            Err(error) => error,
        };
        let busy = is_busy(&error);
        transaction.rollback().await?;
        if !busy {
            return Err(error);
        }
        let tables: Vec<&str> = self.tables().collect();
        let holders =
            sqlx::query_scalar(include_str!("holders.sql")).bind(tables).fetch_all(&self.pool).await?;
        Ok(Try::Busy { holders })
    }

    async fn attempt(
        &self,
        connection: &mut PgConnection,
        stopped: Option<Stopped>,
    ) -> Result<(Position, Position, Schema), RebuildError> {
        let (live, twins_schema) = (Schema::live(), &self.options.schema);
        connection.execute(IDLE_TIMEOUT).await?;
        set_statement_timeout(connection, PROJECTOR_WAIT).await?;
        let locked = Checkpoints::lock(connection, &live, &self.projections).await?;
        let targets: Vec<_> = locked.positions().collect();
        self.catch_up(connection, &targets).await?;
        let twins = positions(connection, twins_schema, &self.projections).await?;
        let head = head(connection).await?;
        for ((_, live), (_, position)) in targets.iter().zip(&twins) {
            // Rows beyond the journal's head cannot be rebuilt, so they do not block the replacement.
            if position < live && *live <= head {
                return Err(RebuildError::Behind { position: *position, live: *live, stopped });
            }
        }
        let furthest =
            |all: &[(Projection, Position)]| all.iter().map(|(_, position)| *position).max().unwrap_or(0);
        let (before, position) = (furthest(&targets), furthest(&twins));
        refuse_immovable(connection, self.tables().collect()).await?;
        set_statement_timeout(connection, self.options.lock_wait).await?;
        // Only a superuser may set this: the replacement then notices a deadlock first, and an autovacuum that holds the
        // tables is cancelled.
        connection
            .execute(
                "SELECT set_config('deadlock_timeout', '100ms', true) WHERE current_setting('is_superuser') = 'on'",
            )
            .await?;
        let tables: Vec<String> = self
            .tables()
            .flat_map(|table| {
                [format!("{}.{table}", live.name()), format!("{}.{table}", twins_schema.name())]
            })
            .collect();
        let lock = format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", "));
        connection.execute(lock.as_str()).await?;
        let old = self.exchange_tables(connection).await?;
        Ok((before, position, old))
    }

    async fn exchange_tables(&self, connection: &mut PgConnection) -> Result<Schema, sqlx::Error> {
        let (live, twins_schema) = (Schema::live(), &self.options.schema);
        let tables: Vec<&str> = self.tables().collect();
        // With no schema on the path, view definitions are written with schema names.
        connection.execute("SET LOCAL search_path = pg_catalog").await?;
        let views: Vec<String> =
            sqlx::query_scalar(include_str!("views.sql")).bind(&tables).fetch_all(&mut *connection).await?;
        // The database's clock is the one clock that all processes share.
        let name: String = sqlx::query_scalar(
            "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', '\"old_\"YYYYMMDD_HH24MISS_US')",
        )
        .fetch_one(&mut *connection)
        .await?;
        let old = Schema::plain(&name);
        connection.execute(format!("CREATE SCHEMA {name}").as_str()).await?;
        let comment = format!("{REPLACED_COMMENT}: {}", tables.join(", "));
        connection.execute(format!("COMMENT ON SCHEMA {name} IS '{comment}'").as_str()).await?;
        for table in &tables {
            for (from, to) in [(&live, &old), (twins_schema, &live)] {
                let sql = format!("ALTER TABLE {}.{table} SET SCHEMA {}", from.name(), to.name());
                connection.execute(sql.as_str()).await?;
            }
        }
        for view in views {
            connection.execute(view.as_str()).await?;
        }
        connection
            .execute(
                twins_schema.sql(
                    "UPDATE public.projections AS live
                     SET position = twin.position, as_of = twin.as_of, state = twin.state, last_error = twin.last_error
                     FROM {schema}.projections AS twin WHERE live.name = twin.name",
                )
                .as_str(),
            )
            .await?;
        // Without CASCADE: objects that a rebuild did not create make the replacement fail and are not dropped.
        connection.execute(twins_schema.sql("DROP TABLE {schema}.projections").as_str()).await?;
        connection.execute(twins_schema.sql("DROP SCHEMA {schema}").as_str()).await?;
        Ok(old)
    }
}

/// Whether an error means that another session holds the tables: a time-out of a statement or of a lock, or a deadlock.
fn is_busy(error: &RebuildError) -> bool {
    let refusal = match error {
        RebuildError::Database(error) | RebuildError::Projector(ProjectorError::Database(error)) => {
            error.as_database_error()
        }
        RebuildError::Projector(
            ProjectorError::NoCheckpoint(_)
            | ProjectorError::MissingRows { .. }
            | ProjectorError::AheadOfJournal { .. }
            | ProjectorError::AnotherJournal { .. }
            | ProjectorError::Panicked { .. },
        )
        | RebuildError::Schema(_)
        | RebuildError::ReaderEnded
        | RebuildError::Running
        | RebuildError::Unfinished { .. }
        | RebuildError::Immovable(_)
        | RebuildError::Busy { .. }
        | RebuildError::Behind { .. } => None,
    };
    let code = refusal.and_then(|refusal| refusal.code());
    code.is_some_and(|code| ["57014", "55P03", "40P01"].contains(&code.as_ref()))
}

/// Sets the time limit of every following statement of this transaction. It is for the whole statement and not for each
/// lock, because the first of many locks is held while the statement waits for the last.
async fn set_statement_timeout(connection: &mut PgConnection, longest: Duration) -> Result<(), sqlx::Error> {
    let sql = format!("SET LOCAL statement_timeout = {}", longest.as_millis());
    connection.execute(sql.as_str()).await?;
    Ok(())
}

async fn refuse_immovable(connection: &mut PgConnection, tables: Vec<&str>) -> Result<(), RebuildError> {
    let found: Vec<String> =
        sqlx::query_scalar(include_str!("immovable.sql")).bind(tables).fetch_all(connection).await?;
    if found.is_empty() { Ok(()) } else { Err(RebuildError::Immovable(found)) }
}
