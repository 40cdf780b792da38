//! The fields of a profile, as a member types them. The whole input is tried as the value of each field.

use fairway_text::contact as profile;

use crate::lines::text;

/// An accepted value has the form that is stored, and is accepted again unchanged.
pub fn profile_fields(data: &[u8]) {
    let Some(input) = text(data) else { return };
    check(
        input,
        |text| profile::postcode(text, "NL"),
        |stored| {
            stored.len() == 7 && stored.is_ascii() && stored.as_bytes()[4] == b' ' && !stored.starts_with('0')
        },
    );
    for (country, length) in [("BE", 4), ("DE", 5)] {
        check(
            input,
            |text| profile::postcode(text, country),
            |stored| stored.len() == length && stored.bytes().all(|byte| byte.is_ascii_digit()),
        );
    }
    check(
        input,
        |text| profile::postcode(text, "FR"),
        |stored| stored.len() <= 12 && stored.is_ascii() && !stored.contains(char::is_control),
    );
    check(input, profile::country, |stored| {
        stored.len() == 2 && stored.bytes().all(|byte| byte.is_ascii_uppercase())
    });
    check(input, profile::gsn, |stored| {
        stored.len() == 10
            && stored.starts_with("NL")
            && stored[2..].bytes().all(|byte| byte.is_ascii_digit())
    });
    for country in ["NL", "BE", "DE", "FR"] {
        check(
            input,
            |text| profile::telephone(text, country),
            |stored| {
                (8..=16).contains(&stored.len())
                    && stored.starts_with('+')
                    && stored[1..].bytes().all(|byte| byte.is_ascii_digit())
            },
        );
    }
    check(input, profile::line, |stored| {
        stored.chars().count() <= 100 && !stored.contains(char::is_control) && stored.trim() == stored
    });
    check(input, profile::gender, |stored| matches!(stored, "M" | "F"));
    if let Ok(Some(handicap)) = profile::typed_handicap(input) {
        assert!((-10.0..=54.0).contains(&handicap));
        let typed = handicap.to_string();
        assert!(
            typed != "-0" && typed.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2),
            "{typed}"
        );
        assert_eq!(profile::typed_handicap(&typed), Ok(Some(handicap)));
        assert_eq!(profile::handicap(handicap), Ok(handicap));
    }
}

/// Asserts that an accepted value is empty or valid, and is accepted again unchanged.
fn check(input: &str, rule: impl Fn(&str) -> Result<String, &'static str>, is_valid: impl Fn(&str) -> bool) {
    match rule(input) {
        Ok(stored) => {
            assert!(stored.is_empty() || is_valid(&stored), "{input:?} became {stored:?}");
            assert_eq!(rule(&stored).as_ref(), Ok(&stored), "{input:?}");
        }
        Err(sentence) => assert!(!sentence.is_empty()),
    }
}
