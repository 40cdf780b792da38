//! What a caller says of a person: telephone, day of birth, federation number, postcode with house number, beside a name or
//! without one. Pure: a text is split into facts by the rules of a member's profile, and the rest is a name.

use chrono::NaiveDate;
use fairway_text::{code, contact};

use super::days;
use super::names::initials;

/// Words of a telephone number at most: `+31 6 12 34 56 78`.
const MOST_WORDS: usize = 6;
/// Digits of a telephone number at least; fewer are a house number or a position.
const FEWEST_DIGITS: usize = 9;

/// The facts of a text; all of them hold of the person who is meant.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// E.164, in each country where the number can be written so; none: no telephone.
    pub(super) telephones: Vec<String>,
    /// `NL12345678`
    pub(super) gsn: Option<String>,
    /// More than 10 years ago.
    pub(super) birthdate: Option<NaiveDate>,
    /// `1234 AB`
    pub(super) postcode: Option<String>,
    /// Digits and perhaps a letter in lower case, after the postcode: `12`, `12a`.
    pub(super) housenumber: Option<String>,
    /// The other words, without initials.
    pub(super) name: String,
}

impl Facts {
    /// The facts of a text; none where it has none.
    pub(super) fn read(text: &str, today: NaiveDate) -> Option<Self> {
        let separators = |letter: char| letter.is_whitespace() || letter == ',' || letter == ';';
        let mut words: Vec<&str> = text.split(separators).filter(|word| !word.is_empty()).collect();
        // A day and a number of the federation have one form each; digits that are left may be a telephone number.
        let birthdate = taken(&mut words, days::MOST_WORDS, |text| {
            days::read(text, today).filter(|day| days::is_of_birth(*day, today))
        });
        let gsn = taken(&mut words, 3, |text| contact::gsn(text).ok().filter(|gsn| !gsn.is_empty()));
        let (postcode, housenumber) = taken(&mut words, 4, postcode_and_number).unzip();
        // The whole number in the Netherlands first: elsewhere some may be longer, and take a house number with them.
        let telephones =
            taken(&mut words, MOST_WORDS, |text| in_country(text, "NL").map(|_| telephones(text)))
                .or_else(|| {
                    taken(&mut words, MOST_WORDS, |text| Some(telephones(text)).filter(|all| !all.is_empty()))
                })
                .unwrap_or_default();
        let name = words.into_iter().filter(|word| !word.is_empty() && initials(word).is_none());
        let name = name.collect::<Vec<_>>().join(" ");
        let housenumber = housenumber.flatten();
        let facts = Self { telephones, gsn, birthdate, postcode, housenumber, name };
        (facts.count() > 0 || facts.postcode.is_some()).then_some(facts)
    }

    /// How many there are; a postcode alone is that of a street.
    pub(super) fn count(&self) -> usize {
        let said = [
            !self.telephones.is_empty(),
            self.gsn.is_some(),
            self.birthdate.is_some(),
            self.housenumber.is_some(),
        ];
        said.into_iter().filter(|is_said| *is_said).count()
    }
}

/// The first of the longest runs of words that is read as something. An empty word stands in its place, so that no later
/// fact spans it.
fn taken<T>(words: &mut Vec<&str>, most: usize, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    for count in (1..=most.min(words.len())).rev() {
        for start in 0..=words.len() - count {
            let run = &words[start..start + count];
            if run.iter().any(|word| word.is_empty()) {
                continue;
            }
            if let Some(found) = read(&run.join(" ")) {
                drop(words.splice(start..start + count, [""]));
                return Some(found);
            }
        }
    }
    None
}

/// A number in E.164, in each country whose people write it so.
fn telephones(text: &str) -> Vec<String> {
    let mut found: Vec<String> =
        ["NL", "BE", "DE"].into_iter().filter_map(|country| in_country(text, country)).collect();
    found.dedup();
    found
}

fn in_country(text: &str, country: &str) -> Option<String> {
    let plain = code(text);
    let is_number = plain.chars().all(|char| char.is_ascii_digit() || "+-./() ".contains(char));
    let digits = plain.chars().filter(char::is_ascii_digit).count();
    contact::telephone(text, country).ok().filter(|_| is_number && digits >= FEWEST_DIGITS)
}

