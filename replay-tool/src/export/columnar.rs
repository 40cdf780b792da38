//! Parquet: columns with their types, lists and structs among them, in groups of rows. Memory holds one group, encoded.

use std::io::Write;
use std::sync::Arc;

use super::rows::{About, Cell, Column, DECIMALS, Kind};
use anyhow::{Context, Result};
use arrow_array::RecordBatch;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Decimal128Builder, Float64Builder, Int32Builder,
    Int64Builder, ListBuilder, StringBuilder, StructBuilder, TimestampMicrosecondBuilder, make_builder,
};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};
use chrono::NaiveDate;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::sink::Sink;

/// Rows in a group: readers skip whole groups.
const GROUP: usize = 20_000;
/// Rows that are encoded at a time.
const BATCH: usize = 1_000;
/// Digits of a decimal, those after the point included: the most that Parquet stores in 64 bits.
const DIGITS: u8 = 18;

pub(super) struct Columnar<W: Write + Send> {
    writer: ArrowWriter<W>,
    schema: SchemaRef,
    columns: Vec<(Kind, Box<dyn ArrayBuilder>)>,
    rows: usize,
}

impl<W: Write + Send> Columnar<W> {
    pub(super) fn new(to: W, columns: &[Column]) -> Result<Self> {
        let fields: Fields =
            columns.iter().map(|column| field(&column.name, data_type(column.kind))).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(GROUP))
            .build();
        let builders = columns.iter().zip(&fields);
        let columns =
            builders.map(|(column, field)| (column.kind, make_builder(field.data_type(), BATCH))).collect();
        let schema = Arc::new(Schema::new(fields));
        let writer = ArrowWriter::try_new(to, Arc::clone(&schema), Some(properties))?;
        Ok(Self { writer, schema, columns, rows: 0 })
    }

    fn flush(&mut self) -> Result<()> {
        let arrays = self.columns.iter_mut().map(|(_, builder)| builder.finish()).collect();
        self.rows = 0;
        Ok(self.writer.write(&RecordBatch::try_new(Arc::clone(&self.schema), arrays)?)?)
    }
}

impl<W: Write + Send> Sink for Columnar<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        for ((kind, builder), cell) in self.columns.iter_mut().zip(cells) {
            append(builder.as_mut(), *kind, cell)?;
        }
        self.rows += 1;
        if self.rows == BATCH { self.flush() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>, about: &About) -> Result<()> {
        if self.rows > 0 {
            self.flush()?;
        }
        for (name, value) in about.entries() {
            self.writer.append_key_value_metadata(KeyValue::new(name.to_owned(), value.to_owned()));
        }
        // Not `into_inner`, which keeps the words of a failed write alone: that nobody reads the output would be lost.
        self.writer.finish()?;
        Ok(self.writer.inner_mut().flush()?)
    }
}

fn field(name: &str, kind: DataType) -> Field {
    // Every column of a view may be null.
    Field::new(name, kind, true)
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Bool => DataType::Boolean,
        Kind::Int32 => DataType::Int32,
        Kind::Int64 => DataType::Int64,
        Kind::Double => DataType::Float64,
        Kind::Decimal => DataType::Decimal128(DIGITS, DECIMALS),
        Kind::Date => DataType::Date32,
        Kind::Instant => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        Kind::Text | Kind::Json => DataType::Utf8,
        Kind::List(of) => DataType::List(Arc::new(field("item", data_type(*of)))),
        Kind::Record(fields) => {
            DataType::Struct(fields.iter().map(|(name, kind)| field(name, data_type(*kind))).collect())
        }
    }
}

fn append(builder: &mut dyn ArrayBuilder, kind: Kind, cell: &Cell) -> Result<()> {
    /// The builder of the kind gets the value of the variant, or null.
    macro_rules! scalar {
        ($builder:ty, $variant:ident($value:ident) => $converted:expr) => {
            typed::<$builder>(builder)?.append_option(match cell {
                Cell::Null => None,
                Cell::$variant($value) => Some($converted),
                other => anyhow::bail!("{other:?} is not of its column's kind"),
            })
        };
    }
    match kind {
        Kind::Bool => scalar!(BooleanBuilder, Bool(value) => *value),
        Kind::Int32 => scalar!(Int32Builder, Int(value) => i32::try_from(*value)?),
        Kind::Int64 => scalar!(Int64Builder, Int(value) => *value),
        Kind::Double => scalar!(Float64Builder, Double(value) => *value),
        Kind::Decimal => scalar!(Decimal128Builder, Decimal(value) => unscaled(value)?),
        Kind::Date => scalar!(Date32Builder, Date(value) => {
            i32::try_from(value.signed_duration_since(NaiveDate::default()).num_days())?
        }),
        Kind::Instant => {
            scalar!(TimestampMicrosecondBuilder, Instant(value) => value.timestamp_micros());
        }
        Kind::Text => scalar!(StringBuilder, Text(value) => value),
        Kind::Json => scalar!(StringBuilder, Json(value) => value),
        Kind::List(of) => {
            let list = typed::<ListBuilder<Box<dyn ArrayBuilder>>>(builder)?;
            for item in cell.items(*of)?.iter().flatten() {
                append(list.values().as_mut(), *of, item)?;
            }
            list.append(*cell != Cell::Null);
        }
        Kind::Record(fields) => {
            let record = typed::<StructBuilder>(builder)?;
            let values = cell.fields(fields)?;
            for (builder, ((_, kind), value)) in
                record.field_builders_mut().iter_mut().zip(fields.iter().zip(values))
            {
                append(builder.as_mut(), *kind, &value)?;
            }
            record.append(*cell != Cell::Null);
        }
    }
    Ok(())
}

fn typed<T: ArrayBuilder>(builder: &mut dyn ArrayBuilder) -> Result<&mut T> {
    builder.as_any_mut().downcast_mut().context("a column's kind and its builder differ")
}

/// A decimal as a whole number of its last digit. One with more digits is refused, and not rounded.
fn unscaled(decimal: &str) -> Result<i128> {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let scale = usize::try_from(DECIMALS)?;
    let digits = format!("{whole}{fraction:0<scale$}");
    let fits = !whole.is_empty()
        && fraction.len() <= scale
        && digits.trim_start_matches('-').len() <= usize::from(DIGITS);
    digits.parse().ok().filter(|_| fits).with_context(|| {
        format!("{decimal} has more digits than a column of this file ({DIGITS}, {DECIMALS} of them after the point)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_exact_or_refused() {
        for (text, expected) in [("0.5", 5_000), ("-12.3456", -123_456), ("7", 70_000), ("-0.25", -2_500)] {
            assert_eq!(unscaled(text).unwrap(), expected);
        }
        for text in ["0.12345", "123456789012345", "NaN", ""] {
            assert!(unscaled(text).is_err(), "{text}");
        }
    }
}
