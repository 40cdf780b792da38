//! The record of who exported personal data, and why. It is committed before the first row is read: an export that fails
//! later is recorded too.

use anyhow::{Context, Result};
use sqlx::PgPool;
use uuid::Uuid;

use super::sql;

/// Writes the record. The session is read-only otherwise; its role may add to this one table.
///
/// # Errors
/// When operator or reason are empty, or the database refuses.
pub async fn record(pool: &PgPool, operator: &str, reason: &str, subject: &str) -> Result<()> {
    anyhow::ensure!(!operator.trim().is_empty(), "--operator must say who you are");
    anyhow::ensure!(!reason.trim().is_empty(), "--reason must say why");
    let recording = async {
        let mut transaction = pool.begin().await?;
        sqlx::query(sql::ALLOW_WRITING).execute(&mut *transaction).await?;
        sqlx::query(sql::RECORD)
            .bind(new_id())
            .bind(operator.trim())
            .bind(reason.trim())
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
