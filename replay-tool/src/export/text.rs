//! The text formats: comma-separated values as everywhere (`audit/src/csv_writer.rs`), and one JSON object per line.

use std::io::Write;

use super::rows::{About, Cell, Column};
use anyhow::Result;
use chrono::SecondsFormat;
use fairway_audit::csv_writer::{CsvWriter, Dialect};

use super::sink::Sink;
use crate::json;

/// Comma-separated values in either dialect.
pub(super) struct Csv<W: Write> {
    writer: CsvWriter<W>,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(dialect: Dialect, to: W, columns: &[Column]) -> Result<Self> {
        let headings = columns.iter().map(|column| column.name.as_str());
        Ok(Self { writer: CsvWriter::of_dialect(dialect, to, headings)? })
    }
}

impl<W: Write> Sink for Csv<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        for cell in cells {
            match cell {
                Cell::Null => self.writer.plain("")?,
                Cell::Bool(value) => self.writer.plain(if *value { "true" } else { "false" })?,
                Cell::Int(value) => self.writer.plain(&value.to_string())?,
                Cell::Double(value) => self.writer.decimal(&value.to_string())?,
                Cell::Decimal(value) => self.writer.decimal(value)?,
                Cell::Date(value) => self.writer.plain(&value.to_string())?,
                Cell::Instant(value) => {
                    self.writer.plain(&value.to_rfc3339_opts(SecondsFormat::Micros, true))?;
                }
                Cell::Text(value) | Cell::Json(value) => self.writer.text(value)?,
            }
        }
        Ok(self.writer.end_row()?)
    }

    fn finish(self: Box<Self>, _about: &About) -> Result<()> {
        Ok(self.writer.finish()?.flush()?)
    }
}

/// One JSON object per line.
pub(super) struct JsonLines<W: Write> {
    to: W,
    /// `{"name":` and `,"name":`, ready to be written.
    keys: Vec<String>,
}

impl<W: Write> JsonLines<W> {
    pub(super) fn new(to: W, columns: &[Column]) -> Result<Self> {
        let keys = columns.iter().enumerate().map(|(index, column)| {
            let before = if index == 0 { '{' } else { ',' };
            Ok(format!("{before}{}:", serde_json::to_string(&column.name)?))
        });
        Ok(Self { to, keys: keys.collect::<Result<_>>()? })
    }
}

impl<W: Write> Sink for JsonLines<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        for (key, cell) in self.keys.iter().zip(cells) {
            self.to.write_all(key.as_bytes())?;
            match cell {
                Cell::Null => write!(self.to, "null")?,
                Cell::Bool(value) => write!(self.to, "{value}")?,
                Cell::Int(value) => write!(self.to, "{value}")?,
                Cell::Double(value) => json::write(&mut self.to, value)?,
                Cell::Decimal(value) => write!(self.to, "{value}")?,
                Cell::Date(value) => write!(self.to, "\"{value}\"")?,
                Cell::Instant(value) => {
                    write!(self.to, "\"{}\"", value.to_rfc3339_opts(SecondsFormat::Micros, true))?;
                }
                Cell::Text(value) => json::write(&mut self.to, value)?,
                // It already is JSON on one line, written by the database.
                Cell::Json(value) => self.to.write_all(value.as_bytes())?,
            }
        }
        Ok(self.to.write_all(b"}\n")?)
    }

    fn finish(mut self: Box<Self>, _about: &About) -> Result<()> {
        Ok(self.to.flush()?)
    }
}
