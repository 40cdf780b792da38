//! The fields of lists' filters: texts, and the days of a period. A blank one is not set.

use chrono::NaiveDate;
use fairway_clock::day;
use fairway_operator_accounts::failure::OperatorFailure;

/// Characters of a text, at most.
const LONGEST: usize = 200;

/// A text.
///
/// # Errors
/// 422 for one that is longer than anything that it could find.
pub(super) fn text(field: &str, text: Option<String>) -> Result<Option<String>, OperatorFailure> {
    let Some(text) = text.filter(|text| !text.trim().is_empty() && !text.contains('\0')) else {
        return Ok(None);
    };
    if text.chars().count() > LONGEST {
        return Err(OperatorFailure::invalid_field(
            field,
            format!("Write at most {LONGEST} characters to look for."),
        ));
    }
    Ok(Some(text.trim().to_owned()))
}

/// The first and the last day of a period that may be open at either side.
///
/// # Errors
/// 422 for a text that is no day, and for a period that ends before it begins.
pub(super) fn period(
    from: Option<String>,
    to: Option<String>,
) -> Result<(Option<NaiveDate>, Option<NaiveDate>), OperatorFailure> {
    let (from, to) = (day("from", from)?, day("to", to)?);
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(OperatorFailure::invalid_field("to", "The period ends before it begins."));
    }
    Ok((from, to))
}

fn day(field: &str, text: Option<String>) -> Result<Option<NaiveDate>, OperatorFailure> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    day::parse(text.trim())
        .map(Some)
        .ok_or_else(|| OperatorFailure::invalid_field(field, "Write a day as 2026-11-28."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_not_set_and_long_texts_are_refused() {
        for blank in [None, Some(""), Some("  "), Some("a\0")] {
            assert_eq!(text("act", blank.map(str::to_owned)).expect("not set"), None);
        }
        assert_eq!(text("act", Some(" 4711 ".to_owned())).expect("a text").as_deref(), Some("4711"));
        assert!(
            text("act", Some("x".repeat(LONGEST))).is_ok() && text("act", Some("x".repeat(201))).is_err()
        );
    }

    #[test]
    fn a_period_has_days_in_their_order() {
        let period = |from: &str, to: &str| period(Some(from.to_owned()), Some(to.to_owned()));
        let (from, to) = period("2026-11-28", "2026-11-28").expect("one day");
        assert_eq!(from, to);
        assert_eq!(period("", " ").expect("open"), (None, None));
        for (from, to) in
            [("2026-11-29", "2026-11-28"), ("28-11-2026", ""), ("", "2026-02-30"), ("+262143-01-01", "")]
        {
            assert!(period(from, to).is_err(), "{from} {to}");
        }
    }
}
