//! The form in which texts are compared by a search: without accents and case, with the plain forms of signs. The web app
//! (`webapp/src/ui/fold.ts`) and the database (`folded`, `migrations/`) have the same function; `cases/fold.json` holds
//! them together.

use unicode_normalization::UnicodeNormalization;

/// The form of a text for a search: `Çelik` and `celik` have the same.
#[must_use]
pub fn fold(text: &str) -> String {
    // This accent would become a space: it is an apostrophe here.
    let small = text.replace('´', "'").nfkd().collect::<String>().to_lowercase();
    let mut folded = String::with_capacity(small.len());
    for char in small.nfkd().filter(|&char| !is_dropped(char)) {
        match char {
            'ı' => folded.push('i'),
            'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ŧ' => folded.push('t'),
            'ς' => folded.push('σ'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            'ŋ' => folded.push_str("ng"),
            _ if is_apostrophe(char) => folded.push('\''),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
            '\t' | '\n' | '\r' => folded.push(' '),
            _ => folded.push(char),
        }
    }
    folded
}

fn is_apostrophe(char: char) -> bool {
    matches!(char, '`' | '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{02b9}' | '\u{02bb}'..='\u{02bd}' | '\u{02c8}')
}

/// Accents, and what is not seen.
fn is_dropped(char: char) -> bool {
    matches!(char,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}' | '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_are_folded_as_in_the_shared_table() {
        let cases: Vec<[String; 2]> = serde_json::from_str(include_str!("../cases/fold.json")).unwrap();
        for [written, folded] in cases {
            assert_eq!(fold(&written), folded, "{written:?}");
            assert_eq!(fold(&folded), folded);
        }
    }

    proptest! {
        #[test]
        fn composed_and_decomposed_letters_of_either_case_are_found_by_each_other(text in "[a-zA-ZÀ-ÖØ-öø-ſ' -]{0,20}") {
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(fold(&decomposed), fold(&text));
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }
    }
}
