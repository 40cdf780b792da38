//! The parts about rights, vouchers and the network of co-players: only counts, no personal data.

use crate::figures::table::{
    Cell, Chart, ChartKind, Narrowing, Part, count, month, number, part_of, share, text,
};
use crate::figures::{Class, Figures, Funnel};

pub(super) fn rights(figures: &Figures) -> Part {
    let rows = figures.rights.iter().map(|row| {
        vec![
            month(row.month),
            Cell::Count(row.passes),
            count(row.idle),
            count(row.rights),
            count(row.used),
            share(row.share()),
        ]
    });
    Part {
        name: "rights",
        title: "Monthly rights used",
        note: "Of passes with a number of rounds a month, by month of play; forfeited rights count as used. Before the \
               first recorded round nothing is known.",
        narrowed_by: &[Narrowing::Period, Narrowing::Pass],
        columns: vec![
            text("Month"),
            number("Passes"),
            number("Idle passes"),
            number("Rights"),
            number("Used"),
            part_of("Share used"),
        ],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Columns, series: vec![5], limit: None },
    }
}

pub(super) fn passes(figures: &Figures) -> Part {
    let rows = figures.passes.iter().map(|pass| {
        vec![
            Cell::Text(pass.pass.clone()),
            Cell::Text(pass.state.clone()),
            Cell::Count(pass.passes),
            count(pass.rights),
            count(pass.rights.map(|_| pass.used_of_rights)),
            share(pass.share()),
            Cell::Count(pass.used),
        ]
    });
    Part {
        name: "passes",
        title: "Passes over their term",
        note: "Used of the rounds of the term, whatever the period; none where a pass has no limit. Kinds of pass that \
               fewer than five members held are counted as other. With and without limit: the rounds of all passes, \
               also of those without a limit.",
        narrowed_by: &[Narrowing::Pass],
        columns: vec![
            text("Pass"),
            text("State"),
            number("Passes"),
            number("Rounds allowed"),
            number("Used"),
            part_of("Share used"),
            number("With and without limit"),
        ],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Bars, series: vec![5], limit: None },
    }
}

pub(super) fn funnel(funnel: &Funnel) -> Part {
    let is_free = funnel.kind == "free";
    let offered = funnel.offered.map(|offered| ("offered", offered));
    let ordered = funnel.ordered.filter(|_| is_free).map(|ordered| ("ordered", ordered));
    let bought = is_free.then_some(("bought", funnel.bought));
    let steps =
        [offered, ordered, bought, Some(("received", funnel.received))].into_iter().flatten().chain([
            ("used", funnel.used),
            ("still to be used", funnel.unused),
            ("expired", funnel.expired),
            ("forfeited", funnel.forfeited),
            ("taken back", funnel.withdrawn),
        ]);
    let (name, title) = match funnel.kind.as_str() {
        "free" => ("free-vouchers", "Vouchers on sale"),
        "bonus" => ("bonus-vouchers", "Bonus vouchers"),
        _ => ("other-vouchers", "Vouchers of other kinds"),
    };
    Part {
        name,
        title,
        note: if is_free {
            "By the calendar years of the period. Offered: the most that holders of a pass may buy."
        } else {
            "By the calendar years of the period in which they were given."
        },
        narrowed_by: &[Narrowing::Period],
        columns: vec![text("Step"), number("Vouchers")],
        rows: steps
            .map(|(step, vouchers)| vec![Cell::Text(step.to_owned()), Cell::Count(vouchers)])
            .collect(),
        chart: Chart { kind: ChartKind::Bars, series: vec![1], limit: None },
    }
}

/// `3–4`, `50+`, or the one number of a class.
fn class_name(class: &Class) -> String {
    match (class.lowest, class.highest) {
        (Some(lowest), Some(highest)) if highest == lowest => lowest.to_string(),
        (Some(lowest), Some(highest)) => format!("{lowest}–{highest}"),
        (Some(lowest), None) => format!("{lowest}+"),
        (None, _) => "other".to_owned(),
    }
}

pub(super) fn distribution(
    (name, title, note): (&'static str, &'static str, &'static str),
    (of, counted): (&str, &str),
    classes: &[Class],
) -> Part {
    let rows =
        classes.iter().map(|class| vec![Cell::Text(class_name(class)), Cell::Count(class.number)]).collect();
    Part {
        name,
        title,
        note,
        narrowed_by: &[],
        columns: vec![text(of), number(counted)],
        rows,
        chart: Chart { kind: ChartKind::Columns, series: vec![1], limit: None },
    }
}

pub(super) fn links(figures: &Figures) -> Part {
    let rows = figures
        .links
        .iter()
        .map(|link| vec![Cell::Text(format!("{} – {}", link.one, link.other)), Cell::Count(link.members)]);
    Part {
        name: "club-links",
        title: "Clubs with players in common",
        note: "Over all time; the ten strongest links.",
        narrowed_by: &[],
        columns: vec![text("Clubs"), number("Members")],
        rows: rows.collect(),
        chart: Chart { kind: ChartKind::Bars, series: vec![1], limit: None },
    }
}
