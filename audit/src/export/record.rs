//! The record of who exported personal data, and why. It is committed before the first row is read: an export that fails
//! later is recorded too.

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
    let reason = PermanentText::check(pool, reason).await.context("--reason")?;
    let recording = async {
        let mut transaction = pool.begin().await?;
        sqlx::query(sql::ALLOW_WRITING).execute(&mut *transaction).await?;
        sqlx::query(sql::RECORD)
            .bind(new_id())
            .bind(operator.trim())
            .bind(reason.as_str())
            .bind(subject)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    };
    recording.await.context("the export of personal data cannot be recorded, so nothing was exported")
}

#[expect(clippy::disallowed_methods, reason = "made at the edge: nothing repeats this record")]
fn new_id() -> Uuid {
    Uuid::now_v7()
}
