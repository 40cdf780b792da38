//! A text that a reader looks for in a timeline: in what its entries say, not in what the journal stores.

use fairway_text::fold;

/// Words of a text that count; more are left out.
const MOST_WORDS: usize = 8;

/// Words that an entry must have, each of them, in any order and in any part of a word; without case and accents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchText(Vec<String>);

impl SearchText {
    /// The words of a text; none where it has none.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let folded = fold(text);
        let words: Vec<String> = folded.split_whitespace().take(MOST_WORDS).map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self(words))
    }

    /// Whether these texts together have all of it.
    pub(super) fn is_in(&self, texts: &[&str]) -> bool {
        let folded = fold(&texts.join("\n"));
        self.0.iter().all(|word| folded.contains(word.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_needed_in_any_order_and_without_accents() {
        let text = SearchText::of("  VRIES\u{a0}één ").expect("words");
        assert!(text.is_in(&["Een round", "of Jan de Vries"]));
        assert!(text.is_in(&["vrieséén"]));
        assert!(!text.is_in(&["Jan de Vries"]));
        assert_eq!(SearchText::of(" \n\u{200b}"), None);
    }

    #[test]
    fn no_word_reaches_from_one_text_into_the_next() {
        assert!(!SearchText::of("ab").expect("a word").is_in(&["a", "b"]));
    }
}
