//! Dates of requests, dates of data sets, and dates of birth.

use chrono::Datelike;
use fairway_clock::day;
use fairway_endpoint::field_errors::FieldErrors;
use fairway_store::content::dates;
use fairway_text::contact as profile;

use crate::TODAY;
use crate::lines::text;

/// An accepted play date is printed as it was written. An accepted date of a data set is between 1900 and 9999, and is
/// either absolute or relative to today. An accepted date of birth is in the past, and is accepted again as it is
/// printed.
pub fn dates(data: &[u8]) {
    let Some(input) = text(data) else { return };
    let play_date = FieldErrors::default().date(input);
    assert_eq!(play_date, day::parse(input));
    if let Some(day) = play_date {
        assert_eq!(day.to_string(), input);
    }
    if let Some(date) = dates::parse(input, TODAY) {
        assert_eq!(date.written, input);
        assert!((1900..=9999).contains(&date.day.year()), "{input}: {date:?}");
        assert!(
            date.day.to_string() == input
                || input.contains("today")
                || input.contains("-start")
                || input.contains("-end")
        );
        assert_eq!(dates::parse(&date.day.to_string(), TODAY).map(|again| again.day), Some(date.day));
    }
    if let Ok(Some(birthdate)) = profile::birthdate(input, TODAY) {
        assert!(birthdate < TODAY && birthdate.year() >= 1900, "{input}: {birthdate}");
        assert_eq!(profile::birthdate(&birthdate.to_string(), TODAY), Ok(Some(birthdate)));
    }
}
