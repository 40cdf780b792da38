//! A timeline on paper: a heading per day, then per request who did it, then what it did.

use std::io::Write;

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::RecordedEvent;
use uuid::Uuid;

use super::Line;
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
    request: Option<(Uuid, DateTime<Utc>, String)>,
}

impl Printer {
    pub(super) const fn new(json: bool, paint: Paint) -> Self {
        Self { json, paint, shown: 0, day: None, request: None }
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
        let day = dates::day_of(recorded.recorded_at);
        if self.day != Some(day) {
            writeln!(out, "\n{}", self.paint.strong(&dates::day(day)))?;
            (self.day, self.request) = (Some(day), None);
        }
        let request = (recorded.correlation_id, recorded.recorded_at, recorded.actor.to_string());
        if self.request.as_ref() != Some(&request) {
            let who = words::actor(&recorded.actor, names);
            write!(out, "\n  {}  {}", dates::time(recorded.recorded_at), self.paint.who(&who))?;
            match recorded.metadata.get("reason") {
                Some(reason) => writeln!(out, ", because: {reason}")?,
                None => writeln!(out)?,
            }
            self.request = Some(request);
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
