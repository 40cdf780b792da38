//! The text formats: comma-separated values, and one JSON object per line.

use std::io::Write;

use anyhow::Result;
use chrono::SecondsFormat;
use fairway_audit::export::{Cell, Column};

use super::sink::Sink;

/// Comma-separated values, as in RFC 4180.
pub(super) struct Csv<W: Write> {
    writer: csv::Writer<W>,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(to: W, columns: &[Column]) -> Result<Self> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(columns.iter().map(|column| &column.name))?;
        Ok(Self { writer })
    }
}

impl<W: Write> Sink for Csv<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        for cell in cells {
            match cell {
                Cell::Null => self.writer.write_field("")?,
                Cell::Bool(value) => self.writer.write_field(if *value { "true" } else { "false" })?,
                Cell::Int(value) => self.writer.write_field(value.to_string())?,
                Cell::Double(value) => self.writer.write_field(value.to_string())?,
                Cell::Date(value) => self.writer.write_field(value.to_string())?,
                Cell::Instant(value) => {
                    self.writer.write_field(value.to_rfc3339_opts(SecondsFormat::Micros, true))?;
                }
                Cell::Text(value) | Cell::Json(value) => self.writer.write_field(value)?,
            }
        }
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        Ok(self.writer.flush()?)
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
                Cell::Double(value) => serde_json::to_writer(&mut self.to, value)?,
                Cell::Date(value) => write!(self.to, "\"{value}\"")?,
                Cell::Instant(value) => {
                    write!(self.to, "\"{}\"", value.to_rfc3339_opts(SecondsFormat::Micros, true))?;
                }
                Cell::Text(value) => serde_json::to_writer(&mut self.to, value)?,
                // It already is JSON on one line, written by the database.
                Cell::Json(value) => self.to.write_all(value.as_bytes())?,
            }
        }
        Ok(self.to.write_all(b"}\n")?)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        Ok(self.to.flush()?)
    }
}
