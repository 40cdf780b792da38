//! A part of the report as a table, which says what of it a chart draws, and as a file.

use chrono::{Datelike, NaiveDate};
use serde::Serialize;

use crate::csv_writer::CsvWriter;

/// The kind of value in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColumnKind {
    /// A text, or a month as `2026-11`.
    Text,
    /// A whole number.
    Count,
    /// A share of 0 to 1.
    Share,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FiguresColumn))]
pub struct Column {
    /// The heading.
    pub title: String,
    /// The kind of its values.
    pub kind: ColumnKind,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A whole number.
    Count(i64),
    /// A share of 0 to 1.
    Share(f64),
    /// Not known, or a share of nothing.
    Unknown,
}

/// An untagged enum would be described as alternatives, and a whole number is of two of them.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Cell {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::{Object, SchemaType, Type};
        let types = SchemaType::from_iter([Type::String, Type::Number, Type::Null]);
        utoipa::openapi::Schema::Object(Object::with_type(types)).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Cell {
    fn name() -> std::borrow::Cow<'static, str> {
        "FiguresCell".into()
    }
}

/// How a chart draws its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChartKind {
    /// A column for each row, with the series stacked.
    Columns,
    /// A horizontal bar for each row.
    Bars,
}

/// The chart of a table: the first column names its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FiguresChart))]
pub struct Chart {
    /// How it is drawn.
    pub kind: ChartKind,
    /// The columns of the table that it draws, by their index.
    pub series: Vec<usize>,
    /// Rows that it draws at most; the table has all.
    pub limit: Option<usize>,
}

/// A way to narrow a part of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Narrowing {
    /// By the period.
    Period,
    /// By a club.
    Club,
    /// By a kind of pass.
    Pass,
}

/// A part of the report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FiguresPart))]
pub struct Part {
    /// A stable name, such as `rounds`.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// A note that explains how to read it; may be empty.
    pub note: &'static str,
    /// The parts of the request that narrow it; the others do not change it.
    pub narrowed_by: &'static [Narrowing],
    /// The table's columns.
    pub columns: Vec<Column>,
    /// The table's rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// The chart of the table.
    pub chart: Chart,
}

/// Narrowed by the period and by a club.
pub(super) const PERIOD_AND_CLUB: &[Narrowing] = &[Narrowing::Period, Narrowing::Club];

pub(super) fn text(title: impl Into<String>) -> Column {
    Column { title: title.into(), kind: ColumnKind::Text }
}

pub(super) fn number(title: impl Into<String>) -> Column {
    Column { title: title.into(), kind: ColumnKind::Count }
}

pub(super) fn part_of(title: impl Into<String>) -> Column {
    Column { title: title.into(), kind: ColumnKind::Share }
}

pub(super) fn month(date: NaiveDate) -> Cell {
    Cell::Text(format!("{:04}-{:02}", date.year(), date.month()))
}

pub(super) fn count(count: impl Into<Option<i64>>) -> Cell {
    count.into().map_or(Cell::Unknown, Cell::Count)
}

pub(super) fn share(share: Option<f64>) -> Cell {
    share.map_or(Cell::Unknown, Cell::Share)
}

impl Part {
    /// The table as a file of [`CsvWriter`].
    ///
    /// # Errors
    /// None in practice: it is written to memory.
    pub fn csv(&self) -> Result<Vec<u8>, std::io::Error> {
        let mut csv = CsvWriter::new(Vec::new(), self.columns.iter().map(|column| column.title.as_str()))?;
        for row in &self.rows {
            for cell in row {
                match cell {
                    Cell::Text(text) => csv.text(text)?,
                    Cell::Count(count) => csv.plain(&count.to_string())?,
                    Cell::Share(share) => csv.decimal(&format!("{share:.4}"))?,
                    Cell::Unknown => csv.plain("")?,
                }
            }
            csv.end_row()?;
        }
        csv.finish()
    }
}
