//! The tables and views that can be exported, and the one statement that reads each.

use anyhow::{Result, ensure};
use fairway_query::Projection;
use fairway_query::personal::{self, Treatment};
use sqlx::{PgConnection, PgPool};

use super::column::Column;
use super::definitions;
use super::sql;

const JOURNAL: &str = "events";

/// A table or view that can be exported.
#[derive(Debug)]
pub struct Source {
    relation: String,
    name: String,
    is_view: bool,
    columns: Vec<Column>,
    with_personal_data: bool,
    /// Of the journal: positions after the first, up to and with the second.
    range: Option<(i64, i64)>,
}

impl Source {
    /// Finds it by name: the journal and the read models first, then the views for analysts, with or without the name
    /// of their schema. None when there is no such table or view.
    ///
    /// # Errors
    /// When the database does not answer, or when nothing of it may leave without personal data.
    pub async fn find(pool: &PgPool, what: &str, with_personal_data: bool) -> Result<Option<Self>> {
        let view = what.strip_prefix("analytics.").unwrap_or(what);
        let decisions = personal::columns(what);
        let (schema, table) = if decisions.is_some() { ("public", what) } else { ("analytics", view) };
        let stored: Vec<(String, String, Option<String>)> =
            sqlx::query_as(sql::COLUMNS).bind(schema).bind(table).fetch_all(pool).await?;
        let is_there = !stored.is_empty();
        let columns: Vec<Column> = stored
            .into_iter()
            .filter_map(|(name, stored, definition)| {
                let treatment = match decisions {
                    _ if with_personal_data => Treatment::Open,
                    // A newer version of the database may have columns that this version has no decision about.
                    Some(decisions) => decisions
                        .iter()
                        .find(|(column, _)| *column == name)
                        .map_or(Treatment::Withheld, |(_, treatment)| *treatment),
                    None => Treatment::Open,
                };
                let definition =
                    definition.or_else(|| definitions::of_journal(&name).filter(|_| table == JOURNAL));
                let definition = definitions::after(treatment, definition);
                (treatment != Treatment::Withheld).then(|| Column::new(name, &stored, definition, treatment))
            })
            .collect();
        ensure!(
            !is_there || !columns.is_empty(),
            "{what} says who plays with whom, which no pseudonym hides: it needs --with-personal-data"
        );
        Ok(is_there.then(|| Self {
            relation: format!("{schema}.\"{table}\""),
            name: if decisions.is_some() { table.to_owned() } else { format!("analytics.{table}") },
            is_view: decisions.is_none(),
            columns,
            with_personal_data,
            range: None,
        }))
    }

    /// The names of everything that can be exported.
    /// Fails when the database does not answer.
    pub async fn names(pool: &PgPool) -> Result<Vec<String>> {
        let views: Vec<String> = sqlx::query_scalar(sql::VIEWS).fetch_all(pool).await?;
        Ok(personal::tables().map(str::to_owned).chain(views).collect())
    }

    /// Only the events after a position, up to the journal's present head. Events are never changed, so that a later
    /// snapshot has the same.
    ///
    /// # Errors
    /// When it is not the journal, when the journal ends before that position, or when the database does not answer.
    pub async fn after(mut self, pool: &PgPool, position: i64) -> Result<Self> {
        ensure!(self.is_journal(), "only {JOURNAL} can be exported from a position on");
        let head: i64 = sqlx::query_scalar(sql::HEAD).fetch_one(pool).await?;
        ensure!(
            (0..=head).contains(&position),
            "the journal ends at position {head}, before {position}: it is another journal, or an older copy"
        );
        self.range = Some((position, head));
        Ok(self)
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

    /// The positions after the first, up to and with the second, where it was limited to those.
    #[must_use]
    pub const fn range(&self) -> Option<(i64, i64)> {
        self.range
    }

    /// Whether it is the journal, whose positions files can go on from.
    #[must_use]
    pub fn is_journal(&self) -> bool {
        self.name == JOURNAL
    }

    /// The treatment of personal data in it, in words.
    #[must_use]
    pub const fn treatment(&self) -> &'static str {
        match (self.is_view, self.with_personal_data) {
            (true, false) => "published figures",
            (true, true) => "exact figures",
            (false, false) => "pseudonymous",
            (false, true) => "with personal data",
        }
    }

    /// Whether ids become pseudonyms, and names, instants and the order of rows are made coarse.
    #[must_use]
    pub const fn is_coarse(&self) -> bool {
        !self.is_view && !self.with_personal_data
    }

    /// Whether it is a view that is read as analysts read it.
    #[must_use]
    pub const fn is_published(&self) -> bool {
        self.is_view && !self.with_personal_data
    }

    /// How many rows there are. The journal's positions have no gap, so that its head is their number.
    pub(super) async fn count(&self, connection: &mut PgConnection) -> Result<i64> {
        let sql = match self.range {
            Some((after, to)) => return Ok(to - after),
            None if self.is_journal() => sql::HEAD.to_owned(),
            None => format!("SELECT count(*) FROM {}", self.relation),
        };
        Ok(sqlx::query_scalar(&sql).fetch_one(connection).await?)
    }

    /// The last position of the journal in it; null for a read model without one.
    pub(super) async fn head(&self, connection: &mut PgConnection) -> Result<Option<i64>> {
        if let Some((_, to)) = self.range {
            return Ok(Some(to));
        }
        let all: Vec<&str> = Projection::ALL.iter().map(|projection| projection.name()).collect();
        let own = Projection::ALL.iter().find(|projection| projection.tables().any(|name| name == self.name));
        let head = match own {
            Some(projection) => sqlx::query_scalar(sql::REACHED).bind(projection.name()),
            None if self.is_view => sqlx::query_scalar(sql::ALL_REACHED).bind(all),
            None => sqlx::query_scalar(sql::HEAD),
        };
        Ok(head.fetch_optional(connection).await?.flatten())
    }

    /// The statement; $1 is what the order is made of, where [`Self::is_coarse`].
    pub(super) fn sql(&self) -> String {
        let expressions: Vec<&str> = self.columns.iter().map(|column| column.expression.as_str()).collect();
        let range = self.range.map_or_else(String::new, |(after, to)| {
            format!(" WHERE position > {after} AND position <= {to}")
        });
        // In the order of the table, the rows of two exports of it would lie side by side.
        let order = match self.name.as_str() {
            _ if self.is_coarse() => " ORDER BY md5($1 || ctid::text)",
            JOURNAL => " ORDER BY position",
            _ => "",
        };
        format!("SELECT {} FROM {}{range}{order}", expressions.join(", "), self.relation)
    }
}
