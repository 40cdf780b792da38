//! A round as a calendar entry (RFC 5545). A round has a day and at first no hour, so the entry is all-day and needs no
//! time zone; once the players agreed on a start time it lasts from then on. The same place always has the same UID, so a
//! newer file replaces the older entry, and a cancellation removes it.

mod writer;

use std::fmt::Write as _;

use chrono::{DateTime, Days, NaiveDateTime, TimeDelta, Utc};
use fairway_events::{Holes, PlaceId};

use crate::{PersonName, Portal, Round, dutch, html};
use writer::Writer;

/// The MIME type under which [`CalendarEntry::render`] is served.
pub const CONTENT_TYPE: &str = "text/calendar; charset=utf-8";

/// The name of the feed in a calendar program, until its user calls it otherwise.
const FEED_NAME: &str = "Golfrondes (Fairway)";
/// How often a program is asked to read the feed again (RFC 5545, DURATION).
const FEED_INTERVAL: &str = "PT1H";
/// The zone of start times.
const ZONE: &str = "Europe/Amsterdam";

/// Whether the place is booked or cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryStatus {
    /// The place is booked.
    Confirmed,
    /// The place was cancelled: calendars remove the entry.
    Cancelled,
}

/// One player's round in their calendar.
#[derive(Debug, Clone, PartialEq)]
pub struct CalendarEntry<'a> {
    /// The player's place: the identity of the entry.
    pub place: PlaceId,
    /// How often the entry changed, from 0. It must rise with every change that a calendar should apply: the number
    /// of events of the booking's stream so far.
    pub sequence: u32,
    /// When the change happened; not the time of rendering, so that the same state gives the same bytes.
    pub changed_at: DateTime<Utc>,
    /// Confirmed or cancelled.
    pub status: EntryStatus,
    /// The round.
    pub round: &'a Round,
    /// The active players, in the order in which screens show them.
    pub players: &'a [PersonName],
}

impl CalendarEntry<'_> {
    /// The entry as an `.ics` file.
    #[must_use]
    pub fn render(&self, portal: &Portal) -> String {
        let mut file = Writer::default();
        let method = match self.status {
            EntryStatus::Confirmed => "PUBLISH",
            EntryStatus::Cancelled => "CANCEL",
        };
        begin(&mut file, method);
        if self.begins().is_some() {
            time_zone(&mut file);
        }
        self.event(&mut file, portal);
        file.line("END", "VCALENDAR");
        file.finish()
    }

    fn event(&self, file: &mut Writer, portal: &Portal) {
        let round = self.round;
        let club = &round.club;
        let stamp = self.changed_at.format("%Y%m%dT%H%M%SZ").to_string();
        let status = match self.status {
            EntryStatus::Confirmed => "CONFIRMED",
            EntryStatus::Cancelled => "CANCELLED",
        };
        file.line("BEGIN", "VEVENT");
        file.line("UID", &format!("{}@fairway", self.place));
        file.line("DTSTAMP", &stamp);
        file.line("LAST-MODIFIED", &stamp);
        file.line("SEQUENCE", &self.sequence.to_string());
        file.line("STATUS", status);
        self.hours(file);
        file.text("SUMMARY", &format!("Golf: {} ({} holes)", dutch::one_line(&club.name), round.holes));
        file.text("LOCATION", &club.name_and_city());
        file.line("GEO", &format!("{:.6};{:.6}", club.latitude, club.longitude));
        file.line("ORGANIZER;CN=Fairway", &format!("mailto:{}", portal.contact_email()));
        file.line("URL", &portal.reservations());
        file.text("DESCRIPTION", &self.description(portal));
        file.line("END", "VEVENT");
    }

    fn hours(&self, file: &mut Writer) {
        if let Some(begins) = self.begins() {
            let ends = begins.checked_add_signed(duration(self.round.holes)).unwrap_or(begins);
            for (name, time) in [("DTSTART", begins), ("DTEND", ends)] {
                file.line(&format!("{name};TZID={ZONE}"), &time.format("%Y%m%dT%H%M%S").to_string());
            }
            return;
        }
        let day = self.round.play_date;
        let next_day = day.checked_add_days(Days::new(1)).unwrap_or(day);
        file.line("DTSTART;VALUE=DATE", &day.format("%Y%m%d").to_string());
        file.line("DTEND;VALUE=DATE", &next_day.format("%Y%m%d").to_string());
        // The round takes some unknown hours of the day: the whole day must not be shown as busy.
        file.line("TRANSP", "TRANSPARENT");
    }

    /// When the round begins, by the clocks in Europe/Amsterdam. Not of a cancelled entry, which is found by its UID: a
    /// player who left must not learn what was agreed since.
    fn begins(&self) -> Option<NaiveDateTime> {
        let start = self.round.start_time.filter(|_| self.status == EntryStatus::Confirmed)?;
        Some(self.round.play_date.and_time(start.time()))
    }

    /// A name for the file that sorts by day: `ronde-2026-11-28.ics`.
    #[must_use]
    pub fn filename(&self) -> String {
        format!("ronde-{}.ics", self.round.play_date.format("%Y-%m-%d"))
    }

    fn description(&self, portal: &Portal) -> String {
        let round = self.round;
        if self.status == EntryStatus::Cancelled {
            return format!("Deze ronde is geannuleerd. Boekingsnummer {}.", round.number());
        }
        let names: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let mut text = format!(
            "{} holes. Spelers: {}.\nBoekingsnummer {}.\n",
            round.holes,
            dutch::enumerate(&names),
            round.number()
        );
        for line in html::lines(&round.club.reservation_description) {
            text.push_str(&line);
            text.push('\n');
        }
        let until = dutch::long_date(round.free_cancellation_until());
        let _ = write!(text, "Kosteloos annuleren kan tot en met {until}: {}", portal.reservations());
        text
    }
}

