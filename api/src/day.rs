//! Days as requests and data sets write them: `YYYY-MM-DD` and nothing else.

use chrono::NaiveDate;

/// Reads a day that exists, of the years 0 to 9999. chrono alone also takes blanks, signs and single digits
/// (`2026- 1-02`, `+26-01-002`), and years that the database cannot hold.
#[must_use]
pub fn parse(text: &str) -> Option<NaiveDate> {
    is_written_like_one(text).then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()).flatten()
}

/// Whether it has the form of a day, though it may be none (`2026-02-30`).
#[must_use]
pub fn is_written_like_one(text: &str) -> bool {
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
    fn there_is_one_way_to_write_a_day() {
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
