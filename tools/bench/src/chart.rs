//! The chart of the growth table: the time per operation of each measured operation by the journal's length, relative
//! to the shortest journal. A flat line is the goal. The few lines of SVG are written here, since they need no library.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::report::Report;

/// The operations: their rows' name, their label in the chart, whether their values are rates, and a colour that is
/// readable on white and on black.
const OPERATIONS: [(&str, &str, bool, &str); 5] = [
    ("booking for four, 64 callers", "booking", true, "#1a7f5a"),
    ("upcoming list, HTTP", "upcoming list", true, "#2f6fd0"),
    ("availability of four, HTTP", "availability", true, "#8a4fd3"),
    ("timeline", "timeline", false, "#c2571a"),
    ("rebuilding", "rebuild, per event", true, "#b0307a"),
];
const SIZES: [u64; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// The target: the highest allowed time per operation, relative to the shortest journal.
const LIMIT: f64 = 1.3;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 360.0;
/// Left, top, right and bottom of the plot.
const PLOT: (f64, f64, f64, f64) = (60.0, 44.0, 565.0, 300.0);

/// The points of one operation: events, and the time per operation relative to the first point.
type Line = Vec<(u64, f64)>;

/// Writes the chart of the report's growth table to the documents. Returns false when the report has no such table.
pub(crate) fn write(report: &Report) -> Result<bool> {
    let lines: Vec<Line> =
        OPERATIONS.iter().map(|(operation, _, is_rate, _)| line(report, operation, *is_rate)).collect();
    if lines.iter().all(|line| line.len() < 2) {
        return Ok(false);
    }
    let folder = std::env::var_os("FAIRWAY_BENCH_IMAGES").map_or_else(|| "docs/images".into(), PathBuf::from);
    let path = folder.join("growth.svg");
    std::fs::write(&path, draw(&lines)?).with_context(|| format!("cannot write {}", path.display()))?;
    println!("\nthe chart: {}", path.display());
    Ok(true)
}

fn line(report: &Report, operation: &str, is_rate: bool) -> Line {
    let times: Vec<(u64, f64)> = SIZES
        .into_iter()
        .filter_map(|events| {
            let row = report.row("growth", &format!("{operation}, {} events", power(events)))?;
            Some((events, if is_rate { 1.0 / row.median() } else { row.median() }))
        })
        .collect();
    let first = times.first().map_or(1.0, |(_, time)| *time);
    times.into_iter().map(|(events, time)| (events, time / first)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a coordinate in a chart")]
fn x_of(events: u64) -> f64 {
    let decades = SIZES.len() - 1;
    let fraction = (events as f64 / SIZES[0] as f64).log10() / decades as f64;
    PLOT.0 + fraction * (PLOT.2 - PLOT.0)
}

fn draw(lines: &[Line]) -> Result<String> {
    let highest = lines.iter().flatten().map(|(_, ratio)| *ratio).fold(2.0, f64::max).ceil();
    let y_of = |ratio: f64| PLOT.3 - ratio / highest * (PLOT.3 - PLOT.1);
    let (left, _, right, bottom) = PLOT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Time per operation by length of the journal, relative to the shortest\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\" rx=\"8\"/>\n\
         <text x=\"{left}\" y=\"26\" font-size=\"15\" font-weight=\"600\" fill=\"#1c2b24\">Time per operation, \
         relative to a journal of 10⁴ events</text>\n"
    );
    let grid_step = if highest > 5.0 { (highest / 5.0).ceil() } else { 0.5 };
    let mut grid_ratio = 0.0;
    while grid_ratio <= highest {
        let y = y_of(grid_ratio);
        writeln!(svg, "<line x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#e3e8e5\"/>")?;
        writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#55635c\">{grid_ratio:.1} ×</text>",
            left - 8.0,
            y + 4.0
        )?;
        grid_ratio += grid_step;
    }
    for events in SIZES {
        let x = x_of(events);
        writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#55635c\">{}</text>",
            bottom + 22.0,
            power(events)
        )?;
    }
    writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#55635c\">events in the journal</text>",
        f64::midpoint(left, right),
        bottom + 46.0
    )?;
    let limit_y = y_of(LIMIT);
    writeln!(
        svg,
        "<line x1=\"{left}\" y1=\"{limit_y:.1}\" x2=\"{right}\" y2=\"{limit_y:.1}\" stroke=\"#1c2b24\" \
         stroke-dasharray=\"5 5\"/>\n<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#1c2b24\">wanted: below {LIMIT} ×</text>",
        left + 6.0,
        limit_y - 6.0
    )?;
    for ((line, (_, _, _, colour)), label_y) in lines.iter().zip(OPERATIONS).zip(label_positions(lines, y_of))
    {
        let points: Vec<String> =
            line.iter().map(|(events, ratio)| format!("{:.1},{:.1}", x_of(*events), y_of(*ratio))).collect();
        writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>",
            points.join(" ")
        )?;
        for (events, ratio) in line {
            writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{colour}\"/>",
                x_of(*events),
                y_of(*ratio)
            )?;
        }
        if let (Some((events, ratio)), Some(operation)) =
            (line.last(), OPERATIONS.iter().find(|operation| operation.3 == colour))
        {
            writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{label_y:.1}\" fill=\"{colour}\">{} {ratio:.2} ×</text>",
                x_of(*events) + 10.0,
                operation.1
            )?;
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// `10⁴` and so on.
pub(crate) fn power(events: u64) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let exponent = usize::try_from(events.ilog10()).unwrap_or(0);
    digits.get(exponent).map_or_else(|| events.to_string(), |digit| format!("10{digit}"))
}

/// The labels' vertical positions: at the ends of their lines, moved down where they would overlap.
fn label_positions(lines: &[Line], y_of: impl Fn(f64) -> f64) -> Vec<f64> {
    const MIN_DISTANCE: f64 = 16.0;
    let mut ends: Vec<(usize, f64)> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| (index, line.last().map_or(PLOT.3, |(_, ratio)| y_of(*ratio) + 4.0)))
        .collect();
    ends.sort_by(|one, other| one.1.total_cmp(&other.1));
    for index in 1..ends.len() {
        ends[index].1 = ends[index].1.max(ends[index - 1].1 + MIN_DISTANCE);
    }
    ends.sort_by_key(|end| end.0);
    ends.into_iter().map(|end| end.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_lines_that_end_together_do_not_overlap() {
        let lines = vec![vec![(10_000, 1.0)], vec![(10_000, 1.01)], vec![(10_000, 0.5)]];
        let positions = label_positions(&lines, |ratio| 100.0 - 50.0 * ratio);
        assert!(
            positions[0] - positions[1] >= 16.0 - f64::EPSILON && positions[2] > positions[0],
            "{positions:?}"
        );
    }

    #[test]
    fn every_line_is_in_the_chart_with_its_label() {
        let lines = vec![vec![(10_000, 1.0), (100_000, 1.1)]; OPERATIONS.len()];
        let svg = draw(&lines).unwrap();
        for (_, label, _, colour) in OPERATIONS {
            assert!(svg.contains(&format!("{label} 1.10 ×")) && svg.contains(colour), "{label}");
        }
    }
}
