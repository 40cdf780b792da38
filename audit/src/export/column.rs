//! A column of an export, and how its values are written.

/// How a column's values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
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
pub struct Column {
    /// Its name.
    pub name: String,
    /// How its values are written.
    pub kind: Kind,
    /// Whether the ids in it are replaced.
    pub is_pseudonymous: bool,
    /// The SQL expression that is selected.
    pub(super) expression: String,
}

impl Column {
    pub(super) fn new(name: String, stored: &str, is_pseudonymous: bool) -> Self {
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
            // Ids, and every other type that Postgres can write as text.
            _ => (Kind::Text, format!("{plain}::text")),
        };
        Self { name, kind, is_pseudonymous, expression }
    }
}
