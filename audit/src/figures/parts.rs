//! The figures as the parts of the report: the same that the page of `replay-tool report` has, each as a table that says
//! what of it a chart draws. Screens and files with comma-separated values are made from these.

mod clubs;
mod people;
mod play;

use chrono::NaiveDate;
use serde::Serialize;

use super::key::KeyFigures;
use super::table::Part;
use super::{Figures, Freshness, Period};
use clubs::{arrivals, statements};
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
    ];
    // Not before clubs scan, or have a statement closed.
    let of_clubs = [arrivals(figures), statements(figures)];
    parts.extend(of_clubs.into_iter().filter(|part| !part.rows.is_empty()));
    parts.extend([rights(figures), passes(figures)]);
    parts.extend(figures.funnels.iter().map(funnel));
    parts.extend([
        distribution(
            ("co-players", "Co-players", "Over all time. Classes of fewer than five members are left out, or counted together as other."),
            ("Different co-players", "Members"),
            &figures.degrees,
        ),
        distribution(
            ("bonds", "Together again", "Over all time. Classes of fewer than five pairs are left out, or counted together as other."),
            ("Rounds together", "Pairs"),
            &figures.bonds,
        ),
        links(figures),
    ]);
    parts
}

/// The figures as the operators' screen and the report's file have them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FiguresReport))]
pub struct Report {
    /// Their months.
    pub period: Period,
    /// The day that decides what has expired or ended.
    pub today: NaiveDate,
    /// Whether these are the published figures; else the exact ones.
    pub published: bool,
    /// How current they are.
    pub freshness: Freshness,
    /// The numbers at the head.
    pub key_figures: KeyFigures,
    /// Each part as a table.
    pub parts: Vec<Part>,
}

impl Figures {
    /// The key figures, and each part as a table.
    #[must_use]
    pub fn report(&self) -> Report {
        let Self { period, today, published, freshness, .. } = *self;
        Report { period, today, published, freshness, key_figures: self.key(), parts: parts(self) }
    }

    /// The same with what is of a few hidden.
    #[must_use]
    pub fn report_without_few(&self) -> Report {
        let report = self.report();
        let parts = report.parts.into_iter().map(Part::without_few).collect();
        Report { key_figures: self.key_without_few(), parts, ..report }
    }
}
