//! The rules of a profile's fields (docs/domain.md §4), shared by the import and the profile form. Each takes the typed
//! text and returns the stored value, or a Dutch error sentence. The rest of this crate takes away first what contacts,
//! PDFs and spreadsheets add to a text.

mod postcode;

use crate::code;
use chrono::{Datelike, NaiveDate};

pub use postcode::{HOME, country, country_of, postcode};

/// Federation number: `NL` and 8 digits, or empty. Spaces, hyphens and points between them do not matter.
///
/// # Errors
/// The Dutch sentence.
pub fn gsn(text: &str) -> Result<String, &'static str> {
    let gsn = code(text).replace([' ', '-', '.'], "").to_uppercase();
    let is_valid = gsn
        .strip_prefix("NL")
        .is_some_and(|digits| digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    if gsn.is_empty() || is_valid { Ok(gsn) } else { Err("Een GSN begint met NL, gevolgd door 8 cijfers.") }
}

/// Where a number within the country begins with a zero, which is not written after the country's code. (An Italian number
/// keeps its zero.)
const TRUNK_ZERO: [&str; 5] = ["31", "32", "33", "44", "49"];

/// A number as people in the Netherlands, Belgium or Germany write it within their country, or any number with its
/// country code; stored as E.164. Empty stays empty.
///
/// # Errors
/// The Dutch sentence.
pub fn telephone(text: &str, country: &str) -> Result<String, &'static str> {
    const WRONG: &str = "Vul een geldig telefoonnummer in, zoals 06 12345678 of +32 470 12 34 56.";
    let plain = code(text).replace("(0)", "").replace([' ', '-', '.', '(', ')', '/'], "");
    if plain.is_empty() {
        return Ok(plain);
    }
    let international = match (plain.strip_prefix('+'), plain.strip_prefix("00"), plain.strip_prefix('0')) {
        (Some(digits), _, _) | (None, Some(digits), _) => without_trunk_zero(digits),
        (None, None, Some(digits)) => match national(digits, country)? {
            Some(code) => format!("{code}{digits}"),
            None => return Err(WRONG),
        },
        _ => return Err(WRONG),
    };
    let is_valid = (7..=15).contains(&international.len())
        && international.bytes().all(|byte| byte.is_ascii_digit())
        && !international.starts_with('0')
        && international
            .strip_prefix("31")
            .is_none_or(|national| national.len() == 9 && !national.starts_with('0'));
    if is_valid { Ok(format!("+{international}")) } else { Err(WRONG) }
}

/// The country code of a national number without its first zero; none when it is no such number.
fn national(digits: &str, country: &str) -> Result<Option<&'static str>, &'static str> {
    const AMBIGUOUS: &str = "Schrijf je telefoonnummer met het landnummer ervoor, zoals +31 6 12345678.";
    // People across the border often have a Dutch mobile telephone.
    let may_be_dutch_mobile = digits.len() == 9 && digits.starts_with('6');
    Ok(match country {
        "NL" => (digits.len() == 9).then_some("31"),
        "BE" if may_be_dutch_mobile => Some("31"),
        "BE" => (digits.len() == 8 || digits.len() == 9 && digits.starts_with('4')).then_some("32"),
        "DE" if may_be_dutch_mobile => return Err(AMBIGUOUS),
        "DE" => (6..=12).contains(&digits.len()).then_some("49"),
        _ => return Err(AMBIGUOUS),
    })
}

/// `31612345678` of `310612345678`, as people write `+31 06…`.
fn without_trunk_zero(digits: &str) -> String {
    let written = TRUNK_ZERO.iter().find_map(|country| Some((country, digits.strip_prefix(country)?)));
    match written.and_then(|(country, national)| Some((country, national.strip_prefix('0')?))) {
        Some((country, national)) => format!("{country}{national}"),
        None => digits.to_owned(),
    }
}

/// One line of text, such as a street: at most 100 characters, without control characters.
///
/// # Errors
/// The Dutch sentence.
pub fn line(text: &str) -> Result<String, &'static str> {
    let line = crate::line(text);
    if line.chars().count() > 100 {
        Err("Gebruik hoogstens 100 tekens.")
    } else if text.chars().any(char::is_control) {
        Err("Gebruik alleen leesbare tekens.")
    } else {
        Ok(line)
    }
}

/// `M` or `F`, or empty.
///
/// # Errors
/// The Dutch sentence.
pub fn gender(text: &str) -> Result<String, &'static str> {
    match code(text).as_str() {
        gender @ ("" | "M" | "F") => Ok(gender.to_owned()),
        _ => Err("Kies man of vrouw."),
    }
}

