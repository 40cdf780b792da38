//! Moments as operators write them (`2026-11-25 09:00` in Europe/Amsterdam, RFC 3339, or a position), and the part of
//! the journal that each selects. Its functions fail when the database does not answer.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;
use chrono::{DateTime, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_events::Position;
use fairway_events::journal::Selection;
use serde::{Serialize, Serializer};
use sqlx::PgPool;

use crate::dates;

/// A parsed moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// After the event at that position.
    Position(Position),
    /// At that instant: with everything that was recorded by then.
    Instant(DateTime<Utc>),
    /// A whole day in Europe/Amsterdam; as a single moment its end.
    Day(NaiveDate),
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Ok(position) = text.trim_start_matches('#').parse::<Position>() {
            return if position > 0 {
                Ok(Self::Position(position))
            } else {
                Err("positions begin at 1".to_owned())
            };
        }
        if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
            return Ok(Self::Instant(instant.to_utc()));
        }
        if let Ok(day) = NaiveDate::from_str(text) {
            return Ok(Self::Day(day));
        }
        for form in ["%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"] {
            if let Ok(local) = NaiveDateTime::parse_from_str(text, form) {
                return in_amsterdam(local).map(Self::Instant);
            }
        }
        Err(
            "write `2026-11-25 09:00` (Europe/Amsterdam), RFC 3339 (`2026-11-25T09:00:00+01:00`) or a position"
                .to_owned(),
        )
    }
}

/// As it can be read again.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(position) => position.fmt(f),
            Self::Instant(instant) => f.write_str(&dates::rfc3339(*instant)),
            Self::Day(day) => day.fmt(f),
        }
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An hour that the change of clocks skips or repeats is ambiguous without its offset.
fn in_amsterdam(local: NaiveDateTime) -> Result<DateTime<Utc>, String> {
    match Amsterdam.from_local_datetime(&local) {
        LocalResult::Single(instant) => Ok(instant.to_utc()),
        LocalResult::Ambiguous(first, second) => {
            Err(format!("the clocks went back: write {} or {}", first.to_rfc3339(), second.to_rfc3339()))
        }
        LocalResult::None => {
            Err(format!("{local} did not happen in Europe/Amsterdam: the clocks went forward"))
        }
    }
}

/// The instant at which a day begins in Europe/Amsterdam; midnight always exists there.
pub(crate) fn start_of(day: NaiveDate) -> DateTime<Utc> {
    let midnight = Amsterdam.from_local_datetime(&day.and_time(NaiveTime::MIN)).earliest();
    midnight.map_or(DateTime::<Utc>::MIN_UTC, |midnight| midnight.to_utc())
}

/// The instant at which a day has ended in Europe/Amsterdam: the next one's midnight.
fn end_of(day: NaiveDate) -> DateTime<Utc> {
    day.succ_opt().map_or(DateTime::<Utc>::MAX_UTC, start_of)
}

/// A moment of the journal: the events up to it, and its time and day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct At {
    /// The instant.
    #[serde(serialize_with = "dates::serialize_instant")]
    pub instant: DateTime<Utc>,
    /// The last included event, where the moment was given as a position.
    pub position: Option<Position>,
}

impl At {
    /// The day in Europe/Amsterdam.
    #[must_use]
    pub fn day(&self) -> NaiveDate {
        dates::day_of(self.instant)
    }

    /// Limits a selection to the events up to this moment.
    #[must_use]
    pub fn selection(&self, streams: Vec<fairway_events::StreamId>) -> Selection {
        let before = match self.position {
            // Postgres stores microseconds: this is the next instant after the moment.
            None => self.instant.checked_add_signed(TimeDelta::microseconds(1)),
            Some(_) => None,
        };
        Selection { streams, before, up_to: self.position, ..Selection::default() }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&dates::instant(self.instant))?;
        match self.position {
            Some(position) => write!(f, " (after the event at position {position})"),
            None => Ok(()),
        }
    }
}

impl Moment {
    /// The beginning of a range that starts with this moment: a day begins at midnight.
    #[must_use]
    pub fn start(self) -> Bound {
        match self {
            Self::Position(position) => Bound::Position(position),
            Self::Instant(instant) => Bound::Instant(instant),
            Self::Day(day) => Bound::Instant(start_of(day)),
        }
    }

