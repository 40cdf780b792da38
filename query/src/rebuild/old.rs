//! The tables that a replacement left: stored until an operator drops them.

use sqlx::PgPool;

use super::RebuildError;

/// The beginning of the comment on such a schema, by which it is recognised.
pub(super) const REPLACED_COMMENT: &str = "Replaced by a rebuild";

/// A schema with replaced tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldSchema {
    /// Its name: `old_` and when the replacement took place, UTC.
    pub name: String,
    /// Size on disk in bytes.
    pub bytes: i64,
}

/// The schemas of earlier replacements, oldest first.
/// Fails when the database does not answer.
pub async fn old_schemas(pool: &PgPool) -> Result<Vec<OldSchema>, RebuildError> {
    let found: Vec<(String, i64)> = sqlx::query_as(
        "SELECT nspname::text, coalesce(sum(pg_total_relation_size(relation.oid)), 0)::bigint
         FROM pg_namespace AS schema LEFT JOIN pg_class AS relation ON relnamespace = schema.oid AND relkind = 'r'
         WHERE nspname LIKE 'old\\_%' AND obj_description(schema.oid, 'pg_namespace') LIKE $1 || '%'
         GROUP BY nspname ORDER BY nspname",
    )
    .bind(REPLACED_COMMENT)
    .fetch_all(pool)
    .await?;
    Ok(found.into_iter().map(|(name, bytes)| OldSchema { name, bytes }).collect())
}

/// Drops these schemas.
///
/// # Errors
/// The database's refusal; schemas before the refused one are already dropped.
pub async fn drop_old(pool: &PgPool, schemas: &[OldSchema]) -> Result<(), RebuildError> {
    for OldSchema { name, bytes: _ } in schemas {
        sqlx::query(&format!("DROP SCHEMA {name} CASCADE")).execute(pool).await?;
    }
    Ok(())
}
