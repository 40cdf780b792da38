//! Parquet: columns with their types, in groups of rows. Memory holds one group.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result};
use chrono::NaiveDate;
use fairway_audit::export::{Cell, Column, Kind};
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::sink::Sink;

/// Rows in a group: readers skip whole groups, and a group of events is some 20 MB in memory.
const GROUP: usize = 20_000;

pub(super) struct Columnar<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Buffer>,
    rows: usize,
}

impl<W: Write + Send> Columnar<W> {
    pub(super) fn new(to: W, columns: &[Column]) -> Result<Self> {
        let mut message = "message export {".to_owned();
        for column in columns {
            // Every column of a view may be null.
            let _ = write!(message, " OPTIONAL {};", declaration(column));
        }
        message.push('}');
        let schema = parse_message_type(&message).context("the columns make no Parquet schema")?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        Ok(Self {
            writer: SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties))?,
            columns: columns.iter().map(|column| Buffer::new(column.kind)).collect(),
            rows: 0,
        })
    }

    fn flush(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            column.write(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

fn declaration(column: &Column) -> String {
    let (kind, annotation) = match column.kind {
        Kind::Bool => ("BOOLEAN", ""),
        Kind::Int32 => ("INT32", ""),
        Kind::Int64 => ("INT64", ""),
        Kind::Double => ("DOUBLE", ""),
        Kind::Date => ("INT32", " (DATE)"),
        Kind::Instant => ("INT64", " (TIMESTAMP(MICROS,true))"),
        Kind::Text => ("BYTE_ARRAY", " (STRING)"),
        Kind::Json => ("BYTE_ARRAY", " (JSON)"),
    };
    format!("{kind} {}{annotation}", column.name)
}

impl<W: Write + Send> Sink for Columnar<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell)?;
        }
        self.rows += 1;
        if self.rows == GROUP { self.flush() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if self.rows > 0 {
            self.flush()?;
        }
        let mut to = self.writer.into_inner()?;
        Ok(to.flush()?)
    }
}

/// One column of the group: its values, and for each row whether it has one.
struct Buffer {
    values: Values,
    present: Vec<i16>,
}

enum Values {
    Bool(Vec<bool>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Double(Vec<f64>),
    Bytes(Vec<ByteArray>),
}

impl Buffer {
    fn new(kind: Kind) -> Self {
        let values = match kind {
            Kind::Bool => Values::Bool(Vec::new()),
            Kind::Int32 | Kind::Date => Values::Int32(Vec::new()),
            Kind::Int64 | Kind::Instant => Values::Int64(Vec::new()),
            Kind::Double => Values::Double(Vec::new()),
            Kind::Text | Kind::Json => Values::Bytes(Vec::new()),
        };
        Self { values, present: Vec::new() }
    }

    fn push(&mut self, cell: &Cell) -> Result<()> {
        self.present.push(i16::from(*cell != Cell::Null));
        match (&mut self.values, cell) {
            (_, Cell::Null) => {}
            (Values::Bool(values), Cell::Bool(value)) => values.push(*value),
            (Values::Int32(values), Cell::Int(value)) => values.push(i32::try_from(*value)?),
            (Values::Int32(values), Cell::Date(value)) => {
                values.push(i32::try_from(value.signed_duration_since(NaiveDate::default()).num_days())?);
            }
            (Values::Int64(values), Cell::Int(value)) => values.push(*value),
            (Values::Int64(values), Cell::Instant(value)) => values.push(value.timestamp_micros()),
            (Values::Double(values), Cell::Double(value)) => values.push(*value),
            (Values::Bytes(values), Cell::Text(value) | Cell::Json(value)) => {
                values.push(ByteArray::from(value.as_str()));
            }
            (_, cell) => anyhow::bail!("{cell:?} is not of its column's kind"),
        }
        Ok(())
    }

    fn write<W: Write + Send>(&mut self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<()> {
        match &mut self.values {
            Values::Bool(values) => write::<BoolType, W>(group, values, &self.present)?,
            Values::Int32(values) => write::<Int32Type, W>(group, values, &self.present)?,
            Values::Int64(values) => write::<Int64Type, W>(group, values, &self.present)?,
            Values::Double(values) => write::<DoubleType, W>(group, values, &self.present)?,
            Values::Bytes(values) => write::<ByteArrayType, W>(group, values, &self.present)?,
        }
        self.present.clear();
        Ok(())
    }
}

fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &mut Vec<T::T>,
    present: &[i16],
) -> Result<()> {
    let mut column = group.next_column()?.context("the file has fewer columns than the rows")?;
    column.typed::<T>().write_batch(values, Some(present), None)?;
    column.close()?;
    values.clear();
    Ok(())
}
