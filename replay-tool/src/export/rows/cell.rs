//! One value of one row.

use anyhow::{Context, Result};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;
use sqlx::Row;
use sqlx::postgres::PgRow;

use super::column::{Column, Kind};

/// A value.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Cell {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    /// The digits, with a point.
    Decimal(String),
    Date(NaiveDate),
    Instant(DateTime<Utc>),
    Text(String),
    /// JSON as text; a list and a record too.
    Json(String),
}

impl Cell {
    pub(super) fn read(row: &PgRow, index: usize, column: &Column) -> Result<Self> {
        let cell = match column.kind {
            Kind::Bool => row.try_get::<Option<bool>, _>(index).map(|value| value.map(Self::Bool)),
            Kind::Int32 => {
                row.try_get::<Option<i32>, _>(index).map(|value| value.map(|value| Self::Int(value.into())))
            }
            Kind::Int64 => row.try_get::<Option<i64>, _>(index).map(|value| value.map(Self::Int)),
            Kind::Double => row.try_get::<Option<f64>, _>(index).map(|value| value.map(Self::Double)),
            Kind::Decimal => row.try_get::<Option<String>, _>(index).map(|value| value.map(Self::Decimal)),
            Kind::Date => row.try_get::<Option<NaiveDate>, _>(index).map(|value| value.map(Self::Date)),
            Kind::Instant => {
                row.try_get::<Option<DateTime<Utc>>, _>(index).map(|value| value.map(Self::Instant))
            }
            Kind::Text => row.try_get::<Option<String>, _>(index).map(|value| value.map(Self::Text)),
            Kind::Json | Kind::List(_) | Kind::Record(_) => {
                row.try_get::<Option<String>, _>(index).map(|value| value.map(Self::Json))
            }
        };
        Ok(cell.with_context(|| format!("column {} cannot be read", column.name))?.unwrap_or(Self::Null))
    }

    /// The items of a list; none for null.
    ///
    /// # Errors
    /// When it is no list of that kind.
    pub fn items(&self, of: Kind) -> Result<Option<Vec<Self>>> {
        let Some(json) = self.json()? else { return Ok(None) };
        let items: Vec<Value> = serde_json::from_str(json)?;
        items.into_iter().map(|item| Self::of_json(of, item)).collect::<Result<_>>().map(Some)
    }

    /// The values of a record in the order of its fields; nulls for null.
    ///
    /// # Errors
    /// When it is no such record.
    pub fn fields(&self, fields: &[(&str, Kind)]) -> Result<Vec<Self>> {
        let mut record: serde_json::Map<String, Value> =
            self.json()?.map(serde_json::from_str).transpose()?.unwrap_or_default();
        fields
            .iter()
            .map(|(name, kind)| Self::of_json(*kind, record.remove(*name).unwrap_or_default()))
            .collect()
    }

    fn json(&self) -> Result<Option<&str>> {
        match self {
            Self::Null => Ok(None),
            Self::Json(text) => Ok(Some(text)),
            other => anyhow::bail!("{other:?} is no JSON"),
        }
    }

    fn of_json(kind: Kind, value: Value) -> Result<Self> {
        Ok(match (kind, value) {
            (_, Value::Null) => Self::Null,
            (Kind::Date, Value::String(text)) => Self::Date(text.parse()?),
            (Kind::Instant, Value::String(text)) => Self::Instant(text.parse()?),
            (Kind::Text, Value::String(text)) => Self::Text(text),
            (Kind::Int32 | Kind::Int64, Value::Number(number)) => {
                Self::Int(number.as_i64().with_context(|| format!("{number} is no whole number"))?)
            }
            (_, other) => Self::Json(other.to_string()),
        })
    }
}
