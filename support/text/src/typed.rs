//! Unseen additions of programs to a text: direction marks of a phone's contacts, spaces and hyphens at which a PDF
//! does not break a line, letters in two parts. Characters are told apart by their Unicode class, not one by one.

use unicode_general_category::{GeneralCategory, get_general_category};
use unicode_normalization::UnicodeNormalization;

/// A text of one line, such as a name: composed letters, plain spaces and no invisible characters, trimmed. Control
/// characters stay, for the field to refuse.
#[must_use]
pub fn line(text: &str) -> String {
    let shown: String =
        text.nfc().filter(|&char| !is_unseen(char) || JOINERS.contains(&char)).map(plain_space).collect();
    shown.trim().nfc().collect()
}

/// A text in which only digits, plain letters and signs have a meaning, such as a telephone number: also with plain hyphens
/// and digits, and with plain spaces for tabs and ends of lines.
#[must_use]
pub fn code(text: &str) -> String {
    let shown: String = text
        .nfkc()
        .filter(|&char| !is_unseen(char))
        .map(|char| match get_general_category(char) {
            GeneralCategory::DashPunctuation => '-',
            GeneralCategory::DecimalNumber => digit(char),
            _ if char == MINUS => '-',
            _ if char.is_whitespace() => ' ',
            _ => char,
        })
        .collect();
    shown.trim().nfkc().collect()
}

/// A sign and no dash, by its class.
const MINUS: char = '\u{2212}';
/// They join letters of some scripts, and are no mere format.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Whether a character is not seen: a direction mark, a soft hyphen, a joiner.
#[must_use]
pub fn is_unseen(char: char) -> bool {
    get_general_category(char) == GeneralCategory::Format
}

/// Whether nothing is drawn for a character, though it is no space: unseen ones, and letters and patterns without any ink.
#[must_use]
pub fn is_blank(char: char) -> bool {
    is_unseen(char) || matches!(char, '\u{2800}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

fn plain_space(char: char) -> char {
    match get_general_category(char) {
        GeneralCategory::SpaceSeparator
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => ' ',
        _ => char,
    }
}

/// `0` to `9` for a decimal digit of any script. Unicode has them in runs of ten, from zero to nine.
fn digit(char: char) -> char {
    let is_digit = |code: u32| {
        char::from_u32(code).is_some_and(|char| get_general_category(char) == GeneralCategory::DecimalNumber)
    };
    let code = u32::from(char);
    // A run may follow another one: its zero is the nearest multiple of ten from the beginning of all of them.
    let first = (0..=code).rev().take_while(|&earlier| is_digit(earlier)).last().unwrap_or(code);
    char::from_digit((code - first) % 10, 10).unwrap_or(char)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn codes_are_read_as_in_the_shared_table() {
        let cases: Vec<[String; 2]> = serde_json::from_str(include_str!("../cases/code.json")).unwrap();
        for [written, read] in cases {
            assert_eq!(code(&written), read, "{written:?}");
        }
    }

    #[test]
    fn every_decimal_digit_of_unicode_is_read() {
        for char in ('\0'..=char::MAX).filter(|&char| char.is_numeric()) {
            if get_general_category(char) == GeneralCategory::DecimalNumber {
                let read = code(&char.to_string());
                assert!(read.len() == 1 && read.as_bytes()[0].is_ascii_digit(), "{char:?} {read:?}");
            }
        }
        assert_eq!(code("٠٩ ०९ 𝟎𝟗 𝟘𝟡 ０９"), "09 09 09 09 09");
    }

    #[test]
    fn a_line_keeps_its_letters_and_signs() {
        for (written, read) in [
            ("\u{200e}Zoe\u{308}\u{a0}de\u{202f}Vries\u{feff}", "Zoë de Vries"),
            ("Prins–Bernhardlaan 12½", "Prins–Bernhardlaan 12½"),
            ("a\nb", "a\nb"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ] {
            assert_eq!(line(written), read, "{written:?}");
        }
    }

    proptest! {
        #[test]
        fn what_was_read_once_is_read_as_it_is(text in "\\PC*|(.|\\p{Cf}|\\p{Pd}|\\p{Z}|\\p{Nd}){0,20}") {
            prop_assert_eq!(code(&code(&text)), code(&text));
            prop_assert_eq!(line(&line(&text)), line(&text));
        }

        #[test]
        fn nothing_invisible_and_no_space_or_dash_but_the_plain_ones_is_left(
            text in "(.|\\p{Cf}|\\p{Pd}|\\p{Z}|\\p{Nd}){0,20}"
        ) {
            for char in code(&text).chars() {
                prop_assert!(get_general_category(char) != GeneralCategory::Format, "{:?}", char);
                prop_assert!(char == ' ' || !char.is_whitespace(), "{:?}", char);
                prop_assert!(char == '-' || get_general_category(char) != GeneralCategory::DashPunctuation);
                prop_assert!(char.is_ascii() || get_general_category(char) != GeneralCategory::DecimalNumber);
            }
        }
    }
}
