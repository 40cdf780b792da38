//! Days as callers say them: `2026-11-28`, `28-11-2026`, `3 dec`, `tomorrow`; Dutch or English, as the caller and the
//! operator are.

use chrono::{Datelike, Days, Months, NaiveDate};
use fairway_text::{code, fold};

/// Words of a day at most: `3 december 2026`.
pub(super) const MOST_WORDS: usize = 3;

const MONTHS: [[&str; 2]; 12] = [
    ["januari", "january"],
    ["februari", "february"],
    ["maart", "march"],
    ["april", "april"],
    ["mei", "may"],
    ["juni", "june"],
    ["juli", "july"],
    ["augustus", "august"],
    ["september", "september"],
    ["oktober", "october"],
    ["november", "november"],
    ["december", "december"],
];

/// The day that a text says; without a year the nearest to today. None where it is no day.
pub(super) fn read(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let text = fold(&code(text));
    match text.as_str() {
        "today" | "vandaag" => return Some(today),
        "tomorrow" | "morgen" => return today.checked_add_days(Days::new(1)),
        _ => {}
    }
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [one] => in_digits(one, today),
        [day, month] => nearest(number(day.trim_end_matches('.'))?, month_called(month)?, today),
        [day, month, year] => NaiveDate::from_ymd_opt(
            year_written(year, today)?,
            month_called(month)?,
            number(day.trim_end_matches('.'))?,
        ),
        _ => None,
    }
}

/// A club and a day, in either order; none where the text does not begin or end with a day.
pub(super) fn with_club(text: &str, today: NaiveDate) -> Option<(String, NaiveDate)> {
    let separators = |letter: char| letter.is_whitespace() || letter == ',';
    let words: Vec<&str> = text.split(separators).filter(|word| !word.is_empty()).collect();
    for count in (1..words.len().min(MOST_WORDS + 1)).rev() {
        let (club, last) = words.split_at(words.len() - count);
        if let Some(day) = read(&last.join(" "), today) {
            return Some((club.join(" "), day));
        }
        let (first, club) = words.split_at(count);
        if let Some(day) = read(&first.join(" "), today) {
            return Some((club.join(" "), day));
        }
    }
    None
}

/// Whether a day is one of birth rather than of play: more than 10 years ago, when there was no portal.
pub(super) fn is_of_birth(day: NaiveDate, today: NaiveDate) -> bool {
    today.checked_sub_months(Months::new(120)).is_some_and(|earliest| day < earliest)
}

/// `2026-11-28`, `28-11-2026`, `28-11-26` or `28-11`, also with slashes or points.
fn in_digits(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    match parts.as_slice() {
        [year, month, day] if year.len() == 4 => {
            NaiveDate::from_ymd_opt(year_written(year, today)?, number(month)?, number(day)?)
        }
        [day, month, year] => {
            NaiveDate::from_ymd_opt(year_written(year, today)?, number(month)?, number(day)?)
        }
        [day, month] => nearest(number(day)?, number(month)?, today),
        _ => None,
    }
}

/// A day or a month.
fn number(text: &str) -> Option<u32> {
    let is_short = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_short)
}

/// A year of four digits, or of two: the latest that begins within a year from today.
fn year_written(text: &str, today: NaiveDate) -> Option<i32> {
    let year: i32 = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    match text.len() {
        4 => Some(year),
        2 => {
            let latest = today.year() + 1;
            Some(latest - (latest - year).rem_euclid(100))
        }
        _ => None,
    }
}

/// `dec`, `dec.`, `december`; 3 letters at least, but for `mrt` the first ones.
fn month_called(text: &str) -> Option<u32> {
    let name = text.trim_end_matches('.');
    if name == "mrt" {
        return Some(3);
    }
    let found = (1..).zip(MONTHS).find(|(_, names)| names.iter().any(|month| month.starts_with(name)));
    found.map(|(number, _)| number).filter(|_| name.len() >= 3)
}