/// `1234 AB 12`, `1234ab 12 a`, or the postcode alone. The number's letter is in lower case.
fn postcode_and_number(text: &str) -> Option<(String, Option<String>)> {
    let plain = code(text).replace([' ', '-'], "");
    let (written, number) = plain.split_at_checked(6)?;
    let postcode = contact::postcode(written, contact::HOME).ok().filter(|_| written.is_ascii())?;
    if number.is_empty() {
        return Some((postcode, None));
    }
    let digits = number.trim_end_matches(|last: char| last.is_ascii_alphabetic());
    let is_number = (1..=5).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && number.len() <= digits.len() + 1;
    is_number.then(|| (postcode, Some(number.to_ascii_lowercase())))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<Facts> {
        Facts::read(text, "2026-11-28".parse().unwrap())
    }

    fn facts() -> Facts {
        Facts::default()
    }

    fn telephone(number: &str) -> Facts {
        Facts { telephones: vec![number.to_owned()], ..facts() }
    }

    #[test]
    fn each_fact_is_read_as_a_caller_says_it() {
        let birthdate = "1980-03-12".parse().ok();
        let at = |number: Option<&str>| Facts {
            postcode: Some("1234 AB".to_owned()),
            housenumber: number.map(str::to_owned),
            ..facts()
        };
        for (text, said) in [
            ("0612345678", telephone("+31612345678")),
            ("06 12 34 56 78", telephone("+31612345678")),
            ("06-12345678", telephone("+31612345678")),
            ("+31 6 12 34 56 78", telephone("+31612345678")),
            ("+49 30 901820", telephone("+4930901820")),
            ("12-03-1980", Facts { birthdate, ..facts() }),
            ("12 maart 1980", Facts { birthdate, ..facts() }),
            ("nl 1234 5678", Facts { gsn: Some("NL12345678".to_owned()), ..facts() }),
            ("1234ab 12", at(Some("12"))),
            ("1234 AB 12 A", at(Some("12a"))),
            ("1234AB12", at(Some("12"))),
            ("1234 AB", at(None)),
            ("0612345678 12-03-1980", Facts { birthdate, ..telephone("+31612345678") }),
            (
                "03-12-1960, 06 12345678",
                Facts { birthdate: "1960-12-03".parse().ok(), ..telephone("+31612345678") },
            ),
            ("Jan de Vries 1234AB 12", Facts { name: "Jan de Vries".to_owned(), ..at(Some("12")) }),
            ("J.P. de Vries 12-03-1980", Facts { birthdate, name: "de Vries".to_owned(), ..facts() }),
            ("1234 AB 12 vries", Facts { name: "vries".to_owned(), ..at(Some("12")) }),
        ] {
            assert_eq!(read(text), Some(said), "{text}");
        }
        let in_two_countries = read("0470 12 34 56").unwrap();
        assert_eq!(in_two_countries.telephones[..2], ["+31470123456", "+32470123456"]);
    }

    #[test]
    fn a_text_without_a_fact_is_a_name() {
        for text in [
            "",
            "jan de vries",
            "12345678",
            "4812",
            "1234",
            "2026-11-28",
            "3 dec",
            "morgen",
            "NL1234567",
            "0123 AB",
            "1234 ABC",
            "061234",
            "de-wilgenhoek",
            "N91W-1PPE",
            "+",
            "(06)",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_street_is_no_person() {
        assert_eq!(read("1234AB").map(|facts| facts.count()), Some(0));
        assert_eq!(read("1234AB 12").map(|facts| facts.count()), Some(1));
        assert_eq!(read("0612345678 12-03-1980").map(|facts| facts.count()), Some(2));
    }

    proptest! {
        #[test]
        fn facts_are_read_in_any_order_beside_a_name(
            order in Just(vec!["0612345678", "12-03-1980", "NL12345678", "1234AB 12", "de Vries"]).prop_shuffle(),
        ) {
            let facts = read(&order.join(" ")).expect("facts");
            prop_assert_eq!(facts.count(), 4, "{:?}", facts);
            prop_assert_eq!(facts.telephones.as_slice(), ["+31612345678"]);
            prop_assert_eq!(facts.name.as_str(), "de Vries");
        }

        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,40}|[0-9 +ABab.,()-]{0,40}") {
            if let Some(facts) = read(&text) {
                prop_assert!(facts.count() > 0 || facts.postcode.is_some());
                prop_assert!(facts.housenumber.is_none_or(|number| number.bytes().all(|byte| byte.is_ascii_alphanumeric())));
            }
        }
    }
}
