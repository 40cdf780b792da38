//! The side of the process that works on tasks: taking one, saying how far it is, ending it.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::{COLUMNS, OperatorTask};

/// A process that was silent for so long lost its task.
const SILENCE: &str = "interval '30 seconds'";

/// How far a task is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TaskProgress {
    /// The present step.
    pub step: String,
    /// How much of it is done.
    pub done: i64,
    /// How much there is.
    pub total: i64,
    /// Per second.
    pub rate: Option<f64>,
}

/// Whether a task waits for a process, without a lock.
fn is_open() -> String {
    format!(
        "finished_at IS NULL AND (
             state = 'waiting' OR state = 'ready' AND wanted IS NOT NULL
             OR state = 'running' AND (heartbeat_at IS NULL OR heartbeat_at < clock_timestamp() - {SILENCE})
         )"
    )
}

/// Whether there is a task to take: one that waits, or whose process is gone, while no process works on another.
pub async fn open_to(pool: &PgPool) -> Result<bool, sqlx::Error> {
    let sql = format!("SELECT EXISTS (SELECT FROM operator_tasks WHERE {})", is_open());
    sqlx::query_scalar(&sql).fetch_one(pool).await
}

/// Whether the log-in owns the tables and may make a schema.
pub async fn may_rebuild(pool: &PgPool) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT has_database_privilege(current_database(), 'CREATE') AND pg_has_role(relowner, 'USAGE')
         FROM pg_class WHERE oid = 'events'::regclass",
    )
    .fetch_one(pool)
    .await
}

/// Takes the oldest task that waits, or whose process is gone, unless a process works on another: one at a time, over all
/// processes.
pub async fn take(
    pool: &PgPool,
    worker: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<OperatorTask>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('fairway'), hashtext('operator_tasks'))")
        .execute(&mut *transaction)
        .await?;
    let sql = format!(
        "UPDATE operator_tasks SET state = 'running', worker = $1, heartbeat_at = clock_timestamp(),
             started_at = coalesce(started_at, $2)
         WHERE id = (SELECT id FROM operator_tasks WHERE {} ORDER BY asked_at LIMIT 1)
             AND NOT EXISTS (
                 SELECT FROM operator_tasks
                 WHERE state = 'running' AND heartbeat_at >= clock_timestamp() - {SILENCE}
             )
         RETURNING {COLUMNS}",
        is_open()
    );
    let taken = sqlx::query_as(&sql).bind(worker).bind(now).fetch_optional(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(taken)
}

/// Says how far a task is. Returns what an operator wants meanwhile; none at all where the process has lost the task.
pub async fn progress(
    pool: &PgPool,
    id: Uuid,
    worker: Uuid,
    progress: &TaskProgress,
) -> Result<Option<Option<String>>, sqlx::Error> {
    sqlx::query_scalar(
        "UPDATE operator_tasks SET heartbeat_at = clock_timestamp(), step = $3, done = $4, total = $5, rate = $6
         WHERE id = $1 AND worker = $2 AND state = 'running' RETURNING wanted",
    )
    .bind(id)
    .bind(worker)
    .bind(&progress.step)
    .bind(progress.done)
    .bind(progress.total)
    .bind(progress.rate)
    .fetch_optional(pool)
    .await
}

/// How a task ended, or that it is `ready`.
#[derive(Debug)]
pub struct Ended {
    /// Its state from now on.
    pub state: &'static str,
    /// Its findings; none: the earlier ones stay.
    pub result: Option<Value>,
    /// Why it failed.
    pub error: Option<String>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Writes how a task ended. The decision that led here is carried out. Does nothing where the process has lost the task.
pub async fn finish(
    connection: &mut PgConnection,
    id: Uuid,
    worker: Uuid,
    ended: Ended,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE operator_tasks SET state = $3, result = coalesce($4, result), error = $5, finished_at = $6,
             wanted = NULL, worker = NULL, heartbeat_at = NULL, rate = NULL
         WHERE id = $1 AND worker = $2 AND state = 'running'",
    )
    .bind(id)
    .bind(worker)
    .bind(ended.state)
    .bind(ended.result.map(Json))
    .bind(ended.error)
    .bind(ended.finished_at)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Gives the tasks of a process back, so that another takes them at once: this one ends.
pub async fn release(pool: &PgPool, worker: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operator_tasks SET heartbeat_at = NULL WHERE worker = $1 AND state = 'running'")
        .bind(worker)
        .execute(pool)
        .await
        .map(|_| ())
}