/// A day in the past, as `1968-04-17` or `17-04-1968`; none for an empty text.
///
/// # Errors
/// The Dutch sentence.
pub fn birthdate(text: &str, today: NaiveDate) -> Result<Option<NaiveDate>, &'static str> {
    let text = code(text);
    if text.is_empty() {
        return Ok(None);
    }
    let day = NaiveDate::parse_from_str(&text, "%Y-%m-%d")
        .or_else(|_| NaiveDate::parse_from_str(&text, "%d-%m-%Y"))
        .map_err(|_| "Vul een bestaande datum in als dd-mm-jjjj.")?;
    if day >= today {
        Err("Je geboortedatum moet in het verleden liggen.")
    } else if day.year() < 1900 {
        Err("Vul een geboortedatum vanaf 1900 in.")
    } else {
        Ok(Some(day))
    }
}

/// -10 (a plus handicap of 10) to 54, with at most two decimals.
///
/// # Errors
/// The Dutch sentence.
pub fn handicap(number: f64) -> Result<f64, &'static str> {
    let hundredths = number * 100.0;
    if !(-10.0..=54.0).contains(&number) {
        Err("Een handicap ligt tussen +10 en 54.")
    } else if (hundredths - hundredths.round()).abs() > 1e-6 {
        Err("Een handicap heeft hoogstens twee decimalen.")
    } else {
        // Adding zero turns -0 into 0.
        Ok(hundredths.round() / 100.0 + 0.0)
    }
}

