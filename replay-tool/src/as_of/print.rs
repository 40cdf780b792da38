//! States and differences as text: a heading per section, labels in one column.

use std::io::Write;

use anyhow::Result;
use fairway_audit::as_of::{AsOf, Change, Difference};

use crate::style::Style;

/// The widest label that others are aligned with.
const MAXIMUM_WIDTH: usize = 60;

pub(super) fn state(out: &mut impl Write, style: Style, state: &AsOf) -> Result<()> {
    writeln!(out, "{}\nas of {}", style.strong(&state.subject.title), state.as_of)?;
    for section in state.facts.chunk_by(|one, other| one.section == other.section) {
        writeln!(out, "\n{}", style.who(&section[0].section))?;
        let width = width(section.iter().map(|fact| fact.label.as_str()));
        for fact in section {
            writeln!(out, "  {}  {}", style.faint(&padded(&fact.label, width)), fact.value)?;
        }
    }
    Ok(())
}

pub(super) fn difference(out: &mut impl Write, style: Style, difference: &Difference) -> Result<()> {
    let Difference { subject, from, to, changes } = difference;
    writeln!(out, "{}\nfrom {from}\nto   {to}", style.strong(&subject.title))?;
    if changes.is_empty() {
        writeln!(out, "\nNothing changed.")?;
    }
    for section in changes.chunk_by(|one, other| one.section == other.section) {
        writeln!(out, "\n{}", style.who(&section[0].section))?;
        let width = width(section.iter().map(|change| change.label.as_str()));
        for change in section {
            line(out, style, &padded(&change.label, width), change)?;
        }
    }
    Ok(())
}

fn line(out: &mut impl Write, style: Style, label: &str, change: &Change) -> Result<()> {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let (mark, arrow) = (style.changed("~"), style.changed("→"));
            writeln!(out, "{mark} {label}  {} {arrow} {after}", style.faint(before))?;
        }
        (None, Some(after)) => writeln!(out, "{} {label}  {}", style.good("+"), style.good(after))?,
        (Some(before), None) => writeln!(out, "{} {label}  {}", style.bad("-"), style.bad(before))?,
        (None, None) => {}
    }
    Ok(())
}

fn width<'a>(labels: impl Iterator<Item = &'a str>) -> usize {
    labels.map(|label| label.chars().count()).filter(|width| *width <= MAXIMUM_WIDTH).max().unwrap_or(0)
}

fn padded(label: &str, width: usize) -> String {
    format!("{label:<width$}")
}
