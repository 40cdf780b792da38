//! The parts about who came to clubs, and what clubs are owed.

use crate::figures::Figures;
use crate::figures::key::share as share_of;
use crate::figures::table::{
    Cell, Chart, ChartKind, Narrowing, PERIOD_AND_CLUB, Part, count, month, number, part_of, share, text,
};

pub(super) fn arrivals(figures: &Figures) -> Part {
    let rows = figures.arrivals.iter().map(|row| {
        vec![
            month(row.month),
            Cell::Count(row.places),
            Cell::Count(row.arrived),
            share(share_of(row.arrived, row.places)),
            count(row.walk_ins),
            count(row.absences),
        ]
    });
    Part {
        name: "arrivals",
        title: "Who came",
        note: "Of the places of days on which the club scanned, by month of play, without imported ones. Absent: players \
               of whom the club says so; not published.",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![
            text("Month"),
            number("Places"),
            number("Arrived"),
            part_of("Share arrived"),
            number("Walk-ins"),
            number("Absent"),
        ],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![2], limit: None },
    }
}

pub(super) fn statements(figures: &Figures) -> Part {
    let euros = |cents: i64| Cell::Count((cents + 50 * cents.signum()) / 100);
    let rows = figures.statements.iter().map(|row| {
        vec![
            month(row.month),
            count(row.clubs),
            count(row.rounds),
            euros(row.net_cents),
            euros(row.total_cents),
        ]
    });
    Part {
        name: "statements",
        title: "Owed to clubs",
        note: "Closed statements of all clubs, in whole euros, with corrections of earlier months; published in thousands.",
        narrowed_by: &[Narrowing::Period],
        columns: vec![
            text("Month"),
            number("Clubs"),
            number("Rounds"),
            number("Without VAT (€)"),
            number("With VAT (€)"),
        ],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![4], limit: None },
    }
}
