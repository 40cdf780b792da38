//! States and differences on paper: a heading per section, labels in one column.

use std::io::Write;

use anyhow::Result;

use super::{Change, Fact};
use crate::moment::At;
use crate::names::Names;
use crate::paint::Paint;
use crate::subjects::Subject;
use crate::words::dates;

/// The widest label that others are lined up with.
const WIDEST: usize = 60;

/// What it is.
pub(super) fn title(subject: &Subject, names: &Names) -> String {
    match subject {
        Subject::Member(member) => format!("{}  {member}", names.member_in_full(*member)),
        Subject::ClubDay(club, date) => format!("{}, {}", names.club(club), dates::day(*date)),
        Subject::Booking(_) => format!("Booking {}", subject.id()),
        Subject::Voucher(_) => format!("Voucher {}", subject.id()),
        Subject::Order(_) => format!("Order {}", subject.id()),
    }
}

pub(super) fn state(out: &mut impl Write, paint: Paint, title: &str, at: &At, facts: &[Fact]) -> Result<()> {
    writeln!(out, "{}\nas of {at}", paint.strong(title))?;
    for section in facts.chunk_by(|one, other| one.section == other.section) {
        writeln!(out, "\n{}", paint.who(&section[0].section))?;
        let width = width(section.iter().map(|fact| fact.label.as_str()));
        for fact in section {
            writeln!(out, "  {}  {}", paint.faint(&padded(&fact.label, width)), fact.value)?;
        }
    }
    Ok(())
}

pub(super) fn changes(
    out: &mut impl Write,
    paint: Paint,
    title: &str,
    from: &At,
    to: &At,
    changes: &[Change],
) -> Result<()> {
    writeln!(out, "{}\nfrom {from}\nto   {to}", paint.strong(title))?;
    if changes.is_empty() {
        writeln!(out, "\nNothing changed.")?;
    }
    for section in changes.chunk_by(|one, other| one.section == other.section) {
        writeln!(out, "\n{}", paint.who(&section[0].section))?;
        let width = width(section.iter().map(|change| change.label.as_str()));
        for change in section {
            line(out, paint, &padded(&change.label, width), change)?;
        }
    }
    Ok(())
}

fn line(out: &mut impl Write, paint: Paint, label: &str, change: &Change) -> Result<()> {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let (mark, arrow) = (paint.changed("~"), paint.changed("→"));
            writeln!(out, "{mark} {label}  {} {arrow} {after}", paint.faint(before))?;
        }
        (None, Some(after)) => writeln!(out, "{} {label}  {}", paint.good("+"), paint.good(after))?,
        (Some(before), None) => writeln!(out, "{} {label}  {}", paint.bad("-"), paint.bad(before))?,
        (None, None) => {}
    }
    Ok(())
}

fn width<'a>(labels: impl Iterator<Item = &'a str>) -> usize {
    labels.map(|label| label.chars().count()).filter(|width| *width <= WIDEST).max().unwrap_or(0)
}

fn padded(label: &str, width: usize) -> String {
    format!("{label:<width$}")
}
