//! A part of the report as a table, which says what of it a chart draws, and as a file.

use chrono::{Datelike, NaiveDate};
use serde::Serialize;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
pub struct Column {
    /// The heading.
    pub title: String,
    /// What it holds.
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
    /// A share of 0 to 1; none: there is nothing that it would be a share of.
    Share(Option<f64>),
}

/// How a chart draws its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartKind {
    /// A column for each row, with the series stacked.
    Columns,
    /// A horizontal bar for each row.
    Bars,
}

/// The chart of a table: the first column names its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chart {
    /// How it is drawn.
    pub kind: ChartKind,
    /// The columns of the table that it draws, by their index.
    pub series: Vec<usize>,
    /// Rows that it draws at most; the table has all.
    pub limit: Option<usize>,
}

/// By what a part can be narrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
pub struct Part {
    /// A stable name, such as `rounds`.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What has to be known to read it; may be empty.
    pub note: &'static str,
    /// What narrows it; the rest of the request does not change it.
    pub narrowed_by: &'static [Narrowing],
    /// The table's columns.
    pub columns: Vec<Column>,
    /// The table's rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// What is drawn.
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

pub(super) fn share(part: i64, whole: i64) -> Cell {
    #[expect(clippy::cast_precision_loss, reason = "a share, for people")]
    Cell::Share((whole != 0).then(|| part as f64 / whole as f64))
}

impl Part {
    /// The table as comma-separated values (RFC 4180), with a byte order mark so that spreadsheets read UTF-8. A text
    /// that a spreadsheet would take for a formula has an apostrophe before it.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut csv = "\u{feff}".to_owned();
        let head = self.columns.iter().map(|column| field(&column.title)).collect::<Vec<_>>();
        csv.push_str(&head.join(","));
        csv.push_str("\r\n");
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Cell::Text(text) => field(text),
                Cell::Count(count) => count.to_string(),
                Cell::Share(share) => share.map(|share| format!("{share:.4}")).unwrap_or_default(),
            });
            csv.push_str(&cells.collect::<Vec<_>>().join(","));
            csv.push_str("\r\n");
        }
        csv
    }
}

fn field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let guard = if is_formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_of_a_file_is_a_formula_and_no_quote_ends_it() {
        let part = Part {
            name: "clubs",
            title: "Clubs",
            note: "",
            narrowed_by: &[],
            columns: vec![text("Club"), number("Rounds"), part_of("Share")],
            rows: vec![
                vec![Cell::Text("=HYPERLINK(\"x\")".to_owned()), Cell::Count(-3), Cell::Share(Some(0.25))],
                vec![Cell::Text("De Es, \"Noord\"".to_owned()), Cell::Count(4), Cell::Share(None)],
            ],
            chart: Chart { kind: ChartKind::Bars, series: vec![1], limit: None },
        };
        assert_eq!(
            part.csv(),
            "\u{feff}\"Club\",\"Rounds\",\"Share\"\r\n\"'=HYPERLINK(\"\"x\"\")\",-3,0.2500\r\n\
             \"De Es, \"\"Noord\"\"\",4,\r\n"
        );
        for formula in ["+1", "-1", "@x", "\tx", "\rx"] {
            assert!(field(formula).starts_with("\"'"), "{formula:?}");
        }
    }
}
