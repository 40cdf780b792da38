//! The parts about rounds: counts, clubs, group sizes, lead times and cancellations.

use std::collections::BTreeMap;

use crate::figures::table::{
    Cell, Chart, ChartKind, PERIOD_AND_CLUB, Part, month, number, part_of, share, text,
};
use crate::figures::{Class, Figures};

/// Clubs with a column of their own in the months' table; the others share one.
const NAMED_CLUBS: usize = 6;
/// The booking window is 21 days: what is longer shares a row.
const LONGEST: i32 = 21;

pub(super) fn rounds(figures: &Figures) -> Part {
    let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
    for row in &figures.rounds {
        *totals.entry(&row.club).or_default() += row.rounds;
    }
    let mut order: Vec<(&str, i64)> = totals.into_iter().collect();
    order.sort_by_key(|(club, rounds)| (std::cmp::Reverse(*rounds), *club));
    // A single remaining club is named itself.
    let named = if order.len() > NAMED_CLUBS + 1 { NAMED_CLUBS } else { order.len() };
    let named: Vec<&str> = order.iter().take(named).map(|(club, _)| *club).collect();
    let others = order.len() - named.len();
    let mut columns = vec![text("Month"), number("Rounds"), number("Places")];
    columns.extend(named.iter().map(|club| number(*club)));
    if others > 0 {
        columns.push(number(format!("{others} other clubs")));
    }
    let rows = figures.period.months().map(|of| {
        let in_month = || figures.rounds.iter().filter(move |row| row.month == of);
        let rounds: i64 = in_month().map(|row| row.rounds).sum();
        let by_club: Vec<i64> = named
            .iter()
            .map(|club| in_month().filter(|row| row.club == *club).map(|row| row.rounds).sum())
            .collect();
        let rest = rounds - by_club.iter().sum::<i64>();
        let mut cells =
            vec![month(of), Cell::Count(rounds), Cell::Count(in_month().map(|row| row.players).sum())];
        cells.extend(by_club.into_iter().map(Cell::Count));
        cells.extend((others > 0).then_some(Cell::Count(rest)));
        cells
    });
    Part {
        name: "rounds",
        title: "Rounds a month",
        note: "By month of play. A round counts while at least one player is in it.",
        narrowed_by: PERIOD_AND_CLUB,
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: (3..columns.len()).collect(), limit: None },
        columns,
    }
}

pub(super) fn clubs(figures: &Figures) -> Part {
    let rows = figures.clubs.iter().map(|club| {
        vec![
            Cell::Text(club.club.clone()),
            Cell::Count(club.rounds),
            Cell::Count(club.players),
            Cell::Share(club.occupancy),
        ]
    });
    Part {
        name: "clubs",
        title: "Clubs",
        note: "The chart has the places of the eight largest. Occupancy: of the days on which somebody plays; none where \
               the club has no limit.",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![text("Club"), number("Rounds"), number("Places"), part_of("Mean occupancy")],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Bars, series: vec![2], limit: Some(8) },
    }
}

pub(super) fn groups(figures: &Figures) -> Part {
    let all: i64 = figures.group_sizes.iter().map(|size| size.number).sum();
    let name = |class: &Class| match class.lowest {
        1 => "alone".to_owned(),
        players => format!("{players} players"),
    };
    let rows = figures
        .group_sizes
        .iter()
        .map(|size| vec![Cell::Text(name(size)), Cell::Count(size.number), share(size.number, all)]);
    Part {
        name: "groups",
        title: "Players a round",
        note: "",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![text("Group"), number("Rounds"), part_of("Share")],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![1], limit: None },
    }
}

pub(super) fn lead_times(figures: &Figures) -> Part {
    let last = figures.lead_times.iter().map(|lead| lead.days_ahead).max();
    let rows = (0..=last.map_or(-1, |last| last.clamp(0, LONGEST))).map(|day| {
        let of_day = || {
            figures
                .lead_times
                .iter()
                .filter(move |lead| lead.days_ahead == day || (day == LONGEST && lead.days_ahead > LONGEST))
        };
        let places: i64 = of_day().map(|lead| lead.places).sum();
        let cancelled: i64 = of_day().map(|lead| lead.cancelled).sum();
        let label = if day == LONGEST { format!("{day}+") } else { day.to_string() };
        vec![Cell::Text(label), Cell::Count(places - cancelled), Cell::Count(cancelled)]
    });
    Part {
        name: "lead-times",
        title: "How long before play",
        note: "Every place counts from the day on which it was taken; imported rounds are left out.",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![text("Days before play"), number("Kept"), number("Cancelled later")],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![1, 2], limit: None },
    }
}

pub(super) fn cancellations(figures: &Figures) -> Part {
    let rows = figures.places.iter().map(|row| {
        vec![
            month(row.month),
            Cell::Count(row.places),
            Cell::Count(row.cancelled),
            Cell::Count(row.forfeited),
            share(row.cancelled - row.forfeited, row.places),
            share(row.forfeited, row.places),
        ]
    });
    Part {
        name: "cancellations",
        title: "Cancelled and forfeited",
        note: "Share of all places ever taken, by month of play. Forfeited: cancelled on the day itself.",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![
            text("Month"),
            number("Places taken"),
            number("Cancelled"),
            number("Forfeited"),
            part_of("Cancelled in time"),
            part_of("Forfeited share"),
        ],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![4, 5], limit: None },
    }
}

pub(super) fn modes(figures: &Figures) -> Part {
    let name = |mode: &str| match mode {
        "own" => "their own place".to_owned(),
        "group" => "the whole group".to_owned(),
        "removal" => "a co-player removed".to_owned(),
        other => other.to_owned(),
    };
    let rows = figures.modes.iter().map(|mode| {
        vec![Cell::Text(name(&mode.mode)), Cell::Count(mode.places), Cell::Count(mode.forfeited)]
    });
    Part {
        name: "ways-to-cancel",
        title: "Ways to cancel",
        note: "",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![text("What was cancelled"), number("Places"), number("Forfeited")],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Bars, series: vec![1], limit: None },
    }
}
