//! The record of who took personal data out, and why. Committed before the first row leaves: an export that breaks off
//! is on record too.

use anyhow::{Context, Result};
use sqlx::PgPool;
use uuid::Uuid;

/// Writes the record. The session is read-only otherwise; its role may add to this one table.
pub(super) async fn export(pool: &PgPool, operator: &str, reason: &str, subject: &str) -> Result<()> {
    anyhow::ensure!(!operator.trim().is_empty(), "--operator must say who you are");
    anyhow::ensure!(!reason.trim().is_empty(), "--reason must say why");
    let recording = async {
        let mut transaction = pool.begin().await?;
        sqlx::query("SET TRANSACTION READ WRITE").execute(&mut *transaction).await?;
        sqlx::query(
            "INSERT INTO operator_actions (id, operator, reason, action, subject) VALUES ($1, $2, $3, 'export', $4)",
        )
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
