//! Days, amounts and enumerations as Dutch text. Every result is one line.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_events::{Month, dutch};

/// `zaterdag 28 november 2026`
#[must_use]
pub fn long_date(day: NaiveDate) -> String {
    let (weekday, month) = (dutch::weekday(day.weekday()), dutch::month(day.month()).unwrap_or_default());
    format!("{weekday} {} {month} {}", day.day(), day.year())
}

/// `zaterdag 28 november 2026 om 14:35 uur`, in Europe/Amsterdam.
#[must_use]
pub fn moment(at: DateTime<Utc>) -> String {
    let local = at.with_timezone(&Amsterdam);
    format!("{} om {} uur", long_date(local.date_naive()), local.format("%H:%M"))
}

/// `28-11-2026`
#[must_use]
pub fn short_date(day: NaiveDate) -> String {
    day.format("%d-%m-%Y").to_string()
}

/// `november 2026`
#[must_use]
pub fn month(month: Month) -> String {
    let day = month.first_day();
    format!("{} {}", dutch::month(day.month()).unwrap_or_default(), day.year())
}

/// `€ 1.249,50`, with a no-break space as the browser writes it.
#[must_use]
pub fn euros(cents: i64) -> String {
    let whole = (cents / 100).unsigned_abs().to_string();
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    let sign = if cents < 0 { "-" } else { "" };
    format!("€\u{a0}{sign}{grouped},{:02}", (cents % 100).unsigned_abs())
}

/// `Jan, Piet en Klaas`
#[must_use]
pub fn enumerate(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} en {last}", first.join(", ")),
    }
}

/// The text on one line: every run of white space becomes one space, and characters that control a display or a mail
/// header (control characters, line and paragraph separators, direction marks) are removed.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut space_before = false;
    for c in text.chars() {
        if c.is_whitespace() && c != '\u{a0}' {
            space_before = !line.is_empty();
        } else if !controls_display(c) {
            if std::mem::take(&mut space_before) {
                line.push(' ');
            }
            line.push(c);
        }
    }
    line
}

fn controls_display(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_months_are_in_lower_case() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day");
        assert_eq!(long_date(day), "zaterdag 28 november 2026");
        assert_eq!(short_date(day), "28-11-2026");
        let new_year = NaiveDate::from_ymd_opt(2027, 1, 1).expect("a day");
        assert_eq!(long_date(new_year), "vrijdag 1 januari 2027");
        assert_eq!(short_date(new_year), "01-01-2027");
        assert_eq!(month(Month::of(new_year)), "januari 2027");
    }

    #[test]
    fn amounts_have_a_comma_two_decimals_and_grouped_thousands() {
        assert_eq!(euros(1250), "€\u{a0}12,50");
        assert_eq!(euros(5), "€\u{a0}0,05");
        assert_eq!(euros(123_456_700), "€\u{a0}1.234.567,00");
        assert_eq!(euros(-1250), "€\u{a0}-12,50");
    }

    #[test]
    fn names_are_enumerated_with_en() {
        let names: Vec<String> = ["Jan", "Piet", "Klaas"].map(String::from).into();
        assert_eq!(enumerate(&names), "Jan, Piet en Klaas");
        assert_eq!(enumerate(&names[..2]), "Jan en Piet");
        assert_eq!(enumerate(&names[..1]), "Jan");
        assert_eq!(enumerate(&[]), "");
    }

    #[test]
    fn one_line_removes_line_breaks_and_control_characters() {
        assert_eq!(one_line(" a\r\nBcc: b\u{2028}c\u{202e}d\u{0}\te "), "a Bcc: b cd e");
        assert_eq!(one_line("a \u{0} b\u{a0}c \u{feff}"), "a b\u{a0}c");
    }
}
