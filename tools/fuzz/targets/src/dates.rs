//! Dates: of requests, of data sets and of birth.

use chrono::Datelike;
use fairway_api::day;
use fairway_api::http::field_errors::FieldErrors;
use fairway_api::programs::import;
use fairway_api::services::profile_fields as profile;

use crate::TODAY;
use crate::lines::text;

/// A play date that is taken is printed as it was written. A data set's lies between 1900 and 9999, and is what was
/// written or follows from today. A day of birth lies in the past, and is taken again as it is printed.
pub fn dates(data: &[u8]) {
    let Some(input) = text(data) else { return };
    let played = FieldErrors::default().date(input);
    assert_eq!(played, day::parse(input));
    if let Some(day) = played {
        assert_eq!(day.to_string(), input);
    }
    if let Some(date) = import::dates::parse(input, TODAY) {
        assert_eq!(date.written, input);
        assert!((1900..=9999).contains(&date.day.year()), "{input}: {date:?}");
        assert!(
            date.day.to_string() == input
                || input.contains("today")
                || input.contains("-start")
                || input.contains("-end")
        );
        assert_eq!(import::dates::parse(&date.day.to_string(), TODAY).map(|again| again.day), Some(date.day));
    }
    if let Ok(Some(born)) = profile::birthdate(input, TODAY) {
        assert!(born < TODAY && born.year() >= 1900, "{input}: {born}");
        assert_eq!(profile::birthdate(&born.to_string(), TODAY), Ok(Some(born)));
    }
}
