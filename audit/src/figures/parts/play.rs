//! The parts about rounds: counts, clubs, group sizes, lead times and cancellations.

use std::collections::BTreeMap;

use crate::figures::key::share;
use crate::figures::table::{
    Cell, Chart, ChartKind, PERIOD_AND_CLUB, Part, count, month, number, part_of, share as share_cell, text,
};
use crate::figures::{Class, ClubMonth, Figures};

/// Clubs with a column of their own in the months' table; the others share one.
const NAMED_CLUBS: usize = 6;
/// The name of what is published together.
const OTHER: &str = "other";
/// The booking window is 21 days: what is longer shares a row.
const LONGEST: i32 = 21;

pub(super) fn rounds(figures: &Figures) -> Part {
    let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
    // Small clubs are published as one: it is in the last column too.
    let is_small = |club: &str| figures.published && club == OTHER;
    let has_small = figures.rounds.iter().any(|row| is_small(&row.club));
    for row in figures.rounds.iter().filter(|row| !is_small(&row.club)) {
        *totals.entry(&row.club).or_default() += row.rounds;
    }
    let mut order: Vec<(&str, i64)> = totals.into_iter().collect();
    order.sort_by_key(|(club, rounds)| (std::cmp::Reverse(*rounds), *club));
    // A single remaining club is named itself.
    let most = if has_small { NAMED_CLUBS } else { NAMED_CLUBS + 1 };
    let named = if order.len() > most { NAMED_CLUBS } else { order.len() };
    let named: Vec<&str> = order.iter().take(named).map(|(club, _)| *club).collect();
    let others = order.len() - named.len();
    let mut columns = vec![text("Month"), number("Rounds"), number("Places")];
    columns.extend(named.iter().map(|club| number(*club)));
    let has_others = has_small || others > 0;
    if has_others {
        let title = if figures.published { OTHER.to_owned() } else { format!("{others} other clubs") };
        columns.push(number(title));
    }
    // Where nothing is published, a few may have played.
    let sum = |rows: Vec<&ClubMonth>, of: fn(&ClubMonth) -> i64| {
        count((!figures.published || !rows.is_empty()).then(|| rows.into_iter().map(of).sum()))
    };
    let rows = figures.period.months().map(|of| {
        let of_clubs = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<&ClubMonth> {
            figures.rounds.iter().filter(|row| row.month == of && is_wanted(&row.club)).collect()
        };
        let everywhere = of_clubs(&|_| true);
        let mut cells =
            vec![month(of), sum(everywhere.clone(), |row| row.rounds), sum(everywhere, |row| row.players)];
        cells.extend(named.iter().map(|club| sum(of_clubs(&|of| of == *club), |row| row.rounds)));
        cells.extend(has_others.then(|| sum(of_clubs(&|of| !named.contains(&of)), |row| row.rounds)));
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
            share_cell(club.occupancy),
        ]
    });
    Part {
        name: "clubs",
        title: "Clubs",
        note: if figures.published {
            "The chart has the places of the eight largest. A club is counted in the months in which it has its own \
             number, and in the others under other. Occupancy: only where no month of it is missing; none where the club \
             has no limit."
        } else {
            "The chart has the places of the eight largest. Occupancy: of the places of all open days, also of those \
             without rounds; none where the club has no limit."
        },
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![text("Club"), number("Rounds"), number("Places"), part_of("Mean occupancy")],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Bars, series: vec![2], limit: Some(8) },
    }
}

pub(super) fn occupancy(figures: &Figures) -> Part {
    let rows = figures.days.iter().map(|row| {
        vec![
            month(row.month),
            Cell::Count(row.open_days),
            Cell::Count(row.closed_days),
            Cell::Count(row.limited_days),
            count(row.capacity),
            Cell::Count(row.players),
            share_cell(row.occupancy()),
        ]
    });
    Part {
        name: "occupancy",
        title: "Occupancy",
        note: "Of the open days of clubs with a limit, also days without rounds, by the limits of today. A day counts once \
               for each club.",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![
            text("Month"),
            number("Days open"),
            number("Days closed"),
            number("With a limit"),
            number("Places on these"),
            number("Taken of these"),
            part_of("Occupancy"),
        ],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![6], limit: None },
    }
}

