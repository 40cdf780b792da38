//! A card of the page: what it is about, what it finds, the chart, and the same as a table.

use crate::report::text::escape;

/// A key to the colours of a chart: class and name.
pub(super) type Legend = Vec<(&'static str, String)>;

/// A card.
pub(super) struct Section {
    /// Where links lead.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// What the chart shows, as a sentence.
    pub(super) finding: String,
    pub(super) legend: Legend,
    /// The pictures, as SVG.
    pub(super) chart: String,
    pub(super) table: Table,
    /// What the figures count, where that is not obvious.
    pub(super) note: &'static str,
    /// Across the page.
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

    fn html(&self, caption: &str) -> String {
        let head: String =
            self.head.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
        let row = |cells: &Vec<String>| -> String {
            let mut cells = cells.iter().map(|cell| escape(cell));
            let first = cells.next().unwrap_or_default();
            let rest: String = cells.map(|cell| format!("<td>{cell}</td>")).collect();
            format!("<tr><th scope=\"row\">{first}</th>{rest}</tr>")
        };
        let rows: String = self.rows.iter().map(row).collect();
        format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table><caption>{0}</caption>\
             <thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
            escape(caption)
        )
    }
}

impl Section {
    pub(super) fn link(&self) -> String {
        format!("<a href=\"#{}\">{}</a>", self.id, self.title)
    }

    pub(super) fn html(&self) -> String {
        let empty = self.table.rows.is_empty();
        let legend: String = self
            .legend
            .iter()
            .map(|(class, name)| {
                format!(
                    "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect width=\"10\" height=\"10\" rx=\"2\" \
                     class=\"{class}\"/></svg>{}</li>",
                    escape(name)
                )
            })
            .collect();
        let legend = if legend.is_empty() { legend } else { format!("<ul class=\"legend\">{legend}</ul>") };
        let content = if empty {
            "<p class=\"empty\">Nothing to show for this period.</p>".to_owned()
        } else {
            format!(
                "{legend}<figure>{}</figure><details><summary>As a table</summary>{}</details>",
                self.chart,
                self.table.html(self.title)
            )
        };
        let note =
            if self.note.is_empty() { String::new() } else { format!("<p class=\"note\">{}</p>", self.note) };
        format!(
            "<article id=\"{}\" class=\"card{}\"><h2>{}</h2><p class=\"finding\">{}</p>{content}{note}</article>\n",
            self.id,
            if self.wide { " across" } else { "" },
            self.title,
            escape(&self.finding),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_without_figures_says_so_and_no_name_becomes_markup() {
        let mut section = Section {
            id: "clubs",
            title: "Clubs",
            finding: "<b>De Eik</b> leads.".to_owned(),
            legend: vec![("s1", "De <Eik>".to_owned())],
            chart: "<svg></svg>".to_owned(),
            table: Table::new(&["Club", "Rounds"], vec![vec!["De <Eik>".to_owned(), "7".to_owned()]]),
            note: "",
            wide: false,
        };
        let html = section.html();
        assert!(html.contains("<th scope=\"row\">De &lt;Eik&gt;</th><td>7</td>"), "{html}");
        assert!(!html.contains("<b>") && !html.contains("<Eik>"), "{html}");
        section.table.rows.clear();
        assert!(section.html().contains("Nothing to show"));
    }
}