fn nearest(day: u32, month: u32, today: NaiveDate) -> Option<NaiveDate> {
    let years = today.year() - 1..=today.year() + 1;
    let days = years.filter_map(|year| NaiveDate::from_ymd_opt(year, month, day));
    days.min_by_key(|day| day.signed_duration_since(today).num_days().abs())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_read_as_people_say_them() {
        let today = day("2026-11-28");
        for (text, said) in [
            ("2026-11-28", "2026-11-28"),
            ("28-11-2026", "2026-11-28"),
            ("28/11/2026", "2026-11-28"),
            ("3.12.2026", "2026-12-03"),
            ("12-03-80", "1980-03-12"),
            ("1-1-27", "2027-01-01"),
            ("1-1-28", "1928-01-01"),
            ("3-12", "2026-12-03"),
            ("3 dec", "2026-12-03"),
            ("3 Dec.", "2026-12-03"),
            ("3. december", "2026-12-03"),
            ("12 mrt 1980", "1980-03-12"),
            ("12 Maart 1980", "1980-03-12"),
            ("12 march 80", "1980-03-12"),
            ("1 mei", "2027-05-01"),
            ("1 juli", "2026-07-01"),
            ("29 mei", "2027-05-29"),
            ("2 jan", "2027-01-02"),
            ("vandaag", "2026-11-28"),
            ("Tomorrow", "2026-11-29"),
        ] {
            assert_eq!(read(text, today), Some(day(said)), "{text}");
        }
        for text in [
            "",
            "jan",
            "3",
            "31-2-2026",
            "2026-02-30",
            "3 de",
            "3 d",
            "dec 3",
            "123 dec",
            "3 dec 126",
            "-3 dec",
            "1-2-3-4",
            "29 feb",
            "+3 dec",
            "3 dec +80",
        ] {
            assert_eq!(read(text, today), None, "{text}");
        }
        assert_eq!(read("29 feb", day("2027-06-01")), Some(day("2028-02-29")));
    }

    #[test]
    fn a_club_and_a_day_are_told_apart_in_either_order() {
        let today = day("2026-11-28");
        for (text, club, said) in [
            ("wilgenhoek 3 dec", "wilgenhoek", "2026-12-03"),
            ("3 december 2026, De Wilgenhoek", "De Wilgenhoek", "2026-12-03"),
            ("de wilgenhoek tomorrow", "de wilgenhoek", "2026-11-29"),
            ("28-11-2026 de wilgenhoek", "de wilgenhoek", "2026-11-28"),
        ] {
            assert_eq!(with_club(text, today), Some((club.to_owned(), day(said))), "{text}");
        }
        for text in ["", "3 dec", "morgen", "de wilgenhoek", "jan de vries"] {
            assert_eq!(with_club(text, today), None, "{text}");
        }
    }

    #[test]
    fn a_day_of_birth_is_more_than_ten_years_ago() {
        let today = day("2026-11-28");
        assert!(is_of_birth(day("2016-11-27"), today));
        assert!(!is_of_birth(day("2016-11-28"), today));
    }

    proptest! {
        #[test]
        fn a_written_day_is_that_day(days in 0_u64..80_000, since in 0_u64..40_000) {
            let date = day("1900-01-01") + Days::new(days);
            let today = day("2000-01-01") + Days::new(since);
            for form in ["%Y-%m-%d", "%d-%m-%Y", "%-d/%-m/%Y", "%-d %B %Y", "%-d %b %Y"] {
                let text = date.format(form).to_string();
                prop_assert_eq!(read(&text, today), Some(date), "{}", text);
            }
            let nearest = read(&date.format("%-d %b").to_string(), today);
            let is_near = |found: NaiveDate| (found - today).num_days().abs() <= 183;
            let is_leap_day = (date.month(), date.day()) == (2, 29);
            prop_assert!(is_leap_day || nearest.is_some_and(is_near), "{:?}", nearest);
        }

        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,24}") {
            let today = day("2026-11-28");
            let _ = read(&text, today);
            prop_assert!(with_club(&text, today).is_none_or(|(club, _)| !club.is_empty()));
        }
    }
}
