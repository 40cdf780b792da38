//! The content that members see, as rows of the data set's files. Its functions fail when the database does not answer.

use serde_json::Value;
use sqlx::{PgExecutor, Row};

use super::kind::Kind;

/// A published item.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredItem {
    /// The kind.
    pub kind: Kind,
    /// The key among those of its kind.
    pub key: String,
    /// The row of its file.
    pub row: Value,
}

/// Published items in the order of the screens and files: of one kind, with one key, or all of them.
///
/// # Errors
/// When the database does not answer, or has an unknown kind.
pub async fn items(
    executor: impl PgExecutor<'_>,
    kind: Option<Kind>,
    key: Option<&str>,
) -> Result<Vec<StoredItem>, sqlx::Error> {
    let rows = sqlx::query(include_str!("stored/items.sql"))
        .bind(kind.map(Kind::as_str))
        .bind(key)
        .fetch_all(executor)
        .await?;
    rows.iter()
        .map(|row| {
            let kind: String = row.try_get("kind")?;
            let kind = Kind::from_name(&kind).ok_or_else(|| sqlx::Error::Decode("an unknown kind".into()))?;
            Ok(StoredItem { kind, key: row.try_get("key")?, row: row.try_get("row")? })
        })
        .collect()
}

/// The file name of a stored photo in rows: the file that was imported is not kept.
pub const PHOTO: &str = ".png";

/// Whether a photo of this hash is stored.
pub async fn has_photo(executor: impl PgExecutor<'_>, hash: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM photos WHERE hash = $1)")
        .bind(hash)
        .fetch_one(executor)
        .await
}

/// The largest size of a photo, as WebP.
pub async fn largest_photo(
    executor: impl PgExecutor<'_>,
    hash: &str,
) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar("SELECT webp FROM photo_sizes WHERE hash = $1 ORDER BY width DESC LIMIT 1")
        .bind(hash)
        .fetch_optional(executor)
        .await
}
