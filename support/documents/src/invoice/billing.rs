//! The check of billing details: an invoice with a wrong number is refused where nobody sees it, and a payment to a wrong
//! account is lost.

use fairway_events::BillingDetails;

use super::payments::is_readable;
use crate::dutch::one_line;

/// The longest name that a payment takes, in characters.
const LONGEST: usize = 70;

/// Countries of the SEPA, each with the length of its IBANs (ISO 13616).
const IBAN_LENGTHS: [(&str, usize); 37] = [
    ("AD", 24),
    ("AT", 20),
    ("BE", 16),
    ("BG", 22),
    ("CH", 21),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DK", 18),
    ("EE", 20),
    ("ES", 24),
    ("FI", 18),
    ("FR", 27),
    ("GB", 22),
    ("GI", 23),
    ("GR", 27),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IS", 26),
    ("IT", 27),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("MC", 27),
    ("MT", 31),
    ("NL", 18),
    ("NO", 15),
    ("PL", 28),
    ("PT", 25),
    ("RO", 24),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("VA", 22),
];

/// The fields that are wrong, each with what it should be.
#[must_use]
pub fn check_billing(details: &BillingDetails) -> Vec<(&'static str, &'static str)> {
    let line = "Fill in 1 to 70 characters on one line, most of them Latin letters or digits.";
    let checks = [
        ("name", is_line(&details.name), line),
        ("street", is_line(&details.street), line),
        ("postal_code", is_postal_code(&details.postal_code), "Fill in a postal code such as 1234 AB."),
        ("city", is_line(&details.city), line),
        ("registration", is_registration(&details.registration), "Fill in the eight digits."),
        (
            "vat_number",
            is_vat_number(&details.vat_number),
            "This is not a Dutch VAT number such as NL123456782B90.",
        ),
        ("iban", is_iban(&details.iban), "This is not an IBAN of a country in the SEPA."),
    ];
    checks
        .into_iter()
        .filter(|(_, is_right, _)| !is_right)
        .map(|(field, _, problem)| (field, problem))
        .collect()
}

fn is_line(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= LONGEST && one_line(text) == text && is_readable(text)
}

fn is_postal_code(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 7
        && bytes[..4].iter().all(u8::is_ascii_digit)
        && bytes[0] != b'0'
        && bytes[4] == b' '
        && bytes[5..].iter().all(u8::is_ascii_uppercase)
}

fn is_registration(text: &str) -> bool {
    text.len() == 8 && is_digits(text)
}

/// A company's number passes the test of eleven. A sole trader's was drawn in 2020 and passes that of 97.
fn is_vat_number(text: &str) -> bool {
    let Some((number, part)) = text.strip_prefix("NL").and_then(|rest| rest.split_once('B')) else {
        return false;
    };
    let has_form =
        number.len() == 9 && part.len() == 2 && is_digits(number) && is_digits(part) && part != "00";
    has_form && (is_of_eleven(number) || remainder_of_97(text) == 1)
}

/// The weights are 9 to 2, and -1 for the last digit.
fn is_of_eleven(digits: &str) -> bool {
    let sum: i32 = (2..=9)
        .rev()
        .chain([-1])
        .zip(digits.bytes())
        .map(|(weight, digit)| weight * i32::from(digit - b'0'))
        .sum();
    sum % 11 == 0 && digits.bytes().any(|digit| digit != b'0')
}

/// ISO 13616. A Dutch one has four letters of the bank and ten digits.
fn is_iban(text: &str) -> bool {
    let has_form = text.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        && IBAN_LENGTHS.iter().any(|(country, length)| text.len() == *length && text.starts_with(country))
        && is_digits(&text[2..4]);
    let is_dutch = |rest: &str| rest[2..6].bytes().all(|c| c.is_ascii_uppercase()) && is_digits(&rest[6..]);
    has_form
        && text.strip_prefix("NL").is_none_or(is_dutch)
        && remainder_of_97(&format!("{}{}", &text[4..], &text[..4])) == 1
}

