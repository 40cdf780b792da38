//! The cards about rounds: counts, clubs, group sizes, lead times and cancellations.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_audit::figures::{Class, Figures, Period};

use super::section::{Section, Table};
use crate::report::chart::{Bar, Columns, Series, Size, bars, both};
use crate::report::text::{count, long_month, percent, plural, share, short_month};

/// The colours of the largest clubs; all other clubs share one.
const COLOURS: [&str; 6] = ["s1", "s2", "s3", "s4", "s5", "s6"];
const REST: &str = "rest";
/// Clubs in the chart of clubs; the table has all.
const CLUBS: usize = 8;
/// The booking window is 21 days. Longer lead times come from a portal whose clock was changed, and share a column.
const LONGEST: i32 = 21;

pub(super) fn sections(figures: &Figures) -> Vec<Section> {
    let period = figures.period;
    vec![
        rounds(figures, period),
        clubs(figures),
        groups(figures),
        lead_times(figures),
        cancellations(figures, period),
        modes(figures),
    ]
}

/// A count as a number that can be drawn.
#[expect(clippy::cast_precision_loss, reason = "a length in pixels")]
pub(super) fn drawn(number: i64) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, reason = "a count that was drawn")]
pub(super) fn whole(value: f64) -> String {
    if value.fract() == 0.0 { count(value as i64) } else { format!("{value}") }
}

pub(super) fn month_labels(period: Period) -> Vec<(String, String)> {
    period.months().map(|month| (short_month(month), long_month(month))).collect()
}

fn rounds(figures: &Figures, period: Period) -> Section {
    let mut by_club: BTreeMap<&str, BTreeMap<NaiveDate, i64>> = BTreeMap::new();
    for row in &figures.rounds {
        *by_club.entry(&row.club).or_default().entry(row.month).or_default() += row.rounds;
    }
    let mut order: Vec<(&str, i64)> =
        by_club.iter().map(|(club, months)| (*club, months.values().sum())).collect();
    order.sort_by_key(|(club, rounds)| (std::cmp::Reverse(*rounds), *club));
    let months: Vec<NaiveDate> = period.months().collect();
    let of = |clubs: &[(&str, i64)]| -> Vec<f64> {
        let in_month = |month: &NaiveDate| {
            clubs.iter().filter_map(|(club, _)| by_club.get(club)?.get(month)).sum::<i64>()
        };
        months.iter().map(|month| drawn(in_month(month))).collect()
    };
    // A single remaining club is named itself instead of "1 other club".
    let named = if order.len() > COLOURS.len() + 1 { COLOURS.len() } else { order.len().min(COLOURS.len()) };
    let mut series: Vec<Series> = order
        .iter()
        .zip(COLOURS)
        .take(named)
        .map(|(club, class)| Series { name: club.0.to_owned(), class, values: of(&[*club]) })
        .collect();
    let rest = &order[named..];
    if !rest.is_empty() {
        let name = plural(i64::try_from(rest.len()).unwrap_or(0), "other club", "other clubs");
        series.push(Series { name, class: REST, values: of(rest) });
    }
    let total = |month: &NaiveDate| -> i64 {
        figures.rounds.iter().filter(|row| row.month == *month).map(|row| row.rounds).sum()
    };
    let players = |month: &NaiveDate| -> i64 {
        figures.rounds.iter().filter(|row| row.month == *month).map(|row| row.players).sum()
    };
    let busiest = months.iter().max_by_key(|month| total(month)).copied().unwrap_or(period.from);
    let labels = month_labels(period);
    let columns = Columns { labels: &labels, series: &series, unit: whole, highest: None, axis: None };
    let mut head = vec!["Month", "Rounds", "Places"];
    head.extend(series.iter().map(|series| series.name.as_str()));
    let rows = months.iter().enumerate().map(|(index, month)| {
        let mut cells = vec![long_month(*month), count(total(month)), count(players(month))];
        cells.extend(series.iter().map(|series| whole(series.values[index])));
        cells
    });
    Section {
        id: "rounds",
        title: "Rounds a month",
        finding: format!(
            "{} was the busiest month: {}.",
            long_month(busiest),
            plural(total(&busiest), "round", "rounds")
        ),
        legend: series.iter().map(|series| (series.class, series.name.clone())).collect(),
        chart: both(Size::Full, |size| columns.draw(size)),
        table: Table::new(&head, if figures.rounds.is_empty() { Vec::new() } else { rows.collect() }),
        note: "By month of play. A round counts while at least one player is in it.",
        wide: true,
    }
}

