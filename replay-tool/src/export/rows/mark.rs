//! The mark by which a file recognises its last event: after the journal went back, another event may have the same
//! position.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use sqlx::PgPool;

use super::sql;

/// The marks of the events at these positions, where the journal has them. A mark is a digest, so that it tells nothing
/// about its event.
/// Fails when the database does not answer.
pub async fn marks(pool: &PgPool, positions: &[i64]) -> Result<BTreeMap<i64, String>> {
    let marks: Vec<(i64, String)> = sqlx::query_as(sql::MARKS)
        .bind(positions)
        .fetch_all(pool)
        .await
        .context("the journal cannot be read")?;
    Ok(marks.into_iter().collect())
}
