//! The record of who exported what, and why. It is committed before the first row is read: an export that fails later is
//! recorded too.

use anyhow::{Context, Result};
use sqlx::{PgPool, Postgres, Transaction};

use super::sql;
use fairway_audit::operator_record::{self, Stated};
use fairway_audit::permanent_text::PermanentText;

const ACTION: &str = "export";
const FAILED: &str = "the export cannot be recorded, so nothing was exported";

/// Writes the record. The session is read-only otherwise; its role may add to this one table.
///
/// # Errors
/// When the database refuses.
pub async fn record(pool: &PgPool, by: &Stated, subject: &str) -> Result<()> {
    let recording = async {
        let mut transaction = writing(pool).await?;
        by.record(&mut transaction, ACTION, subject).await?;
        transaction.commit().await
    };
    recording.await.context(FAILED)
}

/// Writes the record of an export that holds published figures only, where the database can be written: the log-in's
/// name if no operator is given. An analyst's log-in and a replica cannot, and analysts read the same without an export.
///
/// # Errors
/// When the reason is not one to keep, or the database refuses.
pub async fn record_published(
    pool: &PgPool,
    operator: Option<&str>,
    reason: Option<&str>,
    subject: &str,
) -> Result<()> {
    if !sqlx::query_scalar::<_, bool>(sql::CAN_RECORD).fetch_one(pool).await? {
        return Ok(());
    }
    let reason =
        PermanentText::check(pool, reason.unwrap_or("published figures")).await.context("--reason")?;
    let recording = async {
        let mut transaction = writing(pool).await?;
        let operator = operator.map(str::trim);
        operator_record::record(&mut transaction, operator, &reason, ACTION, subject).await?;
        transaction.commit().await
    };
    recording.await.context(FAILED)
}

async fn writing(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut transaction = pool.begin().await?;
    sqlx::query(sql::ALLOW_WRITING).execute(&mut *transaction).await?;
    Ok(transaction)
}