    /// The end of a range that ends with this moment: a day ends at its last instant.
    #[must_use]
    pub fn end(self) -> Bound {
        match self {
            Self::Position(position) => Bound::Position(position),
            Self::Instant(instant) => Bound::Instant(instant + TimeDelta::microseconds(1)),
            Self::Day(day) => Bound::Instant(end_of(day)),
        }
    }

    /// Determines the instant.
    ///
    /// # Errors
    /// When the journal does not have the position yet, or the database does not answer.
    pub async fn resolve(self, pool: &PgPool) -> Result<At> {
        self.find(pool).await?.map_err(anyhow::Error::msg)
    }

    /// The same, with a sentence where the moment itself is at fault.
    pub async fn find(self, pool: &PgPool) -> Result<Result<At, String>> {
        match self {
            Self::Instant(instant) => Ok(Ok(At { instant, position: None })),
            // Postgres stores microseconds: this is the last instant of the day.
            Self::Day(day) => {
                Ok(Ok(At { instant: end_of(day) - TimeDelta::microseconds(1), position: None }))
            }
            Self::Position(position) => {
                let found: Option<DateTime<Utc>> =
                    sqlx::query_scalar("SELECT recorded_at FROM events WHERE position = $1")
                        .bind(position)
                        .fetch_optional(pool)
                        .await?;
                let at = found.map(|instant| At { instant, position: Some(position) });
                Ok(at.ok_or_else(|| format!("the journal has no position {position} yet")))
            }
        }
    }
}

/// One end of a range of the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// By position, which is included.
    Position(Position),
    /// By instant: included as a beginning, excluded as an end.
    Instant(DateTime<Utc>),
}

impl Bound {
    /// The position, where the range is limited by one.
    #[must_use]
    pub const fn position(self) -> Option<Position> {
        match self {
            Self::Position(position) => Some(position),
            Self::Instant(_) => None,
        }
    }

    /// The instant, where the range is limited by one.
    #[must_use]
    pub const fn instant(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Instant(instant) => Some(instant),
            Self::Position(_) => None,
        }
    }
}

/// The present moment, by the database's clock: the one clock that all machines share.
pub async fn now(pool: &PgPool) -> Result<At> {
    Ok(At { instant: sqlx::query_scalar("SELECT now()").fetch_one(pool).await?, position: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_operators_write() {
        let nine = Moment::Instant("2026-11-25T08:00:00Z".parse().unwrap());
        for text in
            ["2026-11-25 09:00", "2026-11-25 09:00:00", "2026-11-25T09:00", "2026-11-25T09:00:00+01:00"]
        {
            assert_eq!(text.parse(), Ok(nine), "{text}");
        }
        let micros = Moment::Instant("2026-11-25T08:00:00.000001Z".parse().unwrap());
        for moment in [nine, micros, Moment::Position(4812), Moment::Day("2026-07-01".parse().unwrap())] {
            assert_eq!(moment.to_string().parse(), Ok(moment), "it can be read again");
        }
        assert_eq!("4812".parse(), Ok(Moment::Position(4812)));
        assert_eq!("#4812".parse(), Ok(Moment::Position(4812)));
        assert_eq!("2026-07-01".parse(), Ok(Moment::Day("2026-07-01".parse().unwrap())));
        for text in ["", "yesterday", "0", "-3", "25-11-2026", "2026-02-30"] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_repeated_or_skipped_hour_needs_its_offset() {
        let twice = "2026-10-25 02:30".parse::<Moment>().unwrap_err().to_string();
        assert!(twice.contains("2026-10-25T02:30:00+02:00") && twice.contains("+01:00"), "{twice}");
        let never = "2026-03-29 02:30".parse::<Moment>().unwrap_err().to_string();
        assert!(never.contains("did not happen"), "{never}");
    }

    #[test]
    fn a_day_is_a_range_from_its_midnight_to_the_next() {
        let day = Moment::Day("2026-10-25".parse().unwrap());
        assert_eq!(day.start(), Bound::Instant("2026-10-24T22:00:00Z".parse().unwrap()));
        assert_eq!(day.end(), Bound::Instant("2026-10-25T23:00:00Z".parse().unwrap()), "25 hours");
        assert_eq!(Moment::Day(NaiveDate::MAX).end(), Bound::Instant(DateTime::<Utc>::MAX_UTC));
    }
}
