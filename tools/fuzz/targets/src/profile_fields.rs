//! The fields of a profile, as a person types them: the input is each of them in turn.

use fairway_api::services::profile_fields as profile;

use crate::lines::text;

/// What is taken has the form that is stored, and is taken as it is when it is typed again.
pub fn profile_fields(data: &[u8]) {
    let Some(input) = text(data) else { return };
    again(input, profile::postcode, |stored| {
        stored.len() == 7 && stored.is_ascii() && stored.as_bytes()[4] == b' ' && !stored.starts_with('0')
    });
    again(input, profile::gsn, |stored| {
        stored.len() == 10
            && stored.starts_with("NL")
            && stored[2..].bytes().all(|byte| byte.is_ascii_digit())
    });
    again(input, profile::telephone, |stored| {
        (8..=16).contains(&stored.len())
            && stored.starts_with('+')
            && stored[1..].bytes().all(|byte| byte.is_ascii_digit())
    });
    again(input, profile::line, |stored| {
        stored.chars().count() <= 100 && !stored.contains(char::is_control) && stored.trim() == stored
    });
    again(input, profile::gender, |stored| matches!(stored, "M" | "F"));
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

/// An empty field stays empty; any other that is taken holds, and stays as it is.
fn again(input: &str, rule: fn(&str) -> Result<String, &'static str>, holds: impl Fn(&str) -> bool) {
    match rule(input) {
        Ok(stored) => {
            assert!(stored.is_empty() || holds(&stored), "{input:?} became {stored:?}");
            assert_eq!(rule(&stored).as_ref(), Ok(&stored), "{input:?}");
        }
        Err(sentence) => assert!(!sentence.is_empty()),
    }
}