/// A member's rounds as one calendar, to which a program subscribes. It shows exactly these entries, so that a cancelled
/// round is left out of it; and it reads the calendar again every hour.
#[must_use]
pub fn render_feed<'a>(portal: &Portal, entries: impl IntoIterator<Item = CalendarEntry<'a>>) -> String {
    let mut file = Writer::default();
    begin(&mut file, "PUBLISH");
    // The name and the interval as RFC 7986 has them, and as programs read them that are older.
    for name in ["NAME", "X-WR-CALNAME"] {
        file.text(name, FEED_NAME);
    }
    file.line("REFRESH-INTERVAL;VALUE=DURATION", FEED_INTERVAL);
    file.line("X-PUBLISHED-TTL", FEED_INTERVAL);
    let entries: Vec<CalendarEntry<'_>> = entries.into_iter().collect();
    // A calendar has at least one component (RFC 5545 §3.6), and programs refuse one that has none. A zone shows nothing.
    if entries.is_empty() || entries.iter().any(|entry| entry.begins().is_some()) {
        time_zone(&mut file);
    }
    for entry in entries {
        entry.event(&mut file, portal);
    }
    file.line("END", "VCALENDAR");
    file.finish()
}

/// How long a round takes, about.
const fn duration(holes: Holes) -> TimeDelta {
    match holes {
        Holes::Nine => TimeDelta::minutes(120),
        Holes::Eighteen => TimeDelta::minutes(270),
    }
}

/// The zone of start times, by the rule that the European Union has had since 1996.
fn time_zone(file: &mut Writer) {
    file.line("BEGIN", "VTIMEZONE");
    file.line("TZID", ZONE);
    for (part, first, month, (from, to), name) in [
        ("DAYLIGHT", "19960331T020000", 3, ("+0100", "+0200"), "CEST"),
        ("STANDARD", "19961027T030000", 10, ("+0200", "+0100"), "CET"),
    ] {
        file.line("BEGIN", part);
        file.line("DTSTART", first);
        file.line("RRULE", &format!("FREQ=YEARLY;BYMONTH={month};BYDAY=-1SU"));
        file.line("TZOFFSETFROM", from);
        file.line("TZOFFSETTO", to);
        file.line("TZNAME", name);
        file.line("END", part);
    }
    file.line("END", "VTIMEZONE");
}

fn begin(file: &mut Writer, method: &str) {
    file.line("BEGIN", "VCALENDAR");
    file.line("VERSION", "2.0");
    file.line("PRODID", "-//Fairway//Reserveringen//NL");
    file.line("CALSCALE", "GREGORIAN");
    file.line("METHOD", method);
}

#[cfg(test)]
mod tests;
