//! A card of the page: title, finding, and the figures as a table. A bar beside each number of a drawn column shows how
//! large it is; paper has the bars too.

use chrono::NaiveDate;
use fairway_audit::figures::table::{Cell, Part};
use maud::{Markup, html};

use crate::report::text::{count, long_month, percent};

/// More columns, or more rows, take the full width of the page.
const COLUMNS: usize = 4;
const ROWS: usize = 10;

/// The card of a part. `finding` is the result that its table shows, as a sentence.
pub(super) fn card(part: &Part, finding: &str) -> Markup {
    let is_wide = part.columns.len() > COLUMNS || part.rows.len() > ROWS;
    html! {
        article id=(part.name) class={ "card" @if is_wide { " wide" } } {
            h2 { (part.title) }
            p.finding { (finding) }
            @if is_empty(part) {
                p.empty { "Nothing to show for this period." }
            } @else {
                div.scroll tabindex="0" role="region" aria-label=(part.title) { (table(part)) }
            }
            @if !part.note.is_empty() { p.note { (part.note) } }
        }
    }
}

/// Months without a round have a row too.
fn is_empty(part: &Part) -> bool {
    part.rows.iter().flatten().all(|cell| matches!(cell, Cell::Text(_) | Cell::Unknown | Cell::Count(0)))
}

fn table(part: &Part) -> Markup {
    let drawn = &part.chart.series;
    let numbers = part.rows.iter().flat_map(|row| drawn.iter().filter_map(|index| number(&row[*index])));
    // Shares are of a whole, which is 1.
    let most = numbers.fold(1.0, f64::max);
    let limit = part.chart.limit.unwrap_or(usize::MAX);
    html! {
        table {
            caption { (part.title) }
            thead { tr { @for column in &part.columns { th scope="col" { (column.title) } } } }
            tbody {
                @for (place, row) in part.rows.iter().enumerate() {
                    tr {
                        @for (index, cell) in row.iter().enumerate() {
                            @match number(cell).filter(|_| drawn.contains(&index) && place < limit) {
                                _ if index == 0 => th scope="row" { (written(cell)) },
                                Some(value) => td.drawn {
                                    // The number beside it says the same.
                                    meter aria-hidden="true" max=(most) value=(value) {}
                                    span { (written(cell)) }
                                },
                                None => td { (written(cell)) },
                            }
                        }
                    }
                }
            }
        }
    }
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        #[expect(clippy::cast_precision_loss, reason = "the length of a bar")]
        Cell::Count(number) => Some(*number as f64),
        Cell::Share(share) => Some(*share),
        Cell::Text(_) | Cell::Unknown => None,
    }
}

/// A cell as people read it.
fn written(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => month(text).map_or_else(|| text.clone(), long_month),
        Cell::Count(number) => count(*number),
        Cell::Share(share) => percent(*share),
        Cell::Unknown => "–".to_owned(),
    }
}

/// The first day of a month such as `2026-11`.
fn month(text: &str) -> Option<NaiveDate> {
    (text.len() == 7).then(|| format!("{text}-01").parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use fairway_audit::figures::table::{Chart, ChartKind, Column, ColumnKind};

    use super::*;

    fn part(rows: Vec<Vec<Cell>>) -> Part {
        let column = |title: &str, kind| Column { title: title.to_owned(), kind };
        Part {
            name: "clubs",
            title: "Clubs",
            note: "",
            narrowed_by: &[],
            columns: vec![column("Club", ColumnKind::Text), column("Rounds", ColumnKind::Count)],
            rows,
            chart: Chart { kind: ChartKind::Bars, series: vec![1], limit: Some(2) },
        }
    }

    #[test]
    fn a_card_without_figures_has_a_note_and_names_are_escaped() {
        let row = |rounds| vec![Cell::Text("De <Eik>".to_owned()), Cell::Count(rounds)];
        let html = card(&part(vec![row(7)]), "<b>De Eik</b> leads.").into_string();
        assert!(html.contains("<th scope=\"row\">De &lt;Eik&gt;</th><td class=\"drawn\">"), "{html}");
        assert!(html.contains("<span>7</span>"), "{html}");
        assert!(!html.contains("<b>") && !html.contains("<Eik>"), "{html}");
        assert!(card(&part(vec![row(0)]), "").into_string().contains("Nothing to show"));
    }

    #[test]
    fn bars_are_in_proportion_to_the_highest_number_and_shares_to_their_whole() {
        let rows = |cells: Vec<Cell>| cells.into_iter().map(|cell| vec![Cell::Text("club".into()), cell]);
        let drawn = |cells| card(&part(rows(cells).collect()), "").into_string();
        let html = drawn(vec![Cell::Count(1_200), Cell::Count(0), Cell::Count(3)]);
        assert!(
            html.contains("max=\"1200\" value=\"1200\"") && html.contains("max=\"1200\" value=\"0\""),
            "{html}"
        );
        assert_eq!(html.matches("<meter").count(), 2, "as many rows as the chart draws: {html}");
        let html = drawn(vec![Cell::Share(0.25), Cell::Unknown]);
        assert!(html.contains("max=\"1\" value=\"0.25\"") && html.contains("<td>–</td>"), "{html}");
        assert!(!html.contains("NaN"), "{html}");
    }
}
