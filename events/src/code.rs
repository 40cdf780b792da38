//! A digest of code, for what is derived from events and stored: it is valid only under the code that made it.

use sha2::{Digest, Sha256};

macro_rules! sources {
    ($($file:literal),+ $(,)?) => { &[$(($file, include_str!($file))),+] };
}

/// The sources that decide how a stored event is read, as file and text.
const READING: &[(&str, &str)] = sources![
    "actor.rs",
    "arrival_list.rs",
    "course_day.rs",
    "event.rs",
    "ids.rs",
    "kind.rs",
    "membership.rs",
    "month.rs",
    "order.rs",
    "reservation.rs",
    "settlement.rs",
    "start_time.rs",
    "stream.rs",
    "upcast.rs",
    "vocabulary.rs",
    "voucher.rs",
    "waiting_list.rs",
];

/// 32 hexadecimal digits that change when one of these sources changes, or one that decides how events are read.
#[must_use]
pub fn code_digest<'a>(sources: impl IntoIterator<Item = &'a str>) -> String {
    let mut digest = Sha256::new();
    for source in sources.into_iter().chain(READING.iter().map(|(_, text)| *text)) {
        digest.update(source.len().to_le_bytes());
        digest.update(source.as_bytes());
    }
    hex::encode(&digest.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn another_source_is_another_digest() {
        assert_eq!(code_digest(["a", "b"]), code_digest(["a", "b"]));
        assert_ne!(code_digest(["a", "b"]), code_digest(["a", "c"]));
        assert_ne!(code_digest(["a", "b"]), code_digest(["ab", ""]));
    }

    #[test]
    fn every_source_beside_the_journal_that_reads_an_event_counts() {
        let mut reading = 0;
        for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
            let path = entry.unwrap().path();
            let reads = ["events! {", "Deserialize", "Upcaster", "FromStr"];
            let source = if path.is_file() { std::fs::read_to_string(&path).unwrap() } else { String::new() };
            let file = path.file_name().unwrap().to_str().unwrap();
            // No event has a booking's number.
            let others = ["booking_number.rs", "code.rs", "testing.rs"];
            if reads.iter().any(|word| source.contains(word)) && !others.contains(&file) {
                assert!(READING.iter().any(|(counted, _)| *counted == file), "{file} is not in READING");
                reading += 1;
            }
        }
        assert!(reading >= 10, "{reading} sources read events");
    }
}
