//! The chart of a part, drawn from its table: what is drawn and what is written are the same cells.

use chrono::NaiveDate;
use fairway_audit::figures::table::{Cell, ChartKind, ColumnKind, Part};
use maud::Markup;

use crate::report::chart::{Bar, Columns, Series, Size, bars, both};
use crate::report::text::{count, long_month, percent, short_month};

/// The colours of series, from the bottom up; the seventh is of all that is left.
const COLOURS: [&str; 7] = ["s1", "s2", "s3", "s4", "s5", "s6", "rest"];
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
    COLOURS.into_iter().zip(series.iter().map(|index| part.columns[*index].title.as_str())).collect()
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

pub(super) fn chart(part: &Part) -> Markup {
    let size = if is_wide(part) { Size::Full } else { Size::Half };
    match part.chart.kind {
        ChartKind::Columns => columns(part, size),
        ChartKind::Bars => horizontal(part, size),
    }
}

/// The first day of a month such as `2026-11`.
fn month(text: &str) -> Option<NaiveDate> {
    (text.len() == 7).then(|| format!("{text}-01").parse().ok()).flatten()
}

fn value(cell: &Cell) -> f64 {
    match cell {
        #[expect(clippy::cast_precision_loss, reason = "a length in pixels")]
        Cell::Count(number) => *number as f64,
        Cell::Share(share) => *share,
        Cell::Text(_) | Cell::Unknown => 0.0,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a count that was drawn")]
fn whole(value: f64) -> String {
    if value.fract() == 0.0 { count(value as i64) } else { format!("{value}") }
}

fn is_share(part: &Part) -> bool {
    part.chart.series.first().is_some_and(|index| part.columns[*index].kind == ColumnKind::Share)
}

fn columns(part: &Part, size: Size) -> Markup {
    let mut is_by_month = false;
    let labels: Vec<(String, String)> = part
        .rows
        .iter()
        .map(|row| {
            let name = match &row[0] {
                Cell::Text(text) => text.as_str(),
                _ => "",
            };
            let of = month(name);
            is_by_month |= of.is_some();
            of.map_or_else(|| (name.to_owned(), name.to_owned()), |of| (short_month(of), long_month(of)))
        })
        .collect();
    let series: Vec<Series> = part
        .chart
        .series
        .iter()
        .zip(COLOURS)
        .map(|(index, class)| Series {
            name: part.columns[*index].title.clone(),
            class,
            values: part.rows.iter().map(|row| value(&row[*index])).collect(),
        })
        .collect();
    let unit = if is_share(part) { percent } else { whole };
    let axis = if is_by_month { None } else { Some(part.columns[0].title.as_str()) };
    let columns = Columns { labels: &labels, series: &series, unit, axis };
    both(size, |size| columns.draw(size))
}

fn horizontal(part: &Part, size: Size) -> Markup {
    let Some(index) = part.chart.series.first().copied() else { return Markup::default() };
    let rows: Vec<Bar> = part
        .rows
        .iter()
        .take(part.chart.limit.unwrap_or(usize::MAX))
        .map(|row| Bar {
            name: match &row[1] {
                Cell::Text(more) => format!("{} ({more})", written(&row[0])),
                _ => written(&row[0]),
            },
            value: value(&row[index]),
            label: written(&row[index]),
            class: COLOURS[0],
        })
        .collect();
    // Far more vouchers are offered than bought: that bar is cut off, so that the others stay visible.
    let compared = rows.iter().filter(|bar| bar.name != "offered" || part.name != "free-vouchers");
    let whole = if is_share(part) { 1.0 } else { compared.map(|bar| bar.value).fold(1.0, f64::max) };
    both(size, |size| bars(&rows, Some(whole), size))
}
