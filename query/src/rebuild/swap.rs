//! The swap: one short transaction in which the twins take the live tables' place.
//!
//! - **Exactly once.** The lock on the live checkpoints keeps the live projector out, so what it has taken in is
//!   what the twins take in before they change places; it goes on from the checkpoint that the same transaction leaves.
//! - **No read fails, is stale or finds nothing.** A reader that comes during the swap waits for its lock and is then
//!   planned again, over the new tables; prepared statements too. The new tables are never behind the old ones.
//! - **No reader is cancelled.** Locks are taken in one statement that gives up long before the server would
//!   check for a deadlock; then readers go on, and the swap tries again.
//! - **Views follow.** They refer to tables and not to names, so they are bound to the new ones in the same
//!   transaction.

use std::time::Duration;

use fairway_events::Position;
use sqlx::{Executor, PgConnection};

use super::old::REPLACED;
use super::{Rebuild, RebuildError, head, positions};
use crate::projector::{Checkpoints, Stopped};
use crate::{Projection, ProjectorError, Schema};

/// How long the server waits for the next statement in the middle of the swap, before it releases the tables.
const IDLE_TIMEOUT: &str = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

/// How long the live projector may take for the batch that it is writing.
const PROJECTOR_WAIT: Duration = Duration::from_secs(30);

/// The swap took place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swapped {
    /// Where the live tables were.
    pub before: Position,
    /// Where they are now.
    pub position: Position,
    /// Where the formerly live tables are stored.
    pub old: Schema,
    /// How often it was tried.
    pub tries: u32,
}

