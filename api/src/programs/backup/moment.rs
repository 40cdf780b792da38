//! The moment to restore, as the operator writes it and as PostgreSQL reads it.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, LocalResult, NaiveDateTime, SecondsFormat, TimeZone, Utc};
use chrono_tz::Europe::Amsterdam;

/// An instant. Shown in UTC with microseconds, as the names of backups are: `2026-11-25T08:00:00.000000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(DateTime<Utc>);

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Micros, true))
    }
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
            return Ok(Self(instant.to_utc()));
        }
        let forms = ["%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"];
        let local = forms.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
        let local = local.ok_or("write `2026-11-25 09:00` (Europe/Amsterdam) or `2026-11-25T08:00:00Z`")?;
        match Amsterdam.from_local_datetime(&local) {
            LocalResult::Single(instant) => Ok(Self(instant.to_utc())),
            // An hour too early or too late loses data: the operator has to say which one is meant.
            LocalResult::Ambiguous(first, second) => {
                Err(format!("the clocks went back: write {} or {}", first.to_rfc3339(), second.to_rfc3339()))
            }
            LocalResult::None => {
                Err(format!("{local} did not happen in Europe/Amsterdam: the clocks went forward"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_amsterdams_or_says_its_offset_and_no_hour_is_guessed() {
        let read = |text: &str| text.parse::<Moment>().map(|moment| moment.to_string());
        for text in
            ["2026-11-25 09:00", "2026-11-25 09:00:00", "2026-11-25T09:00:00+01:00", "2026-11-25T08:00:00Z"]
        {
            assert_eq!(read(text).as_deref(), Ok("2026-11-25T08:00:00.000000Z"), "{text}");
        }
        assert_eq!(read("2026-11-25T08:00:00.123456Z").as_deref(), Ok("2026-11-25T08:00:00.123456Z"));
        assert!(read("2026-10-25 02:30").is_err_and(|error| error.contains("+02:00")));
        assert!(read("2026-03-29 02:30").is_err_and(|error| error.contains("did not happen")));
        assert!(read("yesterday").is_err_and(|error| error.contains("write `2026-11-25 09:00`")));
    }
}
