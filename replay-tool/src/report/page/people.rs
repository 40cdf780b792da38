//! The cards about rights, vouchers and the network of co-players: only counts, no personal data.

use maud::Markup;

use fairway_audit::figures::{Class, Figures, Funnel};

use super::play::{drawn, whole};
use super::section::{Section, Table};
use crate::report::chart::{Bar, Columns, Series, Size, bars, both};
use crate::report::text::{count, long_month, percent, plural, share, short_month};

pub(super) fn sections(figures: &Figures) -> Vec<Section> {
    let mut sections = vec![rights(figures), passes(figures)];
    sections.extend(figures.funnels.iter().map(funnel));
    sections.extend([degrees(figures), bonds(figures), links(figures)]);
    sections
}

fn rights(figures: &Figures) -> Section {
    let labels: Vec<(String, String)> =
        figures.rights.iter().map(|month| (short_month(month.month), long_month(month.month))).collect();
    let values = figures.rights.iter().map(|month| share(month.used, month.rights).unwrap_or(0.0)).collect();
    let series = [Series { name: "used".to_owned(), class: "s1", values }];
    let columns = Columns { labels: &labels, series: &series, unit: percent, highest: Some(1.0), axis: None };
    let (rights, used): (i64, i64) = figures
        .rights
        .iter()
        .fold((0, 0), |(rights, used), month| (rights + month.rights, used + month.used));
    Section {
        id: "rights",
        title: "Monthly rights used",
        finding: share(used, rights).map_or_else(
            || "No pass limits the rounds of a month.".to_owned(),
            |part| format!("Members use {} of the rounds that their passes allow in a month.", percent(part)),
        ),
        legend: Vec::new(),
        chart: both(Size::Half, |size| columns.draw(size)),
        table: Table::new(
            &["Month", "Passes", "Idle passes", "Rights", "Used", "Share"],
            figures
                .rights
                .iter()
                .map(|month| {
                    vec![
                        long_month(month.month),
                        count(month.passes),
                        count(month.idle),
                        count(month.rights),
                        count(month.used),
                        share(month.used, month.rights).map_or_else(|| "–".to_owned(), percent),
                    ]
                })
                .collect(),
        ),
        note: "Passes with a limit per month; forfeited rights count as used.",
        wide: false,
    }
}

fn passes(figures: &Figures) -> Section {
    let name = |pass: &str, state: &str| {
        if state == "ended" { format!("{pass} (ended)") } else { pass.to_owned() }
    };
    let rows: Vec<Bar> = figures
        .passes
        .iter()
        .map(|pass| {
            let part = share(pass.used, pass.rights).unwrap_or(0.0);
            Bar {
                name: name(&pass.pass, &pass.state),
                value: part,
                label: percent(part),
                class: if pass.state == "ended" { "rest" } else { "s1" },
            }
        })
        .collect();
    let running: i64 =
        figures.passes.iter().filter(|pass| pass.state == "running").map(|pass| pass.passes).sum();
    Section {
        id: "passes",
        title: "Passes over their term",
        finding: format!("{} running today.", plural(running, "pass is", "passes are")),
        legend: Vec::new(),
        chart: both(Size::Half, |size| bars(&rows, Some(1.0), size)),
        table: Table::new(
            &["Pass", "State", "Passes", "Rounds allowed", "Used", "Share"],
            figures
                .passes
                .iter()
                .map(|pass| {
                    vec![
                        pass.pass.clone(),
                        pass.state.clone(),
                        count(pass.passes),
                        count(pass.rights),
                        count(pass.used),
                        share(pass.used, pass.rights).map_or_else(|| "–".to_owned(), percent),
                    ]
                })
                .collect(),
        ),
        note: "Used of all rounds of the term, whatever the period of this page. Kinds of pass that fewer than five \
               members held are counted as other.",
        wide: false,
    }
}

