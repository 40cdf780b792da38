//! The rules of a profile's fields (docs/domain.md §4), shared by the import and whoever edits a profile. Each takes
//! what a person typed and gives what is stored, or says in Dutch what is wrong.

/// `1234 AB`: no leading zero, not SA, SD or SS. Empty stays empty.
///
/// # Errors
/// The Dutch sentence.
pub fn postcode(text: &str) -> Result<String, &'static str> {
    let plain: String = text.chars().filter(|char| !char.is_whitespace()).collect::<String>().to_uppercase();
    if plain.is_empty() {
        return Ok(plain);
    }
    let is_valid = plain.len() == 6 && plain.is_ascii() && {
        let (digits, letters) = plain.split_at(4);
        digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0')
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && !matches!(letters, "SA" | "SD" | "SS")
    };
    if is_valid {
        let (digits, letters) = plain.split_at(4);
        Ok(format!("{digits} {letters}"))
    } else {
        Err("Vul een geldige postcode in, zoals 1234 AB.")
    }
}

/// Federation number: `NL` and 8 digits, or empty.
///
/// # Errors
/// The Dutch sentence.
pub fn gsn(text: &str) -> Result<String, &'static str> {
    let gsn = text.trim().to_uppercase();
    let is_valid = gsn
        .strip_prefix("NL")
        .is_some_and(|digits| digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    if gsn.is_empty() || is_valid { Ok(gsn) } else { Err("Een GSN begint met NL, gevolgd door 8 cijfers.") }
}

/// A Dutch number, or any number with its country code; stored as E.164. Empty stays empty.
///
/// # Errors
/// The Dutch sentence.
pub fn telephone(text: &str) -> Result<String, &'static str> {
    const WRONG: &str = "Vul een geldig telefoonnummer in.";
    let compact = text.replace("(0)", "");
    let plain: String =
        compact.chars().filter(|char| !matches!(char, ' ' | '-' | '.' | '(' | ')' | '/')).collect();
    if plain.is_empty() {
        return Ok(plain);
    }
    let international = match (plain.strip_prefix('+'), plain.strip_prefix("00"), plain.strip_prefix('0')) {
        (Some(digits), _, _) | (None, Some(digits), _) => digits.to_owned(),
        // Dutch: a zero and nine digits.
        (None, None, Some(digits)) if digits.len() == 9 => format!("31{digits}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_are_normalised() {
        for (typed, stored) in [("3811ab", "3811 AB"), (" 3811 AB ", "3811 AB"), ("", "")] {
            assert_eq!(postcode(typed).as_deref(), Ok(stored), "{typed}");
        }
        for wrong in ["0811 AB", "3811 SS", "3811 A", "38111 AB", "3811 ÀB", "AB 3811"] {
            assert!(postcode(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn federation_numbers_are_nl_and_eight_digits() {
        assert_eq!(gsn(" nl12345678 ").as_deref(), Ok("NL12345678"));
        assert_eq!(gsn("").as_deref(), Ok(""));
        for wrong in ["NL1234567", "12345678", "DE12345678", "NL1234567X"] {
            assert!(gsn(wrong).is_err(), "{wrong}");
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
            ("", ""),
        ] {
            assert_eq!(telephone(typed).as_deref(), Ok(stored), "{typed}");
        }
        for wrong in ["12345", "061234567", "+31 6 1234", "bel mij", "+0612345678"] {
            assert!(telephone(wrong).is_err(), "{wrong}");
        }
    }
}
