//! Recognises addresses and numbers of persons by their shape.

/// Digits of a telephone number with its country code or its zero, at least and at most (E.164).
const TELEPHONE: std::ops::RangeInclusive<usize> = 9..=15;
/// Digits of a federation number after `NL`.
const GSN: usize = 8;

/// A kind of text that identifies a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identifier {
    Email,
    Telephone,
    Gsn,
}

/// The first kind of identifier that the text has.
pub(super) fn find(text: &str) -> Option<Identifier> {
    let text = fairway_text::code(text);
    if has_address(&text) {
        return Some(Identifier::Email);
    }
    let numbers = numbers(&text);
    if numbers.iter().any(Number::is_gsn) {
        return Some(Identifier::Gsn);
    }
    numbers.iter().any(Number::is_telephone).then_some(Identifier::Telephone)
}

/// A sign directly before an `@`: `jan@golf.example`, `jan@ golf.example`, and not `2 rounds @ De Es`.
fn has_address(text: &str) -> bool {
    let is_address = |(local, _): (&str, &str)| local.contains(char::is_alphanumeric);
    text.split_whitespace().any(|part| part.split_once('@').is_some_and(is_address))
}

/// Digits with what people write between those of one number.
#[derive(Debug, Default)]
struct Number {
    digits: String,
    /// The letters directly before it, in capitals.
    letters: String,
    has_plus: bool,
}

impl Number {
    fn is_gsn(&self) -> bool {
        matches!(self.letters.as_str(), "NL" | "GSN" | "GSNNL") && self.digits.len() == GSN
    }

    fn is_telephone(&self) -> bool {
        let begins = self.has_plus || self.digits.starts_with('0');
        begins && matches!(self.letters.as_str(), "" | "NL" | "TEL") && TELEPHONE.contains(&self.digits.len())
    }
}

/// The numbers of a text. Dates (`2026-11-28`) and ids (UUIDs) are none.
fn numbers(text: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut number = Number::default();
    let mut end = |number: &mut Number| {
        let ended = std::mem::take(number);
        if !ended.digits.is_empty() {
            numbers.push(ended);
        }
    };
    for part in text.split_inclusive(char::is_whitespace) {
        if is_date_or_id(part.trim_matches(|char: char| !char.is_alphanumeric())) {
            end(&mut number);
            continue;
        }
        for char in part.chars() {
            match char {
                '0'..='9' => number.digits.push(char),
                '+' => {
                    end(&mut number);
                    number.has_plus = true;
                }
                // Letters before digits belong to them, `NL 12345678`; behind digits something else begins.
                letter if letter.is_alphabetic() => {
                    if !number.digits.is_empty() || number.has_plus {
                        end(&mut number);
                    }
                    number.letters.extend(letter.to_uppercase());
                }
                ' ' | '-' | '.' | '(' | ')' | '/' | ':' | '_' | '·' => {
                    // `tel.`: an abbreviation, and no part of the number.
                    if number.digits.is_empty() && !matches!(number.letters.as_str(), "NL" | "GSN") {
                        number.letters.clear();
                    }
                }
                _ => end(&mut number),
            }
        }
    }
    end(&mut number);
    numbers
}

fn is_date_or_id(part: &str) -> bool {
    let lengths: Vec<usize> = part.split('-').map(str::len).collect();
    let is_digits = |char: char| char.is_ascii_digit() || char == '-';
    match lengths.as_slice() {
        [4, 2, 2] | [2, 2, 4] => part.chars().all(is_digits),
        [8, 4, 4, 4, 12] => part.chars().all(|char| char.is_ascii_hexdigit() || char == '-'),
        _ => false,
    }
}
