//! Names without regard to accents and case, as regular expressions of the database. It has accents removed only by an
//! extension, and replacing them in every name takes six times as long; and where its locale is C, as in the portal's own
//! PostgreSQL, it knows no capital with an accent. So a pattern has every form of a letter.

/// Words at most; no name has more.
const MOST: usize = 8;

/// Each plain letter with those that are written with an accent.
const LETTERS: [&str; 13] = [
    "aàáâãäåāăą",
    "cçćč",
    "eèéêëēėęě",
    "gğ",
    "iìíîïīı",
    "lł",
    "nñńň",
    "oòóôõöøō",
    "rř",
    "sśšş",
    "uùúûüūů",
    "yýÿ",
    "zźżž",
];

/// A pattern for each word of a text.
pub(super) fn of_words(text: &str) -> Vec<String> {
    words(text).map(of_word).collect()
}

/// For each word of a text what a name in lower case must be `LIKE` to match its pattern: with the letters that no accent
/// changes in their places. It is compared in a fraction of a pattern's time, so that most names never meet a pattern.
pub(super) fn outlines(text: &str) -> Vec<String> {
    words(text).map(outline).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '\u{a0}']).filter(|word| !word.is_empty()).take(MOST)
}

fn outline(word: &str) -> String {
    let shown = |letter: char| {
        let is_plain = letter.is_ascii_alphanumeric() && !LETTERS.iter().any(|all| all.contains(letter));
        if is_plain { letter } else { '_' }
    };
    let letters: String = word.to_lowercase().chars().map(shown).collect();
    format!("%{letters}%")
}

fn of_word(word: &str) -> String {
    let mut pattern = String::new();
    for letter in word.to_lowercase().chars() {
        match LETTERS.iter().find(|letters| letters.contains(letter)) {
            Some(letters) => {
                pattern.push('[');
                pattern.push_str(letters);
                pattern.push_str(&letters.to_uppercase());
                pattern.push(']');
            }
            None => {
                if !letter.is_alphanumeric() {
                    pattern.push('\\');
                }
                pattern.push(letter);
            }
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_match_with_and_without_accents_in_either_case_and_signs_match_themselves() {
        assert_eq!(of_words("Bé  d.h*"), ["b[eèéêëēėęěEÈÉÊËĒĖĘĚ]", r"d\.h\*"]);
        assert_eq!(of_words("0193"), ["0193"]);
        assert_eq!(of_words(" , "), [""; 0]);
    }

    #[test]
    fn an_outline_has_the_letters_that_no_accent_changes_and_a_place_for_each_other() {
        assert_eq!(
            outlines("Bakker, Müller-Thijs d%h_ 47"),
            ["%b_kk__%", "%m______th_j_%", "%d_h_%", "%47%"]
        );
        assert_eq!(outlines(" , "), [""; 0]);
    }
}
