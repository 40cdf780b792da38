//! One value of one row.

use anyhow::{Context, Result};
use chrono::{DateTime, NaiveDate, Utc};
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
    Date(NaiveDate),
    Instant(DateTime<Utc>),
    Text(String),
    /// JSON as text.
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
            Kind::Date => row.try_get::<Option<NaiveDate>, _>(index).map(|value| value.map(Self::Date)),
            Kind::Instant => {
                row.try_get::<Option<DateTime<Utc>>, _>(index).map(|value| value.map(Self::Instant))
            }
            Kind::Text => row.try_get::<Option<String>, _>(index).map(|value| value.map(Self::Text)),
            Kind::Json => row.try_get::<Option<String>, _>(index).map(|value| value.map(Self::Json)),
        };
        Ok(cell.with_context(|| format!("column {} cannot be read", column.name))?.unwrap_or(Self::Null))
    }
}
