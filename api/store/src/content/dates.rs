//! Dates of a data set: a day, or one relative to the clock's today, so that demo data is always up to date.

use chrono::{Datelike, Days, NaiveDate};
use fairway_clock::day;
use fairway_command::Month;

/// A date as written and as resolved. The written text is part of a row's natural key: `today-10d` is the same row
/// tomorrow, when it is another day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataDate {
    /// As in the file.
    pub written: String,
    /// The day, from 1900 to 9999.
    pub day: NaiveDate,
}

/// The accepted forms, for messages.
pub const FORMS: &str = "a date: YYYY-MM-DD, today, today+7d, today-3d, month-start, month-end, year-start, \
                                year-end, next-year-start or next-year-end; from 1900 to 9999";

/// Reads a date; none when it has no known form, or is outside the accepted years.
#[must_use]
pub fn parse(text: &str, today: NaiveDate) -> Option<DataDate> {
    let day = match text {
        "today" => today,
        "month-start" => Month::from(today).first_day(),
        "month-end" => Month::from(today).last_day(),
        "year-start" => NaiveDate::from_ymd_opt(today.year(), 1, 1)?,
        "year-end" => NaiveDate::from_ymd_opt(today.year(), 12, 31)?,
        "next-year-start" => NaiveDate::from_ymd_opt(today.year() + 1, 1, 1)?,
        "next-year-end" => NaiveDate::from_ymd_opt(today.year() + 1, 12, 31)?,
        relative if relative.starts_with("today") => {
            let (sign, count) = relative.strip_prefix("today")?.strip_suffix('d')?.split_at_checked(1)?;
            let days = count
                .bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| count.parse().ok().map(Days::new))??;
            match sign {
                "+" => today.checked_add_days(days)?,
                "-" => today.checked_sub_days(days)?,
                _ => return None,
            }
        }
        written => day::parse(written)?,
    };
    if !(1900..=9999).contains(&day.year()) {
        return None;
    }
    Some(DataDate { written: text.to_owned(), day })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Option<String> {
        let today = "2026-11-20".parse().expect("a day");
        parse(text, today).map(|date| date.day.to_string())
    }

    #[test]
    fn reads_days_and_days_relative_to_today() {
        for (written, meant) in [
            ("2028-02-29", "2028-02-29"),
            ("today", "2026-11-20"),
            ("today+41d", "2026-12-31"),
            ("today-20d", "2026-10-31"),
            ("month-start", "2026-11-01"),
            ("month-end", "2026-11-30"),
            ("year-start", "2026-01-01"),
            ("year-end", "2026-12-31"),
            ("next-year-start", "2027-01-01"),
            ("next-year-end", "2027-12-31"),
        ] {
            assert_eq!(day(written).as_deref(), Some(meant), "{written}");
        }
        for wrong in [
            "",
            "tomorrow",
            "today+d",
            "today7d",
            "today+-7d",
            "today+7",
            "2026-02-30",
            "20-11-2026",
            "today+é",
            "2026- 1-02",
            "1899-12-31",
            // A week before the first day that `chrono` supports.
            "today-96466234d",
            "today+95000000d",
        ] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }
}