fn clubs(figures: &Figures) -> Section {
    let all: i64 = figures.clubs.iter().map(|club| club.players).sum();
    let first = figures.clubs.first();
    let rows: Vec<Bar> = figures
        .clubs
        .iter()
        .take(CLUBS)
        .map(|club| Bar {
            name: club.club.clone(),
            value: drawn(club.players),
            label: count(club.players),
            class: "s1",
        })
        .collect();
    Section {
        id: "clubs",
        title: "Clubs",
        finding: first.map_or_else(String::new, |club| {
            format!(
                "{} has {} of all places.",
                club.club,
                share(club.players, all).map(percent).unwrap_or_default()
            )
        }),
        legend: Vec::new(),
        chart: both(Size::Half, |size| bars(&rows, None, size)),
        table: Table::new(
            &["Club", "Rounds", "Places", "Mean occupancy"],
            figures
                .clubs
                .iter()
                .map(|club| {
                    vec![
                        club.club.clone(),
                        count(club.rounds),
                        count(club.players),
                        club.occupancy.map_or_else(|| "no limit".to_owned(), percent),
                    ]
                })
                .collect(),
        ),
        note: "Places by club, the eight largest. Occupancy: of the days on which somebody plays.",
        wide: false,
    }
}

fn groups(figures: &Figures) -> Section {
    let all: i64 = figures.group_sizes.iter().map(|size| size.number).sum();
    let largest = figures.group_sizes.iter().max_by_key(|size| size.number);
    let name = |class: &Class| match class.lowest {
        1 => "alone".to_owned(),
        players => format!("{players} players"),
    };
    let labels: Vec<(String, String)> =
        figures.group_sizes.iter().map(|size| (name(size), name(size))).collect();
    let values = figures.group_sizes.iter().map(|size| drawn(size.number)).collect();
    let series = [Series { name: "rounds".to_owned(), class: "s3", values }];
    let columns = Columns { labels: &labels, series: &series, unit: whole, highest: None, axis: None };
    Section {
        id: "groups",
        title: "Players a round",
        finding: largest.map_or_else(String::new, |class| {
            format!(
                "{} of rounds are {}.",
                share(class.number, all).map(percent).unwrap_or_default(),
                if class.lowest == 1 {
                    "played alone".to_owned()
                } else {
                    format!("for {} players", class.lowest)
                }
            )
        }),
        legend: Vec::new(),
        chart: both(Size::Half, |size| columns.draw(size)),
        table: Table::new(
            &["Group", "Rounds", "Share"],
            figures
                .group_sizes
                .iter()
                .map(|size| {
                    let share = share(size.number, all).map(percent).unwrap_or_default();
                    vec![name(size), count(size.number), share]
                })
                .collect(),
        ),
        note: "",
        wide: false,
    }
}

fn lead_times(figures: &Figures) -> Section {
    let last = figures.lead_times.iter().map(|lead| lead.days_ahead).max().unwrap_or(0);
    let longest = last.min(LONGEST);
    let (mut active, mut cancelled) = (Vec::new(), Vec::new());
    let mut labels = Vec::new();
    for day in 0..=longest {
        let of = |lead: i32| lead == day || (day == LONGEST && lead > LONGEST);
        let of_day = || figures.lead_times.iter().filter(|lead| of(lead.days_ahead));
        let places = of_day().map(|lead| lead.places).sum::<i64>();
        let cancelled_places = of_day().map(|lead| lead.cancelled).sum::<i64>();
        active.push(drawn(places - cancelled_places));
        cancelled.push(drawn(cancelled_places));
        let label = if day == LONGEST { format!("{day}+") } else { day.to_string() };
        let name = if day == 0 { "the same day".to_owned() } else { format!("{label} days ahead") };
        labels.push((label, name));
    }
    let series = [
        Series { name: "kept".to_owned(), class: "s1", values: active },
        Series { name: "cancelled later".to_owned(), class: "s2", values: cancelled },
    ];
    let columns = Columns {
        labels: &labels,
        series: &series,
        unit: whole,
        highest: None,
        axis: Some("days before play"),
    };
    let rows = labels.iter().enumerate().map(|(index, (label, _))| {
        let of = |series: &Series| whole(series.values[index]);
        vec![label.clone(), of(&series[0]), of(&series[1])]
    });
    Section {
        id: "lead-times",
        title: "How long before play",
        finding: figures.median_lead_time().map_or_else(String::new, |days| {
            format!(
                "Half of all places are taken {} before play, or later.",
                plural(days.into(), "day", "days")
            )
        }),
        legend: series.iter().map(|series| (series.class, series.name.clone())).collect(),
        chart: both(Size::Full, |size| columns.draw(size)),
        table: Table::new(
            &["Days before play", "Kept", "Cancelled later"],
            if figures.lead_times.is_empty() { Vec::new() } else { rows.collect() },
        ),
        note: "Every place counts from the day on which it was taken; imported rounds are left out.",
        wide: true,
    }
}

