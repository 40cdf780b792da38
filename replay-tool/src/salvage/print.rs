//! The report, for people as text and for programs as JSON. `fairway book-again` reads the JSON.

use std::io::Write;

use anyhow::Result;
use fairway_audit::dates;
use fairway_audit::description::{self, Description, counted, describe};
use fairway_audit::names::Names;

use super::entry::members;
use super::lost::LostSubject;
use super::search::Report;
use crate::style::Style;

/// One JSON object per line.
pub(super) fn json_lines(report: &Report) -> Result<Vec<u8>> {
    let mut lines = Vec::new();
    for entry in report.entries() {
        serde_json::to_writer(&mut lines, &entry)?;
        lines.push(b'\n');
    }
    Ok(lines)
}

/// The report as text, for people.
pub(super) fn text(report: &Report, style: Style, out: &mut impl Write) -> Result<()> {
    for lost in &report.subjects {
        one(lost, &report.names, style, out)?;
    }
    let left = report.subjects.iter().filter(|lost| !lost.recovery.is_complete).count();
    let conclusion = match (report.subjects.len(), left) {
        (0, _) => style.good("nothing that was acknowledged is gone"),
        (all, 0) => style.good(&format!("{} gone, all made good since", things(all))),
        (all, left) if all == left => style.bad(&format!("{} gone", things(all))),
        (all, left) => style.bad(&format!("{} gone, {left} not made good since", things(all))),
    };
    writeln!(out, "{conclusion}")?;
    Ok(())
}

fn one(lost: &LostSubject, names: &Names, style: Style, out: &mut impl Write) -> Result<()> {
    let mut title = capitalised(&lost.subject.to_string());
    if let Some(booking) = &lost.recovery.booking {
        let (club, day) = (names.club(&booking.club), dates::day(booking.play_date));
        title.push_str(&format!("  {club}, {day}, {} holes", booking.holes));
    }
    writeln!(out, "{}", style.strong(&title))?;
    for member in members(lost) {
        writeln!(out, "  {}", style.who(&names.member_in_full(member)))?;
    }
    for request in &lost.requests {
        let reason = request.events.iter().find_map(|event| event.metadata.get("reason"));
        let by = request.events.first().map(|event| description::actor(&event.actor, names));
        writeln!(
            out,
            "  acknowledged {} to {}{}",
            dates::instant(request.at),
            by.unwrap_or_default(),
            reason.map(|reason| format!(", because: {reason}")).unwrap_or_default()
        )?;
        for event in request.main_events(&lost.subject) {
            let Description { sentence, details, .. } = describe(&event.event, names);
            writeln!(out, "    {sentence}")?;
            for detail in details {
                writeln!(out, "      · {detail}")?;
            }
        }
    }
    for sentence in &lost.recovery.sentences {
        writeln!(out, "  {}", style.changed(sentence))?;
    }
    if lost.recovery.is_complete {
        writeln!(out, "  {}", style.good("made good"))?;
    }
    writeln!(out)?;
    Ok(())
}

fn things(count: usize) -> String {
    counted(count, "promise is", "promises are")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
