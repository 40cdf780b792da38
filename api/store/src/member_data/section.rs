//! A part of the download: which tables it shows, what each field means, and the statement that reads it.

use fairway_events::MemberId;
use futures::TryStreamExt;
use sqlx::PgConnection;

/// A field of a section.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name in the file, in Dutch.
    pub name: &'static str,
    /// The column or expression.
    sql: &'static str,
    /// Its meaning, in Dutch.
    pub means: &'static str,
}

pub(super) const fn field(name: &'static str, sql: &'static str, means: &'static str) -> Field {
    Field { name, sql, means }
}

/// A part of the download.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// Its name in the file, in Dutch.
    pub name: &'static str,
    /// Its meaning, in Dutch.
    pub means: &'static str,
    /// The tables that it shows.
    pub tables: &'static [&'static str],
    /// In this order.
    pub fields: &'static [Field],
    /// The text after FROM; `$1` is the member.
    pub(super) from: &'static str,
}

impl Section {
    fn statement(&self) -> String {
        let fields: Vec<String> =
            self.fields.iter().map(|field| format!("'{}', {}", field.name, field.sql)).collect();
        format!("SELECT json_build_object({})::text FROM {}", fields.join(", "), self.from)
    }

    /// Hands each row to `write`, as the text of a JSON object.
    /// Fails when the database does not answer.
    pub async fn read(
        &self,
        connection: &mut PgConnection,
        member: MemberId,
        mut write: impl FnMut(&str),
    ) -> Result<(), sqlx::Error> {
        let statement = self.statement();
        let mut rows = sqlx::query_scalar::<_, String>(&statement).bind(member.0).fetch(connection);
        while let Some(row) = rows.try_next().await? {
            write(&row);
        }
        Ok(())
    }
}
