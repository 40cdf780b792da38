//! What can be exported, and the one statement that reads it.

use anyhow::Result;
use fairway_query::personal::{self, Treatment};
use sqlx::{PgConnection, PgPool};

use super::column::Column;
use super::sql;

/// A table or view that can be exported.
#[derive(Debug)]
pub struct Source {
    relation: String,
    name: String,
    columns: Vec<Column>,
}

impl Source {
    /// Finds it by name: the journal and the read models first, then the views for analysts, with or without the name
    /// of their schema. None when there is no such table or view.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(pool: &PgPool, what: &str, with_personal_data: bool) -> Result<Option<Self>> {
        let view = what.strip_prefix("analytics.").unwrap_or(what);
        let decisions = personal::columns(what);
        let (schema, table) = if decisions.is_some() { ("public", what) } else { ("analytics", view) };
        let stored: Vec<(String, String)> =
            sqlx::query_as(sql::COLUMNS).bind(schema).bind(table).fetch_all(pool).await?;
        let columns: Vec<Column> = stored
            .into_iter()
            .filter_map(|(name, stored)| {
                let treatment = match decisions {
                    // A newer version of the database may have columns that this version has no decision about.
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

    /// The names of everything that can be exported.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn names(pool: &PgPool) -> Result<Vec<String>> {
        let views: Vec<String> = sqlx::query_scalar(sql::VIEWS).fetch_all(pool).await?;
        Ok(personal::tables().map(str::to_owned).chain(views).collect())
    }

    /// Its name; a view's with its schema.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The columns that are exported.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many rows there are. The journal's positions have no gap, so that its head is their number.
    pub(super) async fn count(&self, connection: &mut PgConnection) -> Result<i64> {
        let sql = if self.name == "events" {
            sql::HEAD.to_owned()
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
