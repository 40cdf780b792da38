//! The chart of a part, drawn from its table: what is drawn and what is written are the same cells.

use chrono::{Datelike, NaiveDate};
use fairway_audit::figures::Period;
use fairway_audit::figures::table::{Cell, ChartKind, ColumnKind, Part};
use maud::Markup;

use crate::report::chart::{Bar, Columns, Label, Series, Size, bars, both};
use crate::report::text::{count, long_month, percent, short_month};

/// The colours of series, from the bottom up. What is not named has one of its own.
const COLOURS: [&str; 7] = ["s1", "s2", "s3", "s4", "s5", "s6", REST];
const REST: &str = "rest";
/// Parts that take the full width of the page.
const WIDE: [&str; 6] = ["rounds", "occupancy", "lead-times", "cancellations", "rights", "club-links"];

pub(super) fn is_wide(part: &Part) -> bool {
    WIDE.contains(&part.name)
}

/// The name of each series and its colour; none where there is one.
pub(super) fn legend(part: &Part) -> Vec<(&'static str, &str)> {
    let series = &part.chart.series;
    if series.len() < 2 {
        return Vec::new();
    }
    let titles = series.iter().map(|index| part.columns[*index].title.as_str());
    COLOURS.into_iter().zip(titles).map(|(class, title)| (colour(title, class), title)).collect()
}

/// Whether a name is that of all that has no name or number of its own.
fn is_rest(name: &str) -> bool {
    name == "other" || name.ends_with(" other clubs")
}

fn colour(name: &str, class: &'static str) -> &'static str {
    if is_rest(name) { REST } else { class }
}

fn name(row: &[Cell]) -> &str {
    match row.first() {
        Some(Cell::Text(name)) => name,
        _ => "",
    }
}

/// A cell as people read it.
pub(super) fn written(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => month(text).map_or_else(|| text.clone(), long_month),
        Cell::Count(number) => count(*number),
        Cell::Share(share) => percent(*share),
        Cell::Unknown => "–".to_owned(),
    }
}

pub(super) fn chart(part: &Part, period: Period, is_across: bool) -> Markup {
    let size = if is_across { Size::Full } else { Size::Half };
    match part.chart.kind {
        ChartKind::Columns => columns(part, period, size),
        ChartKind::Bars => horizontal(part, size),
    }
}

/// The first day of a month such as `2026-11`.
fn month(text: &str) -> Option<NaiveDate> {
    (text.len() == 7).then(|| format!("{text}-01").parse().ok()).flatten()
}

fn value(cell: &Cell) -> Option<f64> {
    match cell {
        #[expect(clippy::cast_precision_loss, reason = "a length in pixels")]
        Cell::Count(number) => Some(*number as f64),
        Cell::Share(share) => Some(*share),
        Cell::Text(_) | Cell::Unknown => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a count that was drawn")]
fn whole(value: f64) -> String {
    if value.fract() == 0.0 { count(value as i64) } else { format!("{value}") }
}

fn is_share(part: &Part) -> bool {
    part.chart.series.first().is_some_and(|index| part.columns[*index].kind == ColumnKind::Share)
}

fn columns(part: &Part, period: Period, size: Size) -> Markup {
    let is_by_month = part.rows.first().is_some_and(|row| month(name(row)).is_some());
    let (labels, rows): (Vec<Label>, Vec<Option<&Vec<Cell>>>) = if is_by_month {
        let of =
            |month: NaiveDate| part.rows.iter().find(|row| name(row) == month.format("%Y-%m").to_string());
        period.months().map(|month| (label_of(month, period), of(month))).unzip()
    } else {
        part.rows.iter().map(|row| (class(name(row)), Some(row))).unzip()
    };
    let series: Vec<Series> = part
        .chart
        .series
        .iter()
        .zip(COLOURS)
        .map(|(index, class)| {
            let name = part.columns[*index].title.clone();
            let values = rows.iter().map(|row| value(&(*row)?[*index])).collect();
            Series { class: colour(&name, class), name, values }
        })
        .collect();
    let unit = if is_share(part) { percent } else { whole };
    let axis = if is_by_month { None } else { Some(part.columns[0].title.as_str()) };
    let columns = Columns { labels: &labels, series: &series, unit, axis };
    both(size, |size| columns.draw(size))
}

/// A month, and its year below the first one and below each January; not below a first one that a January follows closely.
fn label_of(month: NaiveDate, period: Period) -> Label {
    let year_of_third = period.months().take(3).last().map(|third| third.year());
    let is_first = month == period.from && year_of_third == Some(month.year());
    let below = (is_first || month.month() == 1).then(|| month.year().to_string());
    Label { short: short_month(month), long: long_month(month), below, is_rest: false }
}

fn class(name: &str) -> Label {
    let short = name.strip_suffix(" players").unwrap_or(name).to_owned();
    Label { short, long: name.to_owned(), below: None, is_rest: is_rest(name) }
}

fn horizontal(part: &Part, size: Size) -> Markup {
    let Some(index) = part.chart.series.first().copied() else { return Markup::default() };
    let (last, named): (Vec<_>, Vec<_>) = part.rows.iter().partition(|row| is_rest(name(row)));
    let rows: Vec<Bar> = named
        .into_iter()
        .chain(last)
        .take(part.chart.limit.unwrap_or(usize::MAX))
        .map(|row| Bar {
            name: match &row[1] {
                Cell::Text(more) => format!("{} ({more})", written(&row[0])),
                _ => written(&row[0]),
            },
            value: value(&row[index]).unwrap_or(0.0),
            label: written(&row[index]),
            class: colour(name(row), COLOURS[0]),
        })
        .collect();
    let whole = is_share(part).then_some(1.0);
    both(size, |size| bars(&rows, whole, size))
}