fn funnel(funnel: &Funnel) -> Section {
    let is_free = funnel.kind == "free";
    let mut steps: Vec<(&str, i64, &'static str)> = Vec::new();
    steps.extend(funnel.offered.map(|offered| ("offered", offered, "s6")));
    if is_free {
        steps.extend(funnel.ordered.map(|ordered| ("ordered", ordered, "s6")));
        steps.push(("bought", funnel.bought, "s1"));
        if funnel.received > funnel.bought {
            steps.push(("received", funnel.received, "s1"));
        }
    }
    steps.extend([
        ("used", funnel.used, "s1"),
        ("still to be used", funnel.unused, "s3"),
        ("expired", funnel.expired, "s4"),
        ("forfeited", funnel.forfeited, "s4"),
        ("taken back", funnel.withdrawn, "rest"),
    ]);
    let base = funnel.received;
    // The number of offered vouchers is far larger when few are bought: its bar is cut off, so that the others stay
    // visible.
    let compared = steps.iter().filter(|(name, _, _)| !is_free || *name != "offered");
    let largest = compared.map(|step| step.1).max().unwrap_or(0);
    let rows: Vec<Bar> = steps
        .iter()
        .map(|(name, number, class)| Bar {
            name: (*name).to_owned(),
            value: drawn(*number),
            label: count(*number),
            class,
        })
        .collect();
    let is_cut_off = steps.iter().any(|(_, number, _)| *number > largest);
    Section {
        id: if is_free { "free-vouchers" } else { "bonus-vouchers" },
        title: if is_free { "Vouchers on sale" } else { "Bonus vouchers" },
        finding: match (
            share(funnel.used, base),
            funnel.offered.and_then(|offered| share(funnel.bought, offered)),
        ) {
            (Some(used), Some(taken)) if is_free => {
                format!(
                    "{} of what was on offer is bought; {} of what members got is used.",
                    percent(taken),
                    percent(used)
                )
            }
            (Some(used), _) => format!("{} of what members got is used.", percent(used)),
            (None, _) => "No member got one.".to_owned(),
        },
        legend: Vec::new(),
        chart: both(Size::Half, |size| bars(&rows, Some(drawn(largest.max(1))), size)),
        table: Table::new(
            &["Step", "Vouchers"],
            steps.iter().map(|(name, number, _)| vec![(*name).to_owned(), count(*number)]).collect(),
        ),
        note: match (is_free, is_cut_off) {
            (true, true) => {
                "By the calendar years of the period. On offer: the most that holders of a pass may buy; its bar is cut off."
            }
            (true, false) => {
                "By the calendar years of the period. On offer: the most that holders of a pass may buy."
            }
            (false, _) => "By the calendar years of the period in which they were given.",
        },
        wide: false,
    }
}

/// `3–4`, `50+`, or the one number of a class.
fn class_name(class: &Class) -> String {
    match class.highest {
        Some(highest) if highest == class.lowest => class.lowest.to_string(),
        Some(highest) => format!("{}–{highest}", class.lowest),
        None => format!("{}+", class.lowest),
    }
}

fn distribution(classes: &[Class], what: &'static str, class: &'static str, axis: &'static str) -> Markup {
    let labels: Vec<(String, String)> =
        classes.iter().map(|class| (class_name(class), class_name(class))).collect();
    let values = classes.iter().map(|class| drawn(class.number)).collect();
    let series = [Series { name: what.to_owned(), class, values }];
    let columns = Columns { labels: &labels, series: &series, unit: whole, highest: None, axis: Some(axis) };
    both(Size::Half, |size| columns.draw(size))
}

fn degrees(figures: &Figures) -> Section {
    Section {
        id: "co-players",
        title: "Co-players",
        finding: figures.network.as_ref().map_or_else(
            || "Too few members to tell.".to_owned(),
            |network| {
                format!(
                    "{} make {}; the one in the middle has {}, the mean is {:.1}.",
                    plural(network.members, "player", "players"),
                    plural(network.pairs, "pair", "pairs"),
                    plural(network.median, "co-player", "co-players"),
                    network.mean
                )
            },
        ),
        legend: Vec::new(),
        chart: distribution(&figures.degrees, "members", "s5", "different co-players"),
        table: Table::new(
            &["Different co-players", "Members"],
            figures.degrees.iter().map(|class| vec![class_name(class), count(class.number)]).collect(),
        ),
        note: "Over all time. Classes of fewer than five members are left out.",
        wide: false,
    }
}

fn bonds(figures: &Figures) -> Section {
    let all: i64 = figures.bonds.iter().map(|class| class.number).sum();
    let again: i64 = figures.bonds.iter().filter(|class| class.lowest > 1).map(|class| class.number).sum();
    Section {
        id: "bonds",
        title: "Together again",
        finding: share(again, all).map_or_else(
            || "Too few pairs to tell.".to_owned(),
            |part| format!("{} of pairs came back for another round together.", percent(part)),
        ),
        legend: Vec::new(),
        chart: distribution(&figures.bonds, "pairs", "s5", "rounds together"),
        table: Table::new(
            &["Rounds together", "Pairs"],
            figures.bonds.iter().map(|class| vec![class_name(class), count(class.number)]).collect(),
        ),
        note: "Over all time. Classes of fewer than five pairs are left out.",
        wide: false,
    }
}

fn links(figures: &Figures) -> Section {
    let rows: Vec<Bar> = figures
        .links
        .iter()
        .map(|link| Bar {
            name: format!("{} – {}", link.one, link.other),
            value: drawn(link.members),
            label: count(link.members),
            class: "s2",
        })
        .collect();
    Section {
        id: "club-links",
        title: "Clubs with players in common",
        finding: figures.links.first().map_or_else(
            || "No two clubs share five players.".to_owned(),
            |link| {
                format!(
                    "{} played both {} and {}.",
                    plural(link.members, "member", "members"),
                    link.one,
                    link.other
                )
            },
        ),
        legend: Vec::new(),
        chart: both(Size::Full, |size| bars(&rows, None, size)),
        table: Table::new(
            &["Clubs", "Members"],
            figures
                .links
                .iter()
                .map(|link| vec![format!("{} – {}", link.one, link.other), count(link.members)])
                .collect(),
        ),
        note: "Over all time; the ten strongest links.",
        wide: true,
    }
}
