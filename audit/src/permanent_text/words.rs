//! Finds names in a text. Compares whole words: a last name such as `An` is part of most words, and rarely one itself.

use fairway_text::is_unseen;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Days and months, which are written with a capital letter in English and are first names too.
const CALENDAR: [&str; 19] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A word of a text.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// As the operator wrote it.
    written: String,
    /// Without accents, apostrophes and capital letters.
    folded: String,
    has_capital: bool,
    /// It belongs to the name of a club.
    is_forgotten: bool,
}

impl Word {
    /// Whether it can be somebody's name.
    pub(super) fn may_be_name(&self) -> bool {
        self.has_capital && !self.is_forgotten && !CALENDAR.contains(&self.folded.as_str())
    }
}

/// The words of a text (Unicode's word boundaries); a hyphen, a full stop and an underscore separate two. A sign that is not seen may stand in a word or
/// between two: such a text has the words of both readings.
pub(super) fn split(text: &str) -> Vec<Word> {
    let composed = composed(text);
    let mut words = split_seen(&composed.replace(is_unseen, ""));
    if composed.contains(is_unseen) {
        words.extend(split_seen(&composed.replace(is_unseen, " ")));
    }
    words
}

/// The words of somebody's name, or of a club's.
fn of_name(name: &str) -> Vec<Word> {
    split_seen(&composed(name).replace(is_unseen, ""))
}

fn composed(text: &str) -> String {
    // Composed, this accent would become a space.
    text.replace('´', "'").nfkc().collect()
}

fn split_seen(text: &str) -> Vec<Word> {
    text.split(['.', '_'])
        .flat_map(UnicodeSegmentation::unicode_words)
        .map(|word| Word {
            written: word.to_owned(),
            folded: folded(word),
            has_capital: word.contains(char::is_uppercase),
            is_forgotten: false,
        })
        .filter(|word| !word.folded.is_empty())
        .collect()
}

fn folded(word: &str) -> String {
    fairway_text::fold(word).replace('\'', "")
}

/// The words of a text that are this name, however they are written. One letter is an initial, and no name.
pub(super) fn mentioned(words: &[Word], name: &str) -> Option<String> {
    find(words, name, |_| true)
}

/// The same, where the name's last word has a capital letter.
pub(super) fn named(words: &[Word], name: &str) -> Option<String> {
    find(words, name, |some| some.last().is_some_and(Word::may_be_name))
}

/// Marks the words that are this name of a club: they name no member.
pub(super) fn forget(words: &mut [Word], name: &str) {
    let name = of_name(name);
    if name.is_empty() || words.len() < name.len() {
        return;
    }
    for start in 0..=words.len() - name.len() {
        let some = &mut words[start..start + name.len()];
        if some.iter().zip(&name).all(|(word, part)| word.folded == part.folded) {
            for word in some {
                word.is_forgotten = true;
            }
        }
    }
}

fn find(words: &[Word], name: &str, counts: impl Fn(&[Word]) -> bool) -> Option<String> {
    let name = of_name(name);
    let (last, first) = name.split_last()?;
    if first.is_empty() && last.folded.chars().count() < 2 {
        return None;
    }
    let found = words.windows(name.len()).find(|some| {
        let (end, begin) = (&some[first.len()].folded, &some[..first.len()]);
        // `Quastenberg's verzoek` and `Quastenbergs verzoek` name the person too.
        let is_last = *end == last.folded || end.strip_suffix('s') == Some(last.folded.as_str());
        is_last && begin.iter().zip(first).all(|(word, part)| word.folded == part.folded) && counts(some)
    })?;
    Some(found.iter().map(|word| word.written.as_str()).collect::<Vec<_>>().join(" "))
}