/// A handicap as a person types it, with a comma or a point; none for an empty text. Golfers write a handicap below zero
/// with a plus, programs with a minus: `+2,1` and `-2.1` are both stored as -2.1.
///
/// # Errors
/// The Dutch sentence.
pub fn typed_handicap(text: &str) -> Result<Option<f64>, &'static str> {
    let text = code(text).replace(',', ".");
    if text.is_empty() {
        return Ok(None);
    }
    let below_zero = text.strip_prefix(['+', '-']);
    let amount = below_zero.unwrap_or(&text).trim();
    let is_plain = amount.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number =
        amount.parse::<f64>().ok().filter(|_| is_plain).ok_or("Vul een getal in, zoals 18,4 of +2,1.")?;
    handicap(if below_zero.is_some() { -number } else { number }).map(Some)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn birth_dates_are_days_of_the_past_in_either_writing() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day");
        let day = NaiveDate::from_ymd_opt(1968, 4, 17);
        assert_eq!(birthdate("1968-04-17", today), Ok(day));
        assert_eq!(birthdate(" 17-04-1968 ", today), Ok(day));
        assert_eq!(birthdate("", today), Ok(None));
        for wrong in
            ["31-02-1968", "gisteren", "2026-11-20", "2030-01-01", "0017-04-19", "1899-12-31", "+99999-01-01"]
        {
            assert!(birthdate(wrong, today).is_err(), "{wrong}");
        }
    }

    #[test]
    fn handicaps_have_two_decimals_and_bounds() {
        for (typed, stored) in [("18,4", 18.4), ("18.45", 18.45), ("-10", -10.0), ("54", 54.0), ("0", 0.0)] {
            assert_eq!(typed_handicap(typed), Ok(Some(stored)), "{typed}");
        }
        for plus in ["+2,1", "+2.1", " + 2,1", "\u{ff0b}2,1", "-2,1", "\u{2212}2,1", "\u{2013}2.1"] {
            assert_eq!(typed_handicap(plus), Ok(Some(-2.1)), "{plus}");
        }
        assert_eq!(
            typed_handicap("+0").map(|zero| zero.map(|zero| zero.to_string())),
            Ok(Some("0".to_owned()))
        );
        assert_eq!(typed_handicap(" "), Ok(None));
        for wrong in [
            "54,1", "-10,01", "+10,01", "+-2", "++2", "+", "2+", "1.000,5", "1,234", "abc", "NaN", "inf",
            "1e1", "1,2,3",
        ] {
            assert!(typed_handicap(wrong).is_err(), "{wrong}");
        }
        assert!(handicap(f64::NAN).is_err());
        for nothing in [-0.0, -1e-9] {
            assert_eq!(handicap(nothing).map(|number| number.to_string()).as_deref(), Ok("0"));
        }
    }

    #[test]
    fn a_line_is_one_short_line() {
        assert_eq!(line("  Laan van Eik "), Ok("Laan van Eik".to_owned()));
        assert!(
            line("a\nb").is_err()
                && line("a\n").is_err()
                && line("a\0").is_err()
                && line(&"x".repeat(101)).is_err()
        );
        assert_eq!(gender("F").as_deref(), Ok("F"));
        assert!(gender("X").is_err() && gender("m").is_err());
    }

    #[test]
    fn federation_numbers_are_nl_and_eight_digits() {
        assert_eq!(gsn(" nl12345678 ").as_deref(), Ok("NL12345678"));
        for typed in ["NL 1234 5678", "NL-12345678", "nl\u{a0}1234\u{2011}5678", "\u{200e}NL12345678\u{feff}"]
        {
            assert_eq!(gsn(typed).as_deref(), Ok("NL12345678"), "{typed:?}");
        }
        assert_eq!(gsn("").as_deref(), Ok(""));
        for wrong in ["NL1234567", "12345678", "DE12345678", "NL1234567X"] {
            assert!(gsn(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_space_dash_or_invisible_character_of_unicode_changes_what_a_field_holds(
            spaces in prop::collection::vec("[\\p{Zs}\\p{Cf}]{0,2}", 8),
            dash in "\\p{Pd}",
        ) {
            let written = |parts: &[&str]| parts.iter().zip(&spaces).fold(String::new(), |written, (part, space)| {
                written + space + part
            }) + &spaces[7];
            let number = written(&["06", &dash, "12", "345", "678"]);
            prop_assert_eq!(telephone(&number, "NL"), Ok("+31612345678".to_owned()), "{:?}", number);
            let number = written(&["+", "31", "(0)", "6", "1234", &dash, "5678"]);
            prop_assert_eq!(telephone(&number, "NL"), Ok("+31612345678".to_owned()), "{:?}", number);
            let number = written(&["nl", "1234", &dash, "5678"]);
            prop_assert_eq!(gsn(&number), Ok("NL12345678".to_owned()), "{:?}", number);
            let code = written(&["3811", "a", "b"]);
            prop_assert_eq!(postcode(&code, HOME), Ok("3811 AB".to_owned()), "{:?}", code);
            let typed = format!("{}18,4{}", spaces[0], spaces[1]);
            prop_assert_eq!(typed_handicap(&typed), Ok(Some(18.4)), "{:?}", typed);
            let today = NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day");
            let typed = format!("{}17{dash}04{dash}1968{}", spaces[0], spaces[1]);
            prop_assert_eq!(birthdate(&typed, today), Ok(NaiveDate::from_ymd_opt(1968, 4, 17)), "{:?}", typed);
            prop_assert_eq!(gender(&written(&["F"])), Ok("F".to_owned()));
        }

        #[test]
        fn a_stored_field_is_stored_again_as_it_is(text in "[0-9 +NLnl,.\\-\\p{Zs}\\p{Cf}\\p{Pd}\\p{Nd}\\p{L}]{0,14}") {
            let postcodes = ["NL", "BE", "DE", "FR"].map(|country| move |text: &str| postcode(text, country));
            for country in ["NL", "BE", "DE", "FR"] {
                if let Ok(stored) = telephone(&text, country) {
                    prop_assert_eq!(telephone(&stored, country), Ok(stored.clone()));
                }
            }
            for rule in postcodes {
                if let Ok(stored) = rule(&text) {
                    prop_assert_eq!(rule(&stored), Ok(stored.clone()));
                }
            }
            for rule in [gsn, line, gender, country] {
                if let Ok(stored) = rule(&text) {
                    prop_assert_eq!(rule(&stored), Ok(stored.clone()));
                }
            }
        }
    }

    #[test]
    fn telephones_become_e164() {
        for (typed, stored) in [
            ("06-12 34 56 78", "+31612345678"),
            ("+31 (0)6 12345678", "+31612345678"),
            ("0031612345678", "+31612345678"),
            ("(050) 000 10 00", "+31500001000"),
            ("+49 30 901820", "+4930901820"),
            ("+31 06 12345678", "+31612345678"),
            ("0032 0470/12.34.56", "+32470123456"),
            ("\u{202a}+31\u{a0}6\u{a0}12345678\u{202c}", "+31612345678"),
            ("06\u{2013}12\u{202f}34\u{2009}56\u{2011}78", "+31612345678"),
            ("", ""),
        ] {
            assert_eq!(telephone(typed, "NL").as_deref(), Ok(stored), "{typed}");
        }
        for (typed, country, stored) in [
            ("0470 12 34 56", "BE", Ok("+32470123456")),
            ("02 123 45 67", "BE", Ok("+3221234567")),
            ("06 12345678", "BE", Ok("+31612345678")),
            ("05921 12345", "DE", Ok("+49592112345")),
            ("0170 1234567", "DE", Ok("+491701234567")),
            ("06 12345678", "DE", Err(())),
            ("06 12 34 56 78", "FR", Err(())),
            ("+33 06 12 34 56 78", "FR", Ok("+33612345678")),
            ("+44 020 7946 0018", "GB", Ok("+442079460018")),
            ("+39 06 1234567", "IT", Ok("+39061234567")),
        ] {
            let read = telephone(typed, country);
            assert_eq!(read.as_deref().map_err(|_| ()), stored, "{typed} in {country}");
        }
        for wrong in ["12345", "061234567", "+31 6 1234", "bel mij", "+0612345678"] {
            assert!(telephone(wrong, "NL").is_err(), "{wrong}");
        }
    }
}
