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
    text.split([' ', ',', '\u{a0}']).filter(|word| !word.is_empty()).take(MOST).map(of_word).collect()
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
}
