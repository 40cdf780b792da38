//! A name as a caller says it: parts of it in any order, in one word, or a surname with initials. Pure: what the statements
//! compare with the folded names of members.

use fairway_text::fold;

use super::pattern;

/// Letters that are compared without spaces and signs at least: fewer would be a part of most names.
const FEWEST_LETTERS: usize = 3;

/// A text, as it is compared with names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// Its words with one space between them.
    pub(super) whole: String,
    /// A pattern for each word.
    pub(super) parts: Vec<String>,
    /// A pattern for each word at the beginning of one, in a name that a space begins.
    pub(super) beginnings: Vec<String>,
}

impl Name {
    /// A text; none where it has no words.
    pub(super) fn read(text: &str) -> Option<Self> {
        Self::of(&pattern::words(text))
    }

    fn of(words: &[String]) -> Option<Self> {
        (!words.is_empty()).then(|| Self {
            whole: words.join(" "),
            parts: words.iter().map(|word| pattern::within(word)).collect(),
            beginnings: words.iter().map(|word| pattern::at_beginning(word)).collect(),
        })
    }
}

/// A pattern for each word, without the signs that [`squeezed`] takes out of names; none where too little is left.
pub(super) fn squeezed(text: &str) -> Vec<String> {
    let words = pattern::words(text).into_iter().map(|word| word.replace(['\'', '-'], ""));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let letters: usize = words.iter().map(|word| word.chars().count()).sum();
    if letters < FEWEST_LETTERS {
        return Vec::new();
    }
    words.iter().map(|word| pattern::within(word)).collect()
}

/// The surname and the initials of a text such as `J.P. de Vries`; none without both.
pub(super) fn with_initials(text: &str) -> Option<(Name, String)> {
    let (mut letters, mut surname) = (String::new(), Vec::new());
    for word in pattern::words(text) {
        match initials(&word) {
            Some(found) => letters.push_str(&found),
            None => surname.push(word),
        }
    }
    Some((Name::of(&surname)?, letters)).filter(|(_, letters)| !letters.is_empty())
}

/// The letters of a word that is initials, folded: `J.`, `J.P.`, `Th.`, or one letter.
pub(super) fn initials(word: &str) -> Option<String> {
    let word = fold(word);
    let parts = || word.split('.').filter(|part| !part.is_empty());
    let is_written_so = if word.contains('.') {
        parts().all(|part| part.chars().count() <= 2)
    } else {
        word.chars().count() == 1
    };
    let letters: String = parts().collect();
    Some(letters)
        .filter(|letters| is_written_so && !letters.is_empty() && letters.chars().all(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn initials_are_single_letters_or_have_points() {
        for (word, letters) in
            [("J.", "j"), ("J.P.", "jp"), ("J.P", "jp"), ("j", "j"), ("Th.J.", "thj"), ("É.", "e")]
        {
            assert_eq!(initials(word).as_deref(), Some(letters), "{word}");
        }
        for word in ["", ".", "de", "s.nne", "jan", "info.s", "1.", "1", "'", "%"] {
            assert_eq!(initials(word), None, "{word}");
        }
    }

    #[test]
    fn a_surname_with_initials_is_told_apart() {
        for text in ["J.P. de Vries", "de Vries, J.P.", "J. P. de vries"] {
            let (surname, letters) = with_initials(text).unwrap();
            assert_eq!((surname.whole.as_str(), letters.as_str()), ("de vries", "jp"), "{text}");
        }
        for text in ["", "J.P.", "de vries", "s.nne"] {
            assert_eq!(with_initials(text), None, "{text}");
        }
    }

    #[test]
    fn signs_do_not_count_where_a_name_is_written_in_one_word() {
        assert_eq!(squeezed("van’t Hof"), ["%vant%", "%hof%"]);
        assert_eq!(squeezed("Jansen-Smit"), ["%jansensmit%"]);
        for text in ["", "'", "ab", "- -", "t -h"] {
            assert_eq!(squeezed(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn words_begin_words() {
        let name = Name::read("Vries, J%n").unwrap();
        assert_eq!((name.whole.as_str(), name.parts.len()), ("vries j%n", 2));
        assert_eq!(name.beginnings, ["% vries%", r"% j\%n%"]);
        assert_eq!(Name::read(" , "), None);
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,24}|[a-z.' -]{0,24}") {
            let squeezed = squeezed(&text);
            prop_assert!(squeezed.len() <= 8 && squeezed.iter().all(|part| !part.contains(['\'', '-'])));
            if let Some((surname, letters)) = with_initials(&text) {
                prop_assert!(!surname.whole.is_empty() && letters.chars().all(char::is_alphabetic));
            }
        }
    }
}
