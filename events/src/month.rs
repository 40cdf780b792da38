//! A calendar month in Europe/Amsterdam, as statements of clubs are made by month (docs/domain.md §3.30).

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};

/// A calendar month. Written, stored and parsed as `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Month(NaiveDate);

impl Month {
    /// The month of a date.
    #[must_use]
    pub fn of(date: NaiveDate) -> Self {
        Self(date.with_day(1).unwrap_or(date))
    }

    /// Its first day.
    #[must_use]
    pub const fn first_day(self) -> NaiveDate {
        self.0
    }

    /// Its last day.
    #[must_use]
    pub fn last_day(self) -> NaiveDate {
        self.next().0.checked_sub_days(Days::new(1)).unwrap_or(NaiveDate::MAX)
    }

    /// The month after it.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.checked_add_months(Months::new(1)).unwrap_or(self.0))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.format("%Y-%m").fmt(f)
    }
}

impl From<Month> for String {
    fn from(month: Month) -> Self {
        month.to_string()
    }
}

impl TryFrom<String> for Month {
    type Error = NoMonth;

    fn try_from(text: String) -> Result<Self, NoMonth> {
        text.parse()
    }
}

impl FromStr for Month {
    type Err = NoMonth;

    fn from_str(text: &str) -> Result<Self, NoMonth> {
        let date = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").map_err(|_| NoMonth)?;
        // `2026-1` and other forms parse too, and years that the database cannot store.
        let has_form = |month: &Self| text.len() == 7 && month.to_string() == text;
        Some(Self(date)).filter(has_form).ok_or(NoMonth)
    }
}

/// A month is written `YYYY-MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a month is written YYYY-MM")]
pub struct NoMonth;

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::Month;

    #[test]
    fn a_month_is_read_as_it_is_written() {
        let month: Month = "2026-12".parse().expect("a month");
        assert_eq!(month.to_string(), "2026-12");
        assert_eq!(month.next().to_string(), "2027-01");
        assert_eq!(Some(month.last_day()), NaiveDate::from_ymd_opt(2026, 12, 31));
        for text in ["2026-1", "2026-13", "2026-12-01", "", "12026-1", "+026-12", "+12026-11", "-9999-01"] {
            assert!(text.parse::<Month>().is_err(), "{text}");
        }
    }
}
