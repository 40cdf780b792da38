//! What can be exported, and the one statement that reads it.

use anyhow::Result;
use fairway_query::personal::{self, Treatment};
use sqlx::{PgConnection, PgPool};

/// How a column's values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int32,
    Int64,
    Double,
    /// A day in Europe/Amsterdam.
    Date,
    /// UTC, in microseconds.
    Instant,
    Text,
    Json,
}

/// A column of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether the ids in it are replaced.
    pub(super) is_pseudonymous: bool,
    /// What is selected.
    expression: String,
}

impl Column {
    fn new(name: String, stored: &str, is_pseudonymous: bool) -> Self {
        let plain = format!("\"{name}\"");
        let (kind, expression) = match stored {
            "boolean" => (Kind::Bool, plain),
            "smallint" | "integer" => (Kind::Int32, format!("{plain}::integer")),
            "bigint" => (Kind::Int64, plain),
            "numeric" | "real" | "double precision" => (Kind::Double, format!("{plain}::double precision")),
            "date" => (Kind::Date, plain),
            "timestamp with time zone" => (Kind::Instant, plain),
            "jsonb" => (Kind::Json, format!("{plain}::text")),
            array if array.ends_with("[]") => (Kind::Json, format!("to_jsonb({plain})::text")),
            // Ids, words and whatever Postgres can write down.
            _ => (Kind::Text, format!("{plain}::text")),
        };
        Self { name, kind, is_pseudonymous, expression }
    }
}

/// A table or view that can be exported.
#[derive(Debug)]
pub(super) struct Source {
    relation: String,
    name: String,
    columns: Vec<Column>,
}

impl Source {
    /// Finds it by name: the journal and the read models first, then the views for analysts, with or without the name
    /// of their schema.
    pub(super) async fn find(pool: &PgPool, what: &str, with_personal_data: bool) -> Result<Option<Self>> {
        let view = what.strip_prefix("analytics.").unwrap_or(what);
        let decisions = personal::columns(what);
        let (schema, table) = if decisions.is_some() { ("public", what) } else { ("analytics", view) };
        let stored: Vec<(String, String)> = sqlx::query_as(
            "SELECT attname::text, atttypid::regtype::text FROM pg_attribute
             JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
             WHERE nspname = $1 AND relname = $2 AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
             ORDER BY attnum",
        )
        .bind(schema)
        .bind(table)
        .fetch_all(pool)
        .await?;
        let columns: Vec<Column> = stored
            .into_iter()
            .filter_map(|(name, stored)| {
                let treatment = match decisions {
                    // What a newer version of the database has, this one knows no decision about.
                    Some(decisions) => decisions
                        .iter()
                        .find(|(column, _)| *column == name)
                        .map_or(Treatment::Withheld, |(_, treatment)| *treatment),
                    None => Treatment::Open,
                };
                match treatment {
                    Treatment::Withheld if !with_personal_data => None,
                    Treatment::Ids if !with_personal_data => Some(Column::new(name, &stored, true)),
                    Treatment::Open | Treatment::Ids | Treatment::Withheld => {
                        Some(Column::new(name, &stored, false))
                    }
                }
            })
            .collect();
        let found = !columns.is_empty();
        Ok(found.then(|| Self {
            relation: format!("{schema}.\"{table}\""),
            name: if schema == "public" { table.to_owned() } else { format!("analytics.{table}") },
            columns,
        }))
    }

    /// Everything that can be exported.
    pub(super) async fn names(pool: &PgPool) -> Result<Vec<String>> {
        let views: Vec<String> = sqlx::query_scalar(
            "SELECT 'analytics.' || relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
             WHERE nspname = 'analytics' AND relkind = 'v' ORDER BY 1",
        )
        .fetch_all(pool)
        .await?;
        Ok(personal::tables().map(str::to_owned).chain(views).collect())
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many rows there are. The journal's positions have no gap, so that its head is their number.
    pub(super) async fn count(&self, connection: &mut PgConnection) -> Result<i64> {
        let sql = if self.name == "events" {
            "SELECT position FROM journal_head".to_owned()
        } else {
            format!("SELECT count(*) FROM {}", self.relation)
        };
        Ok(sqlx::query_scalar(&sql).fetch_one(connection).await?)
    }

    pub(super) fn sql(&self) -> String {
        let expressions: Vec<&str> = self.columns.iter().map(|column| column.expression.as_str()).collect();
        let order = if self.name == "events" { " ORDER BY position" } else { "" };
        format!("SELECT {} FROM {}{order}", expressions.join(", "), self.relation)
    }
}
