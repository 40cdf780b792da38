//! A card of the page: title, finding, chart, and the same figures as a table. Paper has the table too: there the closed
//! `details` cannot be opened.

use fairway_audit::figures::Period;
use fairway_audit::figures::table::{Cell, Part};
use maud::{Markup, html};

use super::drawing::{chart, legend, written};

/// A card.
pub(super) struct Section {
    pub(super) part: Part,
    /// The result that the chart shows, as a sentence.
    pub(super) finding: String,
    pub(super) period: Period,
    /// Over the full width of the page.
    pub(super) is_across: bool,
}

impl Section {
    pub(super) fn link(&self) -> Markup {
        html! { a href={ "#" (self.part.name) } { (self.part.title) } }
    }

    pub(super) fn html(&self) -> Markup {
        let part = &self.part;
        html! {
            article id=(part.name) class={ "card" @if self.is_across { " across" } } {
                h2 { (part.title) }
                p.finding { (self.finding) }
                @if is_empty(part) {
                    p.empty { "Nothing to show for this period." }
                } @else {
                    @let legend = legend(part);
                    @if !legend.is_empty() {
                        ul.legend {
                            @for (class, name) in legend {
                                li {
                                    svg viewBox="0 0 10 10" aria-hidden="true" {
                                        rect width="10" height="10" rx="2" class=(class) {}
                                    }
                                    (name)
                                }
                            }
                        }
                    }
                    figure { (chart(part, self.period, self.is_across)) }
                    details {
                        summary { "As a table" }
                        div.scroll tabindex="0" role="region" aria-label=(part.title) { (table(part)) }
                    }
                    div.print-only aria-hidden="true" { (table(part)) }
                }
                @if !part.note.is_empty() { p.note { (part.note) } }
            }
        }
    }
}

/// Months without a round have a row too.
fn is_empty(part: &Part) -> bool {
    part.rows.iter().flatten().all(|cell| matches!(cell, Cell::Text(_) | Cell::Unknown | Cell::Count(0)))
}

fn table(part: &Part) -> Markup {
    html! {
        table {
            caption { (part.title) }
            thead { tr { @for column in &part.columns { th scope="col" { (column.title) } } } }
            tbody {
                @for row in &part.rows {
                    tr {
                        @for first in row.iter().take(1) { th scope="row" { (written(first)) } }
                        @for cell in row.iter().skip(1) { td { (written(cell)) } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use fairway_audit::figures::table::{Chart, ChartKind, Column, ColumnKind};

    use super::*;

    #[test]
    fn a_card_without_figures_has_a_note_and_names_are_escaped() {
        let column = |title: &str, kind| Column { title: title.to_owned(), kind };
        let mut section = Section {
            part: Part {
                name: "clubs",
                title: "Clubs",
                note: "",
                narrowed_by: &[],
                columns: vec![column("Club", ColumnKind::Text), column("Rounds", ColumnKind::Count)],
                rows: vec![vec![Cell::Text("De <Eik>".to_owned()), Cell::Count(7)]],
                chart: Chart { kind: ChartKind::Bars, series: vec![1], limit: None },
            },
            finding: "<b>De Eik</b> leads.".to_owned(),
            period: Period { from: NaiveDate::MIN, to: NaiveDate::MIN },
            is_across: false,
        };
        let html = section.html().into_string();
        let row = "<th scope=\"row\">De &lt;Eik&gt;</th><td>7</td>";
        assert_eq!(html.matches(row).count(), 2, "on the screen and on paper: {html}");
        assert!(!html.contains("<b>") && !html.contains("<Eik>"), "{html}");
        section.part.rows[0][1] = Cell::Count(0);
        assert!(section.html().into_string().contains("Nothing to show"));
    }
}
