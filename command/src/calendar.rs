//! Calendar months. Rights are counted by month, and reasons name them.
//!
//! Everything here is a calendar day in Europe/Amsterdam: an hour that daylight saving skips or repeats cannot
//! move a day.

use std::fmt;

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_events::dutch;
use serde::{Deserialize, Serialize};

/// A calendar month. `Display` gives its Dutch name without the year: `november`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Month {
    /// The year, such as 2026.
    pub year: i32,
    /// The month, 1..=12.
    pub month: u32,
}

impl From<NaiveDate> for Month {
    fn from(date: NaiveDate) -> Self {
        Self { year: date.year(), month: date.month() }
    }
}

impl Month {
    /// The month after this one; after December comes the January of the next year.
    #[must_use]
    pub const fn next(self) -> Self {
        if self.month == 12 {
            Self { year: self.year + 1, month: 1 }
        } else {
            Self { year: self.year, month: self.month + 1 }
        }
    }

    /// The first day of the month. A month outside the calendar's range gives the calendar's last day.
    #[must_use]
    pub fn first_day(self) -> NaiveDate {
        NaiveDate::from_ymd_opt(self.year, self.month, 1).unwrap_or(NaiveDate::MAX)
    }

    /// The last day of the month.
    #[must_use]
    pub fn last_day(self) -> NaiveDate {
        self.next().first_day().checked_sub_days(Days::new(1)).unwrap_or(NaiveDate::MIN)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(dutch::month(self.month).unwrap_or("deze maand"))
    }
}

/// The day in Europe/Amsterdam on which an instant falls.
#[must_use]
pub(crate) fn day_of(instant: DateTime<Utc>) -> NaiveDate {
    instant.with_timezone(&Amsterdam).date_naive()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn months_follow_each_other_over_the_turn_of_the_year() {
        let december = Month::from(day("2026-12-31"));
        assert_eq!(december, Month { year: 2026, month: 12 });
        assert_eq!(december.next(), Month { year: 2027, month: 1 });
        assert!(december < december.next());
    }

    #[test]
    fn a_month_ends_on_its_own_last_day() {
        for (any_day, last) in [
            ("2026-02-10", "2026-02-28"),
            ("2028-02-10", "2028-02-29"),
            ("2026-11-01", "2026-11-30"),
            ("2026-12-31", "2026-12-31"),
        ] {
            let month = Month::from(day(any_day));
            assert_eq!(month.last_day(), day(last));
            assert_eq!(Month::from(month.first_day()), month);
        }
    }

    #[test]
    fn months_and_days_have_their_dutch_names() {
        let names: Vec<String> = (1..=12).map(|month| Month { year: 2026, month }.to_string()).collect();
        assert_eq!(names.first().map(String::as_str), Some("januari"));
        assert_eq!(names.get(2).map(String::as_str), Some("maart"));
        assert_eq!(names.last().map(String::as_str), Some("december"));
        assert_eq!(dutch::weekday(day("2026-11-20").weekday()), "vrijdag");
        assert_eq!(dutch::weekday(day("2026-11-22").weekday()), "zondag");
    }
}