/// One try.
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
    /// Puts the twins in the live tables' place, brought to where those are, and removes what is left of their schema.
    ///
    /// # Errors
    /// [`RebuildError::Busy`], [`RebuildError::Behind`], [`RebuildError::Immovable`] or the database's refusal: then
    /// nothing changed and it can be tried again.
    pub async fn swap(self) -> Result<Swapped, RebuildError> {
        let swapped = self.swap_when_free().await;
        self.pause().await?;
        swapped
    }

    async fn swap_when_free(&self) -> Result<Swapped, RebuildError> {
        let (mut tries, mut waited) = (1, Duration::ZERO);
        loop {
            let stopped = self.fill(|_| ()).await?.stopped;
            if let Some(holders) = self.unusable().await? {
                if waited >= self.options.older_wait {
                    return Err(RebuildError::Busy { tries, holders });
                }
                tokio::time::sleep(OLDER_PAUSE).await;
                waited += OLDER_PAUSE;
                continue;
            }
            match self.try_swap(stopped).await? {
                Try::Done { before, position, old } => return Ok(Swapped { before, position, old, tries }),
                Try::Busy { holders } if tries >= self.options.tries => {
                    return Err(RebuildError::Busy { tries, holders });
                }
                Try::Busy { holders: _ } => tries += 1,
            }
            tokio::time::sleep(self.options.pause).await;
        }
    }

    /// Who keeps the server from using an index of the twins: swapped in now, their tables would be scanned whole.
    async fn unusable(&self) -> Result<Option<Vec<String>>, RebuildError> {
        let unusable: bool = sqlx::query_scalar(include_str!("unusable.sql"))
            .bind(self.options.schema.name())
            .fetch_one(&self.pool)
            .await?;
        if !unusable {
            return Ok(None);
        }
        Ok(Some(sqlx::query_scalar(include_str!("older.sql")).fetch_all(&self.pool).await?))
    }

    async fn try_swap(&self, stopped: Option<Stopped>) -> Result<Try, RebuildError> {
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
        let (live, side) = (Schema::live(), &self.options.schema);
        connection.execute(IDLE_TIMEOUT).await?;
        limit(connection, PROJECTOR_WAIT).await?;
        let locked = Checkpoints::lock(connection, &live, &self.projections).await?;
        let targets: Vec<_> = locked.positions().collect();
        self.catch_up(connection, &targets).await?;
        let twins = positions(connection, side, &self.projections).await?;
        let head = head(connection).await?;
        for ((_, live), (_, position)) in targets.iter().zip(&twins) {
            // What live tables hold beyond the journal cannot be made again.
            if position < live && *live <= head {
                return Err(RebuildError::Behind { position: *position, live: *live, stopped });
            }
        }
        let furthest = |all: &[(Projection, Position)]| all.iter().map(|(_, at)| *at).max().unwrap_or(0);
        let (before, position) = (furthest(&targets), furthest(&twins));
        refuse_immovable(connection, self.tables().collect()).await?;
        limit(connection, self.options.lock_wait).await?;
        // Where we may: be the first to notice a deadlock, and take the tables from an autovacuum.
        connection
            .execute(
                "SELECT set_config('deadlock_timeout', '100ms', true) WHERE current_setting('is_superuser') = 'on'",
            )
            .await?;
        let tables: Vec<String> = self
            .tables()
            .flat_map(|table| [format!("{}.{table}", live.name()), format!("{}.{table}", side.name())])
            .collect();
        let lock = format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", "));
        connection.execute(lock.as_str()).await?;
        let old = self.change_places(connection).await?;
        Ok((before, position, old))
    }

    async fn change_places(&self, connection: &mut PgConnection) -> Result<Schema, sqlx::Error> {
        let (live, side) = (Schema::live(), &self.options.schema);
        let tables: Vec<&str> = self.tables().collect();
        // With no schema on the path, definitions name theirs.
        connection.execute("SET LOCAL search_path = pg_catalog").await?;
        let views: Vec<String> =
            sqlx::query_scalar(include_str!("views.sql")).bind(&tables).fetch_all(&mut *connection).await?;
        // By the database's clock, which every process of the system shares.
        let name: String = sqlx::query_scalar(
            "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', '\"old_\"YYYYMMDD_HH24MISS_US')",
        )
        .fetch_one(&mut *connection)
        .await?;
        let old = Schema::plain(&name);
        connection.execute(format!("CREATE SCHEMA {name}").as_str()).await?;
        let comment = format!("{REPLACED}: {}", tables.join(", "));
        connection.execute(format!("COMMENT ON SCHEMA {name} IS '{comment}'").as_str()).await?;
        for table in &tables {
            for (from, to) in [(&live, &old), (side, &live)] {
                let sql = format!("ALTER TABLE {}.{table} SET SCHEMA {}", from.name(), to.name());
                connection.execute(sql.as_str()).await?;
            }
        }
        for view in views {
            connection.execute(view.as_str()).await?;
        }
        connection
            .execute(
                side.sql(
                    "UPDATE public.projections AS live
                     SET position = twin.position, as_of = twin.as_of, state = twin.state, last_error = twin.last_error
                     FROM {schema}.projections AS twin WHERE live.name = twin.name",
                )
                .as_str(),
            )
            .await?;
        // Without CASCADE: what is not ours is not dropped but refuses the swap.
        connection.execute(side.sql("DROP TABLE {schema}.projections").as_str()).await?;
        connection.execute(side.sql("DROP SCHEMA {schema}").as_str()).await?;
        Ok(old)
    }
}

/// Whether a failure says that another session holds the tables at this moment: a time-out of a statement or of a
/// lock, or a deadlock.
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

/// Bounds every statement that follows in this transaction. A whole statement, not each lock that it waits for: the
/// first of many locks is held while waiting for the last.
async fn limit(connection: &mut PgConnection, longest: Duration) -> Result<(), sqlx::Error> {
    let sql = format!("SET LOCAL statement_timeout = {}", longest.as_millis());
    connection.execute(sql.as_str()).await?;
    Ok(())
}

async fn refuse_immovable(connection: &mut PgConnection, tables: Vec<&str>) -> Result<(), RebuildError> {
    let found: Vec<String> =
        sqlx::query_scalar(include_str!("immovable.sql")).bind(tables).fetch_all(connection).await?;
    if found.is_empty() { Ok(()) } else { Err(RebuildError::Immovable(found)) }
}
