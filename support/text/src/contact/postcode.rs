//! Postcodes and countries of members' addresses: the forms of the Netherlands, Belgium and Germany, and a generous one for
//! every other country.

use crate::code;

/// The country of an address that names none.
pub const HOME: &str = "NL";
/// The longest postcode of any country, characters.
const LONGEST: usize = 12;

/// A country, as two letters (ISO 3166-1); [`HOME`] for an empty text.
///
/// # Errors
/// The Dutch sentence.
pub fn country(text: &str) -> Result<String, &'static str> {
    let country = code(text).to_uppercase();
    if country.is_empty() {
        return Ok(HOME.to_owned());
    }
    let is_code = country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_code { Ok(country) } else { Err("Kies een land uit de lijst.") }
}

/// A postcode of a country. Belgium's and Germany's may have the country before them. Empty stays empty.
///
/// # Errors
/// The Dutch sentence.
pub fn postcode(text: &str, country: &str) -> Result<String, &'static str> {
    let written = code(text).to_uppercase();
    if written.is_empty() {
        return Ok(written);
    }
    let prefixed = prefix(&written);
    match (country, prefixed) {
        ("NL", Some(("BE", _))) => Err("Dit is een Belgische postcode: kies België als land."),
        ("NL", Some(("DE", _))) => Err("Dit is een Duitse postcode: kies Duitsland als land."),
        ("NL", _) => dutch(&written),
        ("BE", _) => {
            let number = prefixed.filter(|(of, _)| *of == "BE").map_or(written.as_str(), |(_, rest)| rest);
            digits(number, 4)
                .filter(|number| !number.starts_with('0'))
                .ok_or("Een Belgische postcode heeft 4 cijfers, zoals 2000.")
        }
        ("DE", _) => {
            let number = prefixed.filter(|(of, _)| *of == "DE").map_or(written.as_str(), |(_, rest)| rest);
            digits(number, 5).ok_or("Een Duitse postcode heeft 5 cijfers, zoals 48455.")
        }
        _ => other(&written),
    }
}

/// The country that a postcode names itself: `B-2000`, `D-48455`; [`HOME`] where it names none.
#[must_use]
pub fn country_of(text: &str) -> &'static str {
    prefix(&code(text).to_uppercase()).map_or(HOME, |(country, _)| country)
}

/// The country before the digits of a postcode, and what follows it.
fn prefix(written: &str) -> Option<(&'static str, &str)> {
    [("BE", "BE"), ("B", "BE"), ("DE", "DE"), ("D", "DE")].into_iter().find_map(|(sign, country)| {
        let rest = written.strip_prefix(sign)?.trim_start_matches(['-', ' ']);
        rest.starts_with(|first: char| first.is_ascii_digit()).then_some((country, rest))
    })
}

/// `1234 AB`: no leading zero, not SA, SD or SS.
fn dutch(written: &str) -> Result<String, &'static str> {
    let plain = written.replace(' ', "");
    let plain = plain.strip_prefix("NL").map_or(plain.as_str(), |rest| rest.trim_start_matches('-'));
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
    } else if plain.bytes().all(|byte| byte.is_ascii_digit()) {
        Err("Vul een postcode in zoals 1234 AB, of kies het land van je adres.")
    } else {
        Err("Vul een geldige postcode in, zoals 1234 AB.")
    }
}

fn digits(written: &str, count: usize) -> Option<String> {
    let plain = written.replace(' ', "");
    (plain.len() == count && plain.bytes().all(|byte| byte.is_ascii_digit())).then_some(plain)
}

/// Letters and digits with single spaces or hyphens between them.
fn other(written: &str) -> Result<String, &'static str> {
    let plain = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_valid = plain.len() <= LONGEST
        && plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-'))
        && [plain.as_bytes().first(), plain.as_bytes().last()]
            .iter()
            .all(|end| end.is_some_and(u8::is_ascii_alphanumeric));
    if is_valid { Ok(plain) } else { Err("Een postcode heeft hoogstens 12 letters en cijfers.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_are_normalised() {
        for (typed, stored) in [
            ("3811ab", "3811 AB"),
            (" 3811 AB ", "3811 AB"),
            ("NL-3811 AB", "3811 AB"),
            ("3811\u{a0}ab", "3811 AB"),
            ("", ""),
        ] {
            assert_eq!(postcode(typed, "NL").as_deref(), Ok(stored), "{typed}");
        }
        for wrong in ["0811 AB", "3811 SS", "3811 A", "38111 AB", "3811 ÀB", "AB 3811"] {
            assert!(postcode(wrong, "NL").is_err(), "{wrong}");
        }
    }

    #[test]
    fn each_country_has_its_own_form() {
        for (country, typed, stored) in [
            ("BE", "2000", "2000"),
            ("BE", "B-2000", "2000"),
            ("BE", "be 2000", "2000"),
            ("BE", "B\u{2013}2000", "2000"),
            ("DE", "48455", "48455"),
            ("DE", "D-48455", "48455"),
            ("DE", "d 48 455", "48455"),
            ("DE", "01067", "01067"),
            ("GB", "sw1a  1aa", "SW1A 1AA"),
            ("PT", "1000-205", "1000-205"),
            ("LU", "L-1009", "L-1009"),
            ("FR", "75008", "75008"),
            ("IE", "D02 X285", "D02 X285"),
            ("FR", "", ""),
        ] {
            assert_eq!(postcode(typed, country).as_deref(), Ok(stored), "{country} {typed}");
            assert_eq!(postcode(stored, country).as_deref(), Ok(stored), "{country} {typed}");
        }
        for (country, wrong, sentence) in [
            ("NL", "2000", "Vul een postcode in zoals 1234 AB, of kies het land van je adres."),
            ("NL", "48455", "Vul een postcode in zoals 1234 AB, of kies het land van je adres."),
            ("NL", "B-2000", "Dit is een Belgische postcode: kies België als land."),
            ("NL", "D-48455", "Dit is een Duitse postcode: kies Duitsland als land."),
            ("BE", "0200", "Een Belgische postcode heeft 4 cijfers, zoals 2000."),
            ("BE", "3811 AB", "Een Belgische postcode heeft 4 cijfers, zoals 2000."),
            ("BE", "D-48455", "Een Belgische postcode heeft 4 cijfers, zoals 2000."),
            ("DE", "4845", "Een Duitse postcode heeft 5 cijfers, zoals 48455."),
            ("FR", "1234567890123", "Een postcode heeft hoogstens 12 letters en cijfers."),
            ("FR", "75;008", "Een postcode heeft hoogstens 12 letters en cijfers."),
            ("FR", "-", "Een postcode heeft hoogstens 12 letters en cijfers."),
        ] {
            assert_eq!(postcode(wrong, country), Err(sentence), "{country} {wrong}");
        }
    }

    #[test]
    fn a_country_is_two_letters_and_the_netherlands_where_there_is_none() {
        assert_eq!(country("").as_deref(), Ok("NL"));
        assert_eq!(country(" be ").as_deref(), Ok("BE"));
        for wrong in ["België", "B", "31", "ÅX"] {
            assert!(country(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            ["B-2000", "D 48455", "3811 AB", "2000", "DE ES"].map(country_of),
            ["BE", "DE", "NL", "NL", "NL"]
        );
    }
}