/// Of the number in which a letter stands for 10 to 35 (ISO 7064). The text is capitals and digits.
fn remainder_of_97(text: &str) -> u32 {
    text.chars().filter_map(|c| c.to_digit(36)).fold(0, |rest, value| {
        let shift = if value > 9 { 100 } else { 10 };
        (rest * shift + value) % 97
    })
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(change: impl FnOnce(&mut BillingDetails)) -> Vec<&'static str> {
        let mut details = crate::invoice::tests::club();
        change(&mut details);
        check_billing(&details).into_iter().map(|(field, _)| field).collect()
    }

    #[test]
    fn right_details_have_no_error() {
        assert!(wrong(|_| ()).is_empty());
        // A sole trader's number, another country's bank.
        assert!(wrong(|club| club.vat_number = "NL002455799B11".to_owned()).is_empty());
        for iban in [
            "DE89370400440532013000",
            "BE68539007547034",
            "FR1420041010050500013M02606",
            "GB29NWBK60161331926819",
        ] {
            assert!(wrong(|club| club.iban = iban.to_owned()).is_empty(), "{iban}");
        }
        for name in ["Café ‘De Łinde’", "Ærø & Söhne", "N.V.", "1"] {
            assert!(wrong(|club| club.name = name.to_owned()).is_empty(), "{name}");
        }
    }

    #[test]
    fn every_wrong_field_is_named() {
        let nothing = |club: &mut BillingDetails| {
            for field in [&mut club.name, &mut club.street, &mut club.postal_code, &mut club.city] {
                field.clear();
            }
            for field in [&mut club.registration, &mut club.vat_number, &mut club.iban] {
                field.clear();
            }
        };
        let all = ["name", "street", "postal_code", "city", "registration", "vat_number", "iban"];
        assert_eq!(wrong(nothing), all);
    }

    #[test]
    fn a_mistyped_character_is_found() {
        for text in ["Golfclub\nDe Essenlaan", " Golfclub", "Golf  club", &"a".repeat(71)] {
            assert_eq!(wrong(|club| club.name = text.to_owned()), ["name"], "{text}");
        }
        for text in ["...", "Гольф", "高尔夫 Golf Клуб", "\u{301}"] {
            let change = |club: &mut BillingDetails| {
                for field in [&mut club.name, &mut club.street, &mut club.city] {
                    text.clone_into(field);
                }
            };
            assert_eq!(wrong(change), ["name", "street", "city"], "{text}");
        }
        for text in ["9751AB", "0751 AB", "9751 ab", "9751 A", "9751  B", "975é AB"] {
            assert_eq!(wrong(|club| club.postal_code = text.to_owned()), ["postal_code"], "{text}");
        }
        for text in ["1234567", "123456789", "1234567a", "1234 678"] {
            assert_eq!(wrong(|club| club.registration = text.to_owned()), ["registration"], "{text}");
        }
        for text in [
            "NL123456783B90",
            "NL123456782B00",
            "NL000000000B01",
            "123456782B90",
            "nl123456782B90",
            "NL12345678B290",
            "NL002455799B12",
            "BE0123456749",
        ] {
            assert_eq!(wrong(|club| club.vat_number = text.to_owned()), ["vat_number"], "{text}");
        }
        for text in [
            "NL91ABNA0417164301",
            "NL19ABNA0417164300",
            "NL91 ABNA 0417 1643 00",
            "nl91abna0417164300",
            "NL91ABNA041716430",
            "DE8937040044053201300",
            // Right numbers: of a country outside the SEPA, and too short for Germany.
            "SA0380000000608010167519",
            "DE863704004405320130",
            "é",
        ] {
            assert_eq!(wrong(|club| club.iban = text.to_owned()), ["iban"], "{text}");
        }
    }
}