fn cancellations(figures: &Figures, period: Period) -> Section {
    let months: Vec<NaiveDate> = period.months().collect();
    let of = |month: &NaiveDate| figures.places.iter().find(|row| row.month == *month);
    let portion = |part: fn(&fairway_audit::figures::MonthOfPlaces) -> i64| -> Vec<f64> {
        months
            .iter()
            .map(|month| of(month).and_then(|row| share(part(row), row.places)).unwrap_or(0.0))
            .collect()
    };
    let series = [
        Series {
            name: "in time".to_owned(),
            class: "s3",
            values: portion(|row| row.cancelled - row.forfeited),
        },
        Series { name: "forfeited".to_owned(), class: "s4", values: portion(|row| row.forfeited) },
    ];
    let labels = month_labels(period);
    let columns = Columns { labels: &labels, series: &series, unit: percent, highest: None, axis: None };
    let places: i64 = figures.places.iter().map(|row| row.places).sum();
    let cancelled: i64 = figures.places.iter().map(|row| row.cancelled).sum();
    let forfeited: i64 = figures.places.iter().map(|row| row.forfeited).sum();
    Section {
        id: "cancellations",
        title: "Cancelled and forfeited",
        finding: share(forfeited, cancelled).map_or_else(
            || "Nothing was cancelled.".to_owned(),
            |forfeited| {
                format!(
                    "{} of places are given up; {} of these on the day itself, at the price of the right.",
                    share(cancelled, places).map(percent).unwrap_or_default(),
                    percent(forfeited)
                )
            },
        ),
        legend: series.iter().map(|series| (series.class, series.name.clone())).collect(),
        chart: both(Size::Half, |size| columns.draw(size)),
        table: Table::new(
            &["Month", "Places taken", "Cancelled", "Forfeited", "Cancelled share"],
            figures
                .places
                .iter()
                .map(|row| {
                    vec![
                        long_month(row.month),
                        count(row.places),
                        count(row.cancelled),
                        count(row.forfeited),
                        share(row.cancelled, row.places).map(percent).unwrap_or_default(),
                    ]
                })
                .collect(),
        ),
        note: "Share of all places ever taken, by month of play.",
        wide: false,
    }
}

fn modes(figures: &Figures) -> Section {
    let all: i64 = figures.modes.iter().map(|mode| mode.places).sum();
    let name = |mode: &str| match mode {
        "own" => "their own place".to_owned(),
        "group" => "the whole group".to_owned(),
        "removal" => "a co-player removed".to_owned(),
        other => other.to_owned(),
    };
    let rows: Vec<Bar> = figures
        .modes
        .iter()
        .map(|mode| Bar {
            name: name(&mode.mode),
            value: drawn(mode.places),
            label: format!(
                "{} · {}",
                count(mode.places),
                share(mode.places, all).map(percent).unwrap_or_default()
            ),
            class: "s3",
        })
        .collect();
    Section {
        id: "ways-to-cancel",
        title: "Ways to cancel",
        finding: figures.modes.first().map_or_else(String::new, |mode| {
            format!(
                "Most are given up by {}.",
                match mode.mode.as_str() {
                    "own" => "the player alone",
                    "group" => "the master, for the whole group",
                    _ => "the master, for one co-player",
                }
            )
        }),
        legend: Vec::new(),
        chart: both(Size::Half, |size| bars(&rows, None, size)),
        table: Table::new(
            &["What was cancelled", "Places", "Forfeited"],
            figures
                .modes
                .iter()
                .map(|mode| vec![name(&mode.mode), count(mode.places), count(mode.forfeited)])
                .collect(),
        ),
        note: "",
        wide: false,
    }
}
