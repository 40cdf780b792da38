//! Whether a text that is stored permanently names a member. Compares whole words: a last name such as `An` is part of
//! most words, and rarely one itself.

use anyhow::ensure;
use fairway_text::email;
use unicode_segmentation::UnicodeSegmentation;

use crate::store::erasures::Person;
use crate::store::operator_actions::OperatorAct;

/// Refuses an operator's name or reason that names the member whom it concerns.
///
/// # Errors
/// When it does.
pub fn refuse(by: &OperatorAct, person: &Person) -> anyhow::Result<()> {
    ensure!(!names(&by.reason, person), "the reason is stored permanently: it must not name the member");
    ensure!(
        !names(&by.operator, person),
        "the operator's name is stored permanently and contains the member's last name: write initials, or a number"
    );
    Ok(())
}

/// Whether a text contains the person's address, or the words of their last name in sequence.
fn names(text: &str, person: &Person) -> bool {
    let small = text.to_lowercase();
    if small.contains(&person.email) || small.contains(&email::ascii(&person.email)) {
        return true;
    }
    let (text, name) = (words(text), words(&person.last_name));
    let Some((last, first)) = name.split_last() else { return false };
    text.windows(name.len()).any(|some| {
        let (end, begin) = (some.last().map_or("", String::as_str), &some[..first.len()]);
        // `Quastenberg's verzoek` and `Quastenbergs verzoek` name the person too.
        let genitive = end.strip_suffix('s').map(|end| end.trim_end_matches(['\'', '’']));
        begin == first && (end == last || genitive == Some(last.as_str()))
    })
}

/// The words of a text (Unicode's word boundaries), without regard to case.
fn words(text: &str) -> Vec<String> {
    text.unicode_words().map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use fairway_events::MemberId;
    use uuid::Uuid;

    use super::*;

    fn person(last_name: &str) -> Person {
        Person {
            id: MemberId(Uuid::nil()),
            email: "lid@test.example".to_owned(),
            first_name: "Bo".to_owned(),
            prefix: String::new(),
            last_name: last_name.to_owned(),
            gsn: String::new(),
        }
    }

    #[test]
    fn a_name_is_found_as_whole_words_only() {
        for (last_name, text) in [
            ("An", "verzoek van An"),
            ("An", "AN: verwijderen"),
            ("Quastenberg", "verzoek van mijnheer quastenberg"),
            ("Quastenberg", "Quastenberg's verzoek"),
            ("Quastenberg", "Quastenbergs verzoek"),
            ("de la Cruz", "brief van mevrouw De La Cruz, 3 mei"),
            ("Op 't Hof", "familie op 't hof belde"),
            ("Jansen-Smit", "verzoek Jansen-Smit"),
            ("Çelik", "bezwaar van çelik"),
            ("An", "lid@test.example vroeg erom"),
        ] {
            assert!(names(text, &person(last_name)), "{last_name}: {text}");
        }
        for (last_name, text) in [
            ("An", "verzoek van het lid, aanvraag 2026-17"),
            ("Berg", "bergen van klachten"),
            ("de la Cruz", "de lange cruise"),
            ("de la Cruz", "la Cruz alleen"),
            ("Hof", "hoffelijk verzoek"),
            ("", "verzoek 2026-17"),
        ] {
            assert!(!names(text, &person(last_name)), "{last_name}: {text}");
        }
    }
}
