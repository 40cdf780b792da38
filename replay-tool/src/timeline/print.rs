//! A timeline as text: a heading per day, then per request the actor, then its events.

use std::io::Write;

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::dates;
use fairway_audit::description::{Effect, counted};
use fairway_audit::timeline::{Entry, EventEntry, OperatorAction, Timeline};
use uuid::Uuid;

use crate::style::Style;

pub(super) fn timeline(out: &mut impl Write, style: Style, timeline: &Timeline) -> Result<()> {
    for (number, line) in timeline.title.iter().enumerate() {
        let line = if number == 0 { style.strong(line) } else { line.clone() };
        writeln!(out, "{line}")?;
    }
    let mut printer = Printer { style, day: None, group: None };
    for entry in &timeline.entries {
        match entry {
            Entry::Event(event) => printer.event(out, event)?,
            Entry::Act(action) => printer.operator_action(out, action)?,
        }
    }
    let count = counted(timeline.events, "event", "events");
    let ending = if timeline.has_earlier {
        format!("The latest {count}; --limit N or --to MOMENT shows earlier ones, --limit 0 all.")
    } else {
        format!("{count}.")
    };
    writeln!(out, "\n{}", style.faint(&ending))?;
    Ok(())
}

/// Prints entries one after the other, with a heading where another day or another request begins.
#[derive(Debug)]
struct Printer {
    style: Style,
    day: Option<NaiveDate>,
    group: Option<(Option<Uuid>, String, String)>,
}

impl Printer {
    fn event(&mut self, out: &mut impl Write, event: &EventEntry) -> Result<()> {
        self.day(out, event.at)?;
        // A member's requests are separate groups. An import makes hundreds in a second, so its name is printed once.
        let request = event.actor.member.map(|_| event.correlation_id);
        let group = (request, dates::time(event.at), event.actor.text.clone());
        if self.group.as_ref() != Some(&group) {
            write!(out, "\n  {}  {}", group.1, self.style.who(&group.2))?;
            match &event.reason {
                Some(reason) => writeln!(out, ", because: {reason}")?,
                None => writeln!(out)?,
            }
            self.group = Some(group);
        }
        let name = format!("{:<20}", event.event);
        let name = match event.description.effect {
            Effect::Gain => self.style.good(&name),
            Effect::Loss => self.style.bad(&name),
            Effect::Neutral => name,
        };
        let position = self.style.faint(&format!("{:>10}", format!("#{}", event.position)));
        writeln!(out, "{position}  {name} {}", event.description.sentence)?;
        for detail in &event.description.details {
            writeln!(out, "{:33}· {detail}", "")?;
        }
        Ok(())
    }

    fn operator_action(&mut self, out: &mut impl Write, action: &OperatorAction) -> Result<()> {
        self.day(out, action.at)?;
        let operator = self.style.who(&format!("operator {}", action.operator));
        writeln!(out, "\n  {}  {operator}, because: {}", dates::time(action.at), action.reason)?;
        writeln!(out, "{:10}  {:<20} {}", "", "on record", action.what)?;
        self.group = None;
        Ok(())
    }

    /// A heading where another day begins.
    fn day(&mut self, out: &mut impl Write, at: DateTime<Utc>) -> Result<()> {
        let day = dates::day_of(at);
        if self.day != Some(day) {
            writeln!(out, "\n{}", self.style.strong(&dates::day(day)))?;
            (self.day, self.group) = (Some(day), None);
        }
        Ok(())
    }
}
