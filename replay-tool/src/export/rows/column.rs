//! A column of an export, and how its values are written.

use fairway_query::personal::Treatment;

/// Digits after the point of [`Kind::Decimal`].
pub const DECIMALS: i8 = 4;

/// How a column's values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Bool,
    Int32,
    Int64,
    Double,
    /// Exact, with at most [`DECIMALS`] digits after the point.
    Decimal,
    /// A day in Europe/Amsterdam.
    Date,
    /// UTC, in microseconds.
    Instant,
    Text,
    Json,
    /// A list of values of one kind.
    List(&'static Kind),
    /// A value for each name.
    Record(&'static [(&'static str, Kind)]),
}

/// The places of a club day that are held for groups of its waiting list; the end of a hold is a day where instants are.
const HOLDS: Kind = Kind::List(&Kind::Record(&[HOLD_GROUP, HOLD_PLACES, ("until", Kind::Instant)]));
const COARSE_HOLDS: Kind = Kind::List(&Kind::Record(&[HOLD_GROUP, HOLD_PLACES, ("until", Kind::Date)]));
const HOLD_GROUP: (&str, Kind) = ("group", Kind::Text);
const HOLD_PLACES: (&str, Kind) = ("places", Kind::Int32);

/// A column of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// How its values are written.
    pub kind: Kind,
    /// Its meaning after the treatment; none where neither the database nor `definitions` describes it.
    pub definition: Option<String>,
    /// The treatment of its values; `Open` in an export with personal data.
    pub(super) treatment: Treatment,
    /// The SQL expression that is selected.
    pub(super) expression: String,
}

impl Column {
    pub(super) fn new(name: String, stored: &str, definition: Option<String>, treatment: Treatment) -> Self {
        let plain = format!("\"{name}\"");
        let as_json = format!("to_jsonb({plain})::text");
        let (kind, expression) = match stored {
            "boolean" => (Kind::Bool, plain),
            "smallint" | "integer" => (Kind::Int32, format!("{plain}::integer")),
            "bigint" => (Kind::Int64, plain),
            "numeric" => (Kind::Decimal, format!("{plain}::text")),
            "real" | "double precision" => (Kind::Double, format!("{plain}::double precision")),
            "date" => (Kind::Date, plain),
            "timestamp with time zone" if treatment == Treatment::Instant => {
                (Kind::Date, format!("({plain} AT TIME ZONE 'Europe/Amsterdam')::date"))
            }
            "timestamp with time zone" => (Kind::Instant, plain),
            "jsonb" if name == "holds" && treatment == Treatment::Ids => (COARSE_HOLDS, as_json),
            "jsonb" if name == "holds" => (HOLDS, as_json),
            "jsonb" => (Kind::Json, as_json),
            "smallint[]" | "integer[]" => (Kind::List(&Kind::Int32), as_json),
            "text[]" | "uuid[]" => (Kind::List(&Kind::Text), as_json),
            array if array.ends_with("[]") => (Kind::Json, as_json),
            // Ids, and every other type that Postgres can write as text.
            _ => (Kind::Text, format!("{plain}::text")),
        };
        Self { name, kind, definition, treatment, expression }
    }
}
