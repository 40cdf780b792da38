//! News, as members read it. Its functions fail when the database does not answer.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::MemberId;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

/// A news item. The contents are HTML, sanitised by the import.
#[derive(Debug, Clone)]
pub struct NewsItem {
    /// Its id, by which a member dismisses it.
    pub id: Uuid,
    /// Plain text.
    pub title: String,
    /// HTML.
    pub contents: String,
    /// The first day on which it is shown.
    pub post_date: NaiveDate,
}

impl NewsItem {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            title: row.try_get("title")?,
            contents: row.try_get("contents")?,
            post_date: row.try_get("post_date")?,
        })
    }
}

/// Important items that have been posted and that the member has not dismissed, newest first.
pub async fn important(
    pool: &PgPool,
    member: MemberId,
    today: NaiveDate,
) -> Result<Vec<NewsItem>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, title, contents, post_date FROM news
         WHERE important AND post_date <= $2
             AND NOT EXISTS (SELECT 1 FROM news_dismissals WHERE member_id = $1 AND news_id = news.id)
         ORDER BY post_date DESC, id",
    )
    .bind(member.0)
    .bind(today)
    .fetch_all(pool)
    .await?;
    rows.iter().map(NewsItem::from_row).collect()
}

/// Everything that has been posted, newest first; a dismissed important item remains in the news.
pub async fn all(pool: &PgPool, today: NaiveDate) -> Result<Vec<NewsItem>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, title, contents, post_date FROM news WHERE post_date <= $1 ORDER BY post_date DESC, id",
    )
    .bind(today)
    .fetch_all(pool)
    .await?;
    rows.iter().map(NewsItem::from_row).collect()
}

/// The result of dismissing an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dismissed {
    /// It is hidden from now on.
    Now,
    /// It was hidden before.
    Before,
    /// There is no such item.
    NoSuchItem,
}

/// Hides an important item from a member permanently.
pub async fn dismiss(
    connection: &mut PgConnection,
    member: MemberId,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<Dismissed, sqlx::Error> {
    let (exists, hidden): (bool, bool) = sqlx::query_as(
        "WITH item AS (SELECT id FROM news WHERE id = $2 AND important),
             hidden AS (INSERT INTO news_dismissals (member_id, news_id, dismissed_at)
                        SELECT $1, id, $3 FROM item ON CONFLICT DO NOTHING RETURNING news_id)
         SELECT EXISTS (SELECT 1 FROM item), EXISTS (SELECT 1 FROM hidden)",
    )
    .bind(member.0)
    .bind(id)
    .bind(at)
    .fetch_one(connection)
    .await?;
    Ok(match (exists, hidden) {
        (false, _) => Dismissed::NoSuchItem,
        (true, true) => Dismissed::Now,
        (true, false) => Dismissed::Before,
    })
}
