//! The meaning of each view for analysts and of its columns, from the comments in the database: their only description.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use sqlx::types::Json;

/// The views of the schema analytics, by name.
#[derive(Debug, Serialize, Deserialize)]
pub struct Dictionary {
    /// Of the views; `deploy/analytics/changes.md` says how it rises.
    pub version: String,
    /// By name.
    pub views: Vec<View>,
}

/// A view.
#[derive(Debug, Serialize, Deserialize)]
pub struct View {
    /// Its name in the schema analytics.
    pub name: String,
    /// The meaning of a row.
    pub meaning: String,
    /// In their order.
    pub columns: Vec<Column>,
}

/// A column of a view.
#[derive(Debug, Serialize, Deserialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// PostgreSQL's name of its type.
    pub r#type: String,
    /// Its meaning, with the unit.
    pub meaning: String,
}

const VIEWS: &str = "
    SELECT json_build_object(
        'name', relname, 'meaning', coalesce(obj_description(class.oid, 'pg_class'), ''),
        'columns', json_agg(json_build_object(
            'name', attname, 'type', format_type(atttypid, atttypmod),
            'meaning', coalesce(col_description(class.oid, attnum), '')) ORDER BY attnum))
    FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid AND attnum > 0
    WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v'
    GROUP BY class.oid, relname ORDER BY relname COLLATE \"C\"";

impl Dictionary {
    /// Reads it from the comments of a database; every role that may read the views may read them.
    /// Fails when the database does not answer.
    pub async fn read(pool: &PgPool) -> Result<Self> {
        let version = sqlx::query_scalar("SELECT analytics.contract()").fetch_one(pool).await.context(
            "the views have no version: the database is of an older version, start `fairway serve` once",
        )?;
        let views: Vec<Json<View>> = sqlx::query_scalar(VIEWS).fetch_all(pool).await?;
        Ok(Self { version, views: views.into_iter().map(|Json(view)| view).collect() })
    }
}
