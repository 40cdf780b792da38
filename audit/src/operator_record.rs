//! The record of an operator's act at the command line: who does it, and why.

use anyhow::{Context, Result, ensure};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::permanent_text::PermanentText;

const RECORD: &str = "INSERT INTO operator_actions (id, operator, reason, action, subject)
    VALUES ($1, coalesce($2, session_user), $3, $4, $5)";

/// The operator and the reason of an act, as they go on record.
#[derive(Debug)]
pub struct Stated {
    operator: String,
    reason: PermanentText,
}

impl Stated {
    /// Checks both, before anything is made.
    ///
    /// # Errors
    /// When the operator is empty, or the reason is not one to keep.
    pub async fn check(pool: &PgPool, operator: &str, reason: &str) -> Result<Self> {
        ensure!(!operator.trim().is_empty(), "--operator must say who you are");
        let reason = PermanentText::check(pool, reason).await.context("--reason")?;
        Ok(Self { operator: operator.trim().to_owned(), reason })
    }

    /// Records an act in the connection's transaction.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn record(
        &self,
        connection: &mut PgConnection,
        action: &str,
        subject: &str,
    ) -> sqlx::Result<()> {
        record(connection, Some(&self.operator), &self.reason, action, subject).await
    }
}

/// Records an act in the connection's transaction; of no operator: under the name of the log-in.
///
/// # Errors
/// When the database refuses.
pub async fn record(
    connection: &mut PgConnection,
    operator: Option<&str>,
    reason: &PermanentText,
    action: &str,
    subject: &str,
) -> sqlx::Result<()> {
    sqlx::query(RECORD)
        .bind(new_id())
        .bind(operator)
        .bind(reason.as_str())
        .bind(action)
        .bind(subject)
        .execute(connection)
        .await?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "made at the edge: nothing repeats this record")]
fn new_id() -> Uuid {
    Uuid::now_v7()
}
