//! Patterns for `LIKE`, which find a word in a folded name.

use fairway_text::fold;

/// Words at most; no name has more.
const MOST: usize = 8;

/// The words of a text, folded.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    folded.split([' ', ',']).filter(|word| !word.is_empty()).take(MOST).map(str::to_owned).collect()
}

/// A word anywhere.
pub(super) fn within(word: &str) -> String {
    format!("%{}%", escaped(word))
}

/// A word after a space.
pub(super) fn at_beginning(word: &str) -> String {
    format!("% {}%", escaped(word))
}

fn escaped(word: &str) -> String {
    word.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_in_their_folded_form_and_signs_match_themselves() {
        let patterns: Vec<String> = words("Bé,\u{a0}van ’t d%h_\\").iter().map(|word| within(word)).collect();
        assert_eq!(patterns, ["%be%", "%van%", "%'t%", r"%d\%h\_\\%"]);
        assert_eq!(at_beginning("'t"), "% 't%");
        assert_eq!(words(" , "), [""; 0]);
    }
}
