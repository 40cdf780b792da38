//! A card of the page: title, finding, chart, and the same figures as a table.

use maud::{Markup, html};

/// The legend of a chart: colour class and name.
pub(super) type Legend = Vec<(&'static str, String)>;

/// A card.
pub(super) struct Section {
    /// The target of links.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// The result that the chart shows, as a sentence.
    pub(super) finding: String,
    pub(super) legend: Legend,
    /// The pictures, as SVG.
    pub(super) chart: Markup,
    pub(super) table: Table,
    /// An explanation of the figures, where they need one.
    pub(super) note: &'static str,
    /// Over the full width of the page.
    pub(super) wide: bool,
}

/// The figures of a chart.
pub(super) struct Table {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(head: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self { head: head.iter().map(|name| (*name).to_owned()).collect(), rows }
    }

    fn html(&self, caption: &str) -> Markup {
        html! {
            div.scroll tabindex="0" role="region" aria-label=(caption) {
                table {
                    caption { (caption) }
                    thead { tr { @for name in &self.head { th scope="col" { (name) } } } }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for first in row.iter().take(1) { th scope="row" { (first) } }
                                @for cell in row.iter().skip(1) { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

impl Section {
    pub(super) fn link(&self) -> Markup {
        html! { a href={ "#" (self.id) } { (self.title) } }
    }

    pub(super) fn html(&self) -> Markup {
        html! {
            article id=(self.id) class={ "card" @if self.wide { " across" } } {
                h2 { (self.title) }
                p.finding { (self.finding) }
                @if self.table.rows.is_empty() {
                    p.empty { "Nothing to show for this period." }
                } @else {
                    @if !self.legend.is_empty() { (self.legend()) }
                    figure { (self.chart) }
                    details { summary { "As a table" } (self.table.html(self.title)) }
                }
                @if !self.note.is_empty() { p.note { (self.note) } }
            }
        }
    }

    fn legend(&self) -> Markup {
        html! {
            ul.legend {
                @for (class, name) in &self.legend {
                    li {
                        svg viewBox="0 0 10 10" aria-hidden="true" { rect width="10" height="10" rx="2" class=(class) {} }
                        (name)
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_without_figures_has_a_note_and_names_are_escaped() {
        let mut section = Section {
            id: "clubs",
            title: "Clubs",
            finding: "<b>De Eik</b> lead_times.".to_owned(),
            legend: vec![("s1", "De <Eik>".to_owned())],
            chart: html! { svg {} },
            table: Table::new(&["Club", "Rounds"], vec![vec!["De <Eik>".to_owned(), "7".to_owned()]]),
            note: "",
            wide: false,
        };
        let html = section.html().into_string();
        assert!(html.contains("<th scope=\"row\">De &lt;Eik&gt;</th><td>7</td>"), "{html}");
        assert!(!html.contains("<b>") && !html.contains("<Eik>"), "{html}");
        section.table.rows.clear();
        assert!(section.html().into_string().contains("Nothing to show"));
    }
}
