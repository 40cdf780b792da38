//! The record of changes of the content, each with the state before and after. A row is never changed or deleted. Its
//! functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::from_row;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::kind::Kind;
use super::state::{ItemState, LastChange};

/// An act on an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Published for the first time.
    Add,
    /// Published another text.
    Save,
    /// Kept a draft.
    Draft,
    /// Gave a draft a time at which it appears.
    Schedule,
    /// Threw the draft away.
    Discard,
    /// Removed the item.
    Remove,
    /// Restored the state before a change.
    Undo,
    /// An import wrote it.
    Import,
    /// The schedule published the draft.
    Appear,
    /// The schedule took it from the members.
    Vanish,
    /// The schedule could not publish the draft, which waits for an operator.
    Refuse,
}

impl Action {
    /// As in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Save => "save",
            Self::Draft => "draft",
            Self::Schedule => "schedule",
            Self::Discard => "discard",
            Self::Remove => "remove",
            Self::Undo => "undo",
            Self::Import => "import",
            Self::Appear => "appear",
            Self::Vanish => "vanish",
            Self::Refuse => "refuse",
        }
    }
}

/// The author of a change, and the reason.
#[derive(Debug, Clone)]
pub struct Author {
    /// An operator's name, `import` or `schedule`.
    pub name: String,
    /// The operator's account.
    pub id: Option<Uuid>,
    /// Why.
    pub reason: String,
}

/// Waits until nobody else writes content, until the transaction ends.
pub async fn lock(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT version FROM reference_version FOR UPDATE").execute(connection).await.map(|_| ())
}

/// Makes every node read again what it keeps in memory.
pub async fn raise_version(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE reference_version SET version = version + 1").execute(connection).await.map(|_| ())
}

/// A change to record.
#[derive(Debug, Clone, Copy)]
pub struct NewChange<'a> {
    /// The kind of the item.
    pub kind: Kind,
    /// The item's key.
    pub key: &'a str,
    /// The act.
    pub action: Action,
    /// Its author, and the reason.
    pub author: &'a Author,
    /// The state before.
    pub before: &'a ItemState,
    /// The state after.
    pub after: &'a ItemState,
}

/// Records a change.
pub async fn record(
    executor: impl PgExecutor<'_>,
    change: NewChange<'_>,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let NewChange { kind, key, action, author, before, after } = change;
    sqlx::query(
        "INSERT INTO content_changes (at, kind, key, action, before, after, operator, operator_id, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(at)
    .bind(kind.as_str())
    .bind(key)
    .bind(action.as_str())
    .bind(Json(before))
    .bind(Json(after))
    .bind(&author.name)
    .bind(author.id)
    .bind(&author.reason)
    .execute(executor)
    .await
    .map(|_| ())
}

/// The last change of each item of a kind, or of one item; by key.
pub async fn last(
    executor: impl PgExecutor<'_>,
    kind: Kind,
    key: Option<&str>,
) -> Result<Vec<(String, LastChange)>, sqlx::Error> {
    let rows: Vec<(String, i64, DateTime<Utc>, String)> = sqlx::query_as(
        "SELECT DISTINCT ON (key) key, id, at, operator FROM content_changes
         WHERE kind = $1 AND ($2::text IS NULL OR key = $2) ORDER BY key, id DESC",
    )
    .bind(kind.as_str())
    .bind(key)
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|(key, id, at, operator)| (key, LastChange { id, at, operator })).collect())
}

/// A recorded change.
#[derive(Debug, Clone)]
pub struct Change {
    /// Its number; the version of the item after it.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// The kind of the item.
    pub kind: String,
    /// The item's key.
    pub key: String,
    /// The act, as [`Action::as_str`] writes it.
    pub action: String,
    /// The state before.
    pub before: Json<ItemState>,
    /// The state after.
    pub after: Json<ItemState>,
    /// The author's name.
    pub operator: String,
    /// Why.
    pub reason: String,
    /// The item's version now.
    pub version: i64,
}

from_row!(Change { id, at, kind, key, action, before, after, operator, reason, version });

/// Changes, latest first: of a kind, of an item, before another one.
pub async fn list(
    executor: impl PgExecutor<'_>,
    kind: Option<Kind>,
    key: Option<&str>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Change>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, at, kind, key, action, before, after, operator, reason,
             (SELECT max(id) FROM content_changes latest WHERE latest.kind = change.kind AND latest.key = change.key) AS version
         FROM content_changes change
         WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR key = $2) AND ($3::bigint IS NULL OR id < $3)
         ORDER BY id DESC LIMIT $4",
    )
    .bind(kind.map(Kind::as_str))
    .bind(key)
    .bind(before)
    .bind(limit)
    .fetch_all(executor)
    .await
}

/// One change.
pub async fn one(executor: impl PgExecutor<'_>, id: i64) -> Result<Option<Change>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, at, kind, key, action, before, after, operator, reason, id AS version
         FROM content_changes WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(executor)
    .await
}
