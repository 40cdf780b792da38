//! What is gone, for people and for programs. `fairway book-again` reads the latter.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::journal::AcknowledgedEvent;
use fairway_events::{Event, MemberId, ReservationEvent};
use serde::Serialize;
use uuid::Uuid;

use super::Report;
use super::gone::Witness;
use super::lost::{Lost, Promise};
use crate::names::Names;
use crate::paint::Paint;
use crate::words::{self, dates};

/// What is gone of one thing, as `--json` prints it.
#[derive(Debug, Serialize)]
pub struct Line {
    /// `booking`, `order`, `voucher`, `member` or `club_day`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// When the first promise was acknowledged, UTC.
    pub acknowledged_at: DateTime<Utc>,
    /// Nothing is left to be done: it was made good since.
    pub made_good: bool,
    /// What became of it since, in sentences.
    pub since: Vec<String>,
    /// The club of a booking.
    pub club: Option<String>,
    /// The play date of a booking, a day in Europe/Amsterdam.
    pub play_date: Option<NaiveDate>,
    /// The length of a booking's round: 9 or 18.
    pub holes: Option<u8>,
    /// Whom it concerns.
    pub members: Vec<Concerned>,
    /// The promises, in their order.
    pub promises: Vec<Promised>,
}

/// A member whom it concerns.
#[derive(Debug, Serialize)]
pub struct Concerned {
    /// Who.
    pub id: Uuid,
    /// Their name; null when they were erased.
    pub name: Option<String>,
}

/// What one request was answered with.
#[derive(Debug, Serialize)]
pub struct Promised {
    /// When, UTC.
    pub acknowledged_at: DateTime<Utc>,
    /// Who remembers.
    pub witnesses: Vec<Witness>,
    /// What was promised, in words.
    pub what: Vec<String>,
    /// The events that are gone.
    pub events: Vec<AcknowledgedEvent>,
}

impl Report {
    /// What is gone, for programs.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        self.lost.iter().map(|lost| Line::of(lost, &self.names)).collect()
    }

    /// One object per line.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn write_json(&self, out: &mut impl Write) -> Result<()> {
        for lost in &self.lost {
            serde_json::to_writer(&mut *out, &Line::of(lost, &self.names))?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// The same for people.
    ///
    /// # Errors
    /// When `out` refuses.
    pub fn write_text(&self, paint: Paint, out: &mut impl Write) -> Result<()> {
        for lost in &self.lost {
            self.write_one(lost, paint, out)?;
        }
        let left = self.lost.iter().filter(|lost| !lost.again.made_good).count();
        let verdict = match (self.lost.len(), left) {
            (0, _) => paint.good("nothing that was acknowledged is gone"),
            (all, 0) => paint.good(&format!("{} gone, all made good since", things(all))),
            (all, left) if all == left => paint.bad(&format!("{} gone", things(all))),
            (all, left) => paint.bad(&format!("{} gone, {left} not made good since", things(all))),
        };
        writeln!(out, "{verdict}")?;
        Ok(())
    }

    fn write_one(&self, lost: &Lost, paint: Paint, out: &mut impl Write) -> Result<()> {
        let mut title = capitalised(&lost.subject.to_string());
        if let Some(booking) = &lost.again.booking {
            let (club, day) = (self.names.club(&booking.club), dates::day(booking.play_date));
            title.push_str(&format!("  {club}, {day}, {} holes", booking.holes));
        }
        writeln!(out, "{}", paint.strong(&title))?;
        for member in members(lost) {
            writeln!(out, "  {}", paint.who(&self.names.member_in_full(member)))?;
        }
        for promise in &lost.promises {
            let reason = promise.events.iter().find_map(|event| event.metadata.get("reason"));
            let by = promise.events.first().map(|event| words::actor(&event.actor, &self.names));
            writeln!(
                out,
                "  acknowledged {} to {}{}",
                dates::instant(promise.at),
                by.unwrap_or_default(),
                reason.map(|reason| format!(", because: {reason}")).unwrap_or_default()
            )?;
            for event in promise.telling(&lost.subject) {
                let told = words::tell(&event.event, &self.names);
                writeln!(out, "    {}", told.what)?;
                for detail in told.details {
                    writeln!(out, "      · {detail}")?;
                }
            }
        }
        for sentence in &lost.again.words {
            writeln!(out, "  {}", paint.changed(sentence))?;
        }
        if lost.again.made_good {
            writeln!(out, "  {}", paint.good("made good"))?;
        }
        writeln!(out)?;
        Ok(())
    }
}

impl Line {
    fn of(lost: &Lost, names: &Names) -> Self {
        let booking = lost.again.booking.as_ref();
        Self {
            kind: lost.subject.kind(),
            id: lost.subject.id(),
            acknowledged_at: lost.at(),
            made_good: lost.again.made_good,
            since: lost.again.words.clone(),
            club: booking.map(|booking| booking.club.0.clone()),
            play_date: booking.map(|booking| booking.play_date),
            holes: booking.map(|booking| booking.holes.count()),
            members: members(lost)
                .into_iter()
                .map(|member| Concerned { id: member.0, name: names.known(member).map(str::to_owned) })
                .collect(),
            promises: lost.promises.iter().map(|promise| Promised::of(promise, lost, names)).collect(),
        }
    }
}

impl Promised {
    fn of(promise: &Promise, lost: &Lost, names: &Names) -> Self {
        Self {
            acknowledged_at: promise.at,
            witnesses: promise.witnesses.iter().copied().collect(),
            what: promise
                .telling(&lost.subject)
                .map(|event| words::tell(&event.event, names).in_one_line())
                .collect(),
            events: promise.kept.clone(),
        }
    }
}

/// Whom it concerns: who played, or whose it was.
fn members(lost: &Lost) -> Vec<MemberId> {
    let mut members: Vec<MemberId> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut add = |member: MemberId| {
        if seen.insert(member) {
            members.push(member);
        }
    };
    for event in lost.events() {
        match &event.event {
            Event::Reservation(ReservationEvent::RoundBooked { places, .. }) => {
                places.iter().for_each(|place| add(place.member));
            }
            Event::Reservation(ReservationEvent::PlayerAdded { place, .. }) => add(place.member),
            Event::Reservation(ReservationEvent::PlaceCancelled { member, .. }) => add(*member),
            Event::Order(order) => add(order.member()),
            Event::Membership(_) => {
                if let fairway_events::StreamId::Membership(member) = event.stream {
                    add(member);
                }
            }
            Event::Reservation(
                ReservationEvent::PlayRightExpired { .. }
                | ReservationEvent::MasterPassedOn { .. }
                | ReservationEvent::BookingCancelled { .. },
            )
            | Event::Voucher(_)
            | Event::CourseDay(_) => {}
        }
    }
    members
}

fn things(count: usize) -> String {
    words::some(u32::try_from(count).unwrap_or(u32::MAX), "promise is", "promises are")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
