//! Patterns for `LIKE`, which find a word in a folded name.

use fairway_text::fold;

/// Words at most; no name has more.
const MOST: usize = 8;

/// A pattern for each word of a text.
pub(super) fn of_words(text: &str) -> Vec<String> {
    fold(text).split([' ', ',']).filter(|word| !word.is_empty()).take(MOST).map(of_word).collect()
}

fn of_word(word: &str) -> String {
    format!("%{}%", word.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_in_their_folded_form_and_signs_match_themselves() {
        assert_eq!(of_words("Bé,\u{a0}van ’t d%h_\\"), ["%be%", "%van%", "%'t%", r"%d\%h\_\\%"]);
        assert_eq!(of_words(" , "), [""; 0]);
    }
}
