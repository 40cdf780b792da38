//! Days and instants as text for operators. Always Europe/Amsterdam, with the zone, so that the hour that occurs
//! twice in autumn is unambiguous.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use chrono_tz::Europe::Amsterdam;
use serde::{Serialize, Serializer};

/// `Sat 28 Nov 2026`.
#[must_use]
pub fn day(date: NaiveDate) -> String {
    date.format("%a %-d %b %Y").to_string()
}

/// `1 Jan – 31 Dec 2026`, or with both years where they differ.
#[must_use]
pub fn period(first: NaiveDate, last: NaiveDate) -> String {
    let from = if first.year() == last.year() { "%-d %b" } else { "%-d %b %Y" };
    format!("{} – {}", first.format(from), last.format("%-d %b %Y"))
}

/// `November 2026`.
#[must_use]
pub fn month(date: NaiveDate) -> String {
    date.format("%B %Y").to_string()
}

/// `Wed 25 Nov 2026 10:00:03 CET`.
#[must_use]
pub fn instant(instant: DateTime<Utc>) -> String {
    instant.with_timezone(&Amsterdam).format("%a %-d %b %Y %H:%M:%S %Z").to_string()
}

/// `10:00:03 CET`.
#[must_use]
pub fn time(instant: DateTime<Utc>) -> String {
    instant.with_timezone(&Amsterdam).format("%H:%M:%S %Z").to_string()
}

/// `10:00`.
pub(crate) fn hour_and_minute(instant: DateTime<Utc>) -> String {
    instant.with_timezone(&Amsterdam).format("%H:%M").to_string()
}

/// As [`rfc3339`], in answers that programs read.
pub(crate) fn serialize_instant<S: Serializer>(
    instant: &DateTime<Utc>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rfc3339(*instant))
}

/// The same of an instant that may be unknown.
pub(crate) fn serialize_optional_instant<S: Serializer>(
    instant: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    instant.map(rfc3339).serialize(serializer)
}

/// The calendar day of an instant in Europe/Amsterdam.
#[must_use]
pub fn day_of(instant: DateTime<Utc>) -> NaiveDate {
    instant.with_timezone(&Amsterdam).date_naive()
}

/// RFC 3339 with the offset of Europe/Amsterdam, for programs.
#[must_use]
pub fn rfc3339(instant: DateTime<Utc>) -> String {
    instant.with_timezone(&Amsterdam).to_rfc3339()
}
