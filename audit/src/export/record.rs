//! The record of who exported what, and why. It is committed before the first row is read: an export that fails later is
//! recorded too.

use anyhow::{Context, Result};
use sqlx::PgPool;
use uuid::Uuid;

use super::sql;
use crate::permanent_text::PermanentText;

/// Writes the record. The session is read-only otherwise; its role may add to this one table.
///
/// # Errors
/// When the operator is empty, the reason is not one to keep, or the database refuses.
pub async fn record(pool: &PgPool, operator: &str, reason: &str, subject: &str) -> Result<()> {
    anyhow::ensure!(!operator.trim().is_empty(), "--operator must say who you are");
    write(pool, Some(operator.trim()), reason, subject).await
}

/// Writes the record of an export that holds published figures only, where the database can be written: the log-in's
/// name if no operator is given. An analyst's log-in and a replica cannot, and analysts read the same without an export.
///
/// # Errors
/// As [`record`].
pub async fn record_published(
    pool: &PgPool,
    operator: Option<&str>,
    reason: Option<&str>,
    subject: &str,
) -> Result<()> {
    if !sqlx::query_scalar::<_, bool>(sql::CAN_RECORD).fetch_one(pool).await? {
        return Ok(());
    }
    write(pool, operator.map(str::trim), reason.unwrap_or("published figures"), subject).await
}

async fn write(pool: &PgPool, operator: Option<&str>, reason: &str, subject: &str) -> Result<()> {
    let reason = PermanentText::check(pool, reason).await.context("--reason")?;
    let recording = async {
        let mut transaction = pool.begin().await?;
        sqlx::query(sql::ALLOW_WRITING).execute(&mut *transaction).await?;
        sqlx::query(sql::RECORD)
            .bind(new_id())
            .bind(operator)
            .bind(reason.as_str())
            .bind(subject)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    };
    recording.await.context("the export cannot be recorded, so nothing was exported")
}

#[expect(clippy::disallowed_methods, reason = "made at the edge: nothing repeats this record")]
fn new_id() -> Uuid {
    Uuid::now_v7()
}
