//! A timeline on paper: a heading per day, then per request who did it, then what it did.

use std::io::Write;

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{Actor, RecordedEvent};
use uuid::Uuid;

use super::Line;
use super::acts::Acts;
use crate::names::Names;
use crate::paint::Paint;
use crate::words::{self, Tone, dates};

/// Prints events one after the other.
#[derive(Debug)]
pub(super) struct Printer {
    json: bool,
    paint: Paint,
    shown: usize,
    day: Option<NaiveDate>,
    group: Option<(Option<Uuid>, String, String)>,
}

impl Printer {
    pub(super) const fn new(json: bool, paint: Paint) -> Self {
        Self { json, paint, shown: 0, day: None, group: None }
    }

    pub(super) const fn shown(&self) -> usize {
        self.shown
    }

    pub(super) fn heading(&self, out: &mut impl Write, title: &[String]) -> Result<()> {
        if self.json {
            return Ok(());
        }
        for (number, line) in title.iter().enumerate() {
            let line = if number == 0 { self.paint.strong(line) } else { line.clone() };
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    pub(super) fn event(
        &mut self,
        out: &mut impl Write,
        recorded: &RecordedEvent,
        names: &Names,
    ) -> Result<()> {
        self.shown += 1;
        let told = words::tell(&recorded.event, names);
        if self.json {
            serde_json::to_writer(&mut *out, &Line::of(recorded, &told, names)?)?;
            writeln!(out)?;
            return Ok(());
        }
        self.day(out, recorded.recorded_at)?;
        // A person's requests stand apart; an import makes hundreds in a second, and its name once is enough.
        let request = match recorded.actor {
            Actor::Member(_) | Actor::Impersonator { .. } => Some(recorded.correlation_id),
            Actor::System(_) => None,
        };
        let group = (request, dates::time(recorded.recorded_at), words::actor(&recorded.actor, names));
        if self.group.as_ref() != Some(&group) {
            write!(out, "\n  {}  {}", group.1, self.paint.who(&group.2))?;
            match recorded.metadata.get("reason") {
                Some(reason) => writeln!(out, ", because: {reason}")?,
                None => writeln!(out)?,
            }
            self.group = Some(group);
        }
        let name = format!("{:<20}", recorded.event.name());
        let name = match told.tone {
            Tone::Gain => self.paint.good(&name),
            Tone::Loss => self.paint.bad(&name),
            Tone::Plain => name,
        };
        let position = self.paint.faint(&format!("{:>10}", format!("#{}", recorded.position)));
        writeln!(out, "{position}  {name} {}", told.what)?;
        for detail in &told.details {
            writeln!(out, "{:33}· {detail}", "")?;
        }
        Ok(())
    }

    /// What operators did before an instant and was not printed yet; none: all of it.
    pub(super) fn acts(
        &mut self,
        out: &mut impl Write,
        acts: &mut Acts,
        before: Option<DateTime<Utc>>,
    ) -> Result<()> {
        while let Some(act) = acts.next_before(before) {
            if self.json {
                serde_json::to_writer(&mut *out, &act.line())?;
                writeln!(out)?;
                continue;
            }
            self.day(out, act.at)?;
            let who = self.paint.who(&format!("operator {}", act.operator));
            writeln!(out, "\n  {}  {who}, because: {}", dates::time(act.at), act.reason)?;
            writeln!(out, "{:10}  {:<20} {}", "", "on record", act.told())?;
            self.group = None;
        }
        Ok(())
    }

    /// A heading where another day begins.
    fn day(&mut self, out: &mut impl Write, at: DateTime<Utc>) -> Result<()> {
        let day = dates::day_of(at);
        if self.day != Some(day) {
            writeln!(out, "\n{}", self.paint.strong(&dates::day(day)))?;
            (self.day, self.group) = (Some(day), None);
        }
        Ok(())
    }

    pub(super) fn ending(&self, out: &mut impl Write, more: bool) -> Result<()> {
        if self.json {
            return Ok(());
        }
        let count = words::some(u32::try_from(self.shown).unwrap_or(u32::MAX), "event", "events");
        if more {
            let hint = "--limit N or --to MOMENT shows earlier ones, --limit 0 all";
            writeln!(out, "\n{}", self.paint.faint(&format!("The latest {count}; {hint}.")))?;
        } else {
            writeln!(out, "\n{}", self.paint.faint(&format!("{count}.")))?;
        }
        Ok(())
    }
}
