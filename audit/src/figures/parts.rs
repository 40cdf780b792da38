//! The figures as the parts of the report: the same that the page of `replay-tool report` has, each as a table that says
//! what of it a chart draws. Screens and files with comma-separated values are made from these.

mod people;
mod play;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::Figures;
use super::table::Part;
use crate::dates;
use people::{distribution, funnel, links, passes, rights};
use play::{cancellations, clubs, groups, lead_times, modes, occupancy, rounds};

/// Every part, in the order of the report.
#[must_use]
pub fn parts(figures: &Figures) -> Vec<Part> {
    let mut parts = vec![
        rounds(figures),
        clubs(figures),
        groups(figures),
        occupancy(figures),
        lead_times(figures),
        cancellations(figures),
        modes(figures),
        rights(figures),
        passes(figures),
    ];
    parts.extend(figures.funnels.iter().map(funnel));
    parts.extend([
        distribution(
            ("co-players", "Co-players", "Over all time. Classes of fewer than five members are left out."),
            ("Different co-players", "Members"),
            &figures.degrees,
        ),
        distribution(
            ("bonds", "Together again", "Over all time. Classes of fewer than five pairs are left out."),
            ("Rounds together", "Pairs"),
            &figures.bonds,
        ),
        links(figures),
    ]);
    parts
}

impl Figures {
    /// What the operators' screen and the report's file have: the key figures, and each part as a table.
    #[must_use]
    pub fn json(&self) -> Value {
        let month = |day: NaiveDate| day.format("%Y-%m").to_string();
        json!({
            "period": { "from": month(self.period.from), "to": month(self.period.to) },
            "today": self.today,
            "published": self.published,
            "freshness": {
                "position": self.freshness.position,
                "as_of": self.freshness.as_of.map(dates::rfc3339),
                "behind": self.freshness.behind,
            },
            "key_figures": self.key(),
            "parts": parts(self),
        })
    }
}