pub(super) fn groups(figures: &Figures) -> Part {
    let known = figures.group_sizes.iter().filter(|size| size.lowest.is_some());
    let all: i64 = known.map(|size| size.number).sum();
    let name = |class: &Class| match class.lowest {
        Some(1) => "alone".to_owned(),
        Some(players) => format!("{players} players"),
        None => OTHER.to_owned(),
    };
    let rows = figures.group_sizes.iter().map(|size| {
        let part = size.lowest.and_then(|_| share(size.number, all));
        vec![Cell::Text(name(size)), Cell::Count(size.number), share_cell(part)]
    });
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
    let last = figures.lead_times.iter().filter_map(|lead| lead.days_ahead).max();
    let days = (0..=last.map_or(-1, |last| last.clamp(0, LONGEST))).map(Some);
    let rare = figures.lead_times.iter().any(|lead| lead.days_ahead.is_none()).then_some(None);
    let rows = days.chain(rare).map(|day| {
        let of_day = || {
            figures.lead_times.iter().filter(move |lead| lead.days_ahead.map(|days| days.min(LONGEST)) == day)
        };
        let places: i64 = of_day().map(|lead| lead.places).sum();
        let cancelled: i64 = of_day().map(|lead| lead.cancelled).sum();
        let label = match day {
            Some(LONGEST) => format!("{LONGEST}+"),
            Some(day) => day.to_string(),
            None => OTHER.to_owned(),
        };
        vec![Cell::Text(label), Cell::Count(places - cancelled), Cell::Count(cancelled)]
    });
    Part {
        name: "lead-times",
        title: "How long before play",
        note: "Every place counts from the day on which it was taken; imported rounds are left out. \
               A place that another player took over counts as kept.",
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
            Cell::Count(row.taken),
            Cell::Count(row.cancelled),
            Cell::Count(row.forfeited),
            share_cell(row.in_time_share()),
            share_cell(row.forfeited_share()),
            Cell::Count(row.swapped),
        ]
    });
    Part {
        name: "cancellations",
        title: "Cancelled and forfeited",
        note: "Of the places taken here, without imported ones, by month of play. Forfeited: cancelled on the day \
               itself, and the right is lost. Cancelled in time: the right came back, of some also on the day itself. \
               Swapped: another player took the place over; it is not cancelled.",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![
            text("Month"),
            number("Places taken"),
            number("Cancelled"),
            number("Forfeited"),
            part_of("Cancelled in time"),
            part_of("Forfeited share"),
            number("Swapped"),
        ],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![4, 5], limit: None },
    }
}

pub(super) fn modes(figures: &Figures) -> Part {
    let rows = figures.modes.iter().map(|mode| {
        vec![Cell::Text(way(mode.mode.as_deref())), Cell::Count(mode.places), Cell::Count(mode.forfeited)]
    });
    Part {
        name: "ways-to-cancel",
        title: "Ways to cancel",
        note: "Every place that was given up, swaps too.",
        narrowed_by: PERIOD_AND_CLUB,
        columns: vec![text("What was cancelled"), number("Places"), number("Forfeited")],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Bars, series: vec![1], limit: None },
    }
}

fn way(mode: Option<&str>) -> String {
    match mode {
        Some("own") => "their own place".to_owned(),
        Some("group") => "the whole group".to_owned(),
        Some("removal") => "a co-player removed".to_owned(),
        Some("operator") => "by an operator".to_owned(),
        Some("club") => "the club closed".to_owned(),
        Some("swap") => "another player came instead".to_owned(),
        Some(other) => other.to_owned(),
        None => OTHER.to_owned(),
    }
}
