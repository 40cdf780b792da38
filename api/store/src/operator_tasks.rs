//! Tasks that operators start at a screen and a projecting process carries out: who asked, how far it is, what it
//! found. A screen writes `wanted` and new rows; everything else is written by the process that has the task.
//! Its functions fail when the database does not answer.

pub mod work;

use chrono::{DateTime, Utc};
use fairway_events::from_row;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;
use uuid::Uuid;

use super::operator_actions::ActingOperator;

/// The kind of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Rebuilding projections.
    Rebuild,
    /// Verifying journal, seal and read models.
    Verify,
}

impl Kind {
    /// The name in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rebuild => "rebuild",
            Self::Verify => "verify",
        }
    }

    /// By its name in the table.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Rebuild, Self::Verify].into_iter().find(|kind| kind.as_str() == name)
    }
}

/// The arguments of a task.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Arguments {
    /// The projections to rebuild, by name.
    pub projections: Vec<String>,
    /// Only to compare: nothing can be swapped afterwards.
    pub dry_run: bool,
    /// Heads of the seal that were kept elsewhere, to hold the journal against.
    pub heads: Vec<String>,
}

/// A task.
#[derive(Debug, Clone)]
pub struct OperatorTask {
    /// Its id.
    pub id: Uuid,
    /// `rebuild` or `verify`.
    pub kind: String,
    /// `waiting`, `running`, `ready`, `done`, `failed` or `cancelled`.
    pub state: String,
    /// `swap` or `cancel`: what an operator decided and is not carried out yet.
    pub wanted: Option<String>,
    /// Its arguments.
    pub arguments: Json<Arguments>,
    /// The name of the operator who asked.
    pub operator: String,
    /// Why.
    pub reason: String,
    /// When.
    pub asked_at: DateTime<Utc>,
    /// When a process began with it.
    pub started_at: Option<DateTime<Utc>>,
    /// How long ago that process last said that it works on it, seconds by the database's clock.
    pub silent_seconds: Option<f64>,
    /// The present step.
    pub step: String,
    /// How much of the step is done.
    pub done: i64,
    /// How much there is.
    pub total: i64,
    /// Of the step, per second.
    pub rate: Option<f64>,
    /// Why it failed, or why the last decision was not carried out.
    pub error: Option<String>,
    /// Its findings.
    pub result: Option<Json<serde_json::Value>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

from_row!(OperatorTask {
    id,
    kind,
    state,
    wanted,
    arguments,
    operator,
    reason,
    asked_at,
    started_at,
    silent_seconds,
    step,
    done,
    total,
    rate,
    error,
    result,
    finished_at
});

/// The columns of a task.
const COLUMNS: &str = "id, kind, state, wanted, arguments, operator, reason, asked_at, started_at,
    extract(epoch FROM clock_timestamp() - heartbeat_at)::float8 AS silent_seconds,
    step, done, total, rate, error, result, finished_at";

/// Adds a task, unless one of its kind is not finished: returns whether it did.
pub async fn add(
    connection: &mut PgConnection,
    id: Uuid,
    kind: Kind,
    arguments: &Arguments,
    by: &ActingOperator,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "INSERT INTO operator_tasks (id, kind, arguments, operator_id, operator, reason, asked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (kind) WHERE finished_at IS NULL DO NOTHING",
    )
    .bind(id)
    .bind(kind.as_str())
    .bind(Json(arguments))
    .bind(by.id)
    .bind(&by.name)
    .bind(reason)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// The latest tasks of a kind, those without an end first, without their findings.
pub async fn list(pool: &PgPool, kind: Kind, limit: i64) -> Result<Vec<OperatorTask>, sqlx::Error> {
    let columns = COLUMNS.replace("error, result,", "error, NULL::jsonb AS result,");
    let sql = format!(
        "SELECT {columns} FROM operator_tasks WHERE kind = $1
         ORDER BY finished_at IS NULL DESC, asked_at DESC LIMIT $2"
    );
    sqlx::query_as(&sql).bind(kind.as_str()).bind(limit).fetch_all(pool).await
}

/// A task with what it found.
pub async fn find(pool: &PgPool, id: Uuid) -> Result<Option<OperatorTask>, sqlx::Error> {
    let sql = format!("SELECT {COLUMNS} FROM operator_tasks WHERE id = $1");
    sqlx::query_as(&sql).bind(id).fetch_optional(pool).await
}

/// The same, locked until the end of the transaction: what is decided about it depends on its state.
pub async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Option<OperatorTask>, sqlx::Error> {
    let columns = COLUMNS.replace("error, result,", "error, NULL::jsonb AS result,");
    let sql = format!("SELECT {columns} FROM operator_tasks WHERE id = $1 FOR UPDATE");
    sqlx::query_as(&sql).bind(id).fetch_optional(connection).await
}

/// Writes what an operator decided, for the process that carries it out.
pub async fn decide(connection: &mut PgConnection, id: Uuid, wanted: &str) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operator_tasks SET wanted = $2, error = NULL WHERE id = $1")
        .bind(id)
        .bind(wanted)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Cancels a task that no process has taken.
pub async fn cancel_waiting(
    connection: &mut PgConnection,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operator_tasks SET state = 'cancelled', finished_at = $2 WHERE id = $1")
        .bind(id)
        .bind(now)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Deletes tasks that ended before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM operator_tasks WHERE finished_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
