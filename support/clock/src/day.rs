//! Parses days in the form `YYYY-MM-DD`, which requests and data sets use.

use chrono::NaiveDate;

/// Parses an existing day of the years 0 to 9999. chrono alone also accepts blanks, signs and single digits
/// (`2026- 1-02`, `+26-01-002`), and years that the database cannot store.
#[must_use]
pub fn parse(text: &str) -> Option<NaiveDate> {
    has_form_of_day(text).then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()).flatten()
}

/// Whether the text has the form of a day, also if the day does not exist (`2026-02-30`).
#[must_use]
pub fn has_form_of_day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_form_of_a_day_is_accepted() {
        assert_eq!(parse("2028-02-29").map(|day| day.to_string()).as_deref(), Some("2028-02-29"));
        for wrong in [
            "",
            "2026-02-29",
            "2026- 1-02",
            "2026-1- 02",
            " 2026-1-02",
            "+2026-1-02",
            "-026-01-02",
            "26-11-2026",
            "2026-11-20T10:00:00Z",
            "2026-11-2é",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
