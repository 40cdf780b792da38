//! The files of a data set. In the input, a line `=== NAME` begins a file.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use fairway_command::{Command, Loaded, MAX_PLAYERS, Undecided};
use fairway_events::StreamId;
use fairway_import::examine::examine;
use serde_json::Value;

use crate::TODAY;

const FILE_MARK: &[u8] = b"=== ";

/// Invalid files result in problems, each with the name of its file. Accepted commands refer only to clubs and members
/// of the data set, their rounds are in the past, and deciding them does not panic.
pub fn imports(data: &[u8]) {
    let files = files(data);
    let examined = match examine(&files, now()) {
        Ok(examined) => examined,
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in problems {
                assert!(!problem.message.is_empty() && files.iter().any(|(name, _)| *name == problem.file));
            }
            return;
        }
    };
    // On an empty portal nobody is known, whatever a row says of numbers and former addresses.
    let ids: BTreeSet<_> = examined.members.values().collect();
    assert_eq!(ids.len(), examined.members.len(), "two addresses are one member");
    let clubs = texts(&files, "clubs.json", "id");
    for email in examined.members.keys() {
        assert!(email.contains('@') && email.len() <= 254, "{email:?}");
        assert!(!email.contains(|char: char| char.is_whitespace() || char.is_control()), "{email:?}");
        assert_eq!(*email, email.to_lowercase());
    }
    for command in &examined.commands {
        if let Command::BookRound(round) = command {
            assert!(clubs.contains(&round.club.id.0), "{} is none of {clubs:?}", round.club.id.0);
            assert!(round.play_date < TODAY && (1..=MAX_PLAYERS).contains(&round.players.len()), "{round:?}");
            let players: BTreeSet<_> = round.players.iter().map(|player| player.member).collect();
            assert_eq!(players.len(), round.players.len());
            assert!(players.iter().all(|player| examined.members.values().any(|member| member == player)));
        }
    }
    decide(&examined.commands);
}

fn now() -> DateTime<Utc> {
    TODAY.and_hms_opt(12, 0, 0).expect("noon").and_utc()
}

fn files(data: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        if let Some(name) = line.strip_prefix(FILE_MARK) {
            files.push((String::from_utf8_lossy(name).trim().to_owned(), Vec::new()));
        } else if let Some((_, contents)) = files.last_mut() {
            contents.extend_from_slice(line);
        }
    }
    // A folder has no two files of the same name.
    let mut names = BTreeSet::new();
    files.retain(|(name, _)| names.insert(name.clone()));
    files
}

/// The values of a key in all rows of a file, read without the project's own reader.
fn texts(files: &[(String, Vec<u8>)], file: &str, key: &str) -> BTreeSet<String> {
    let contents = files.iter().find(|(name, _)| name == file).map(|(_, contents)| contents.as_slice());
    let rows: Value = contents.and_then(|contents| serde_json::from_slice(contents).ok()).unwrap_or_default();
    let texts = rows.as_array().into_iter().flatten().filter_map(|row| row[key].as_str());
    texts.map(|text| text.trim().to_owned()).collect()
}

/// Decides the commands as the import does, on an empty journal.
fn decide(commands: &[Command]) {
    let mut loaded: HashMap<StreamId, Loaded> = HashMap::new();
    for command in commands {
        loop {
            match command.decide(&loaded) {
                Ok(decision) => {
                    for (stream, events) in decision.events {
                        let aggregate = loaded.entry(stream).or_insert_with_key(Loaded::empty);
                        events.into_iter().for_each(|event| aggregate.apply_next(event));
                    }
                    break;
                }
                Err(Undecided::Rejected(_)) => break,
                Err(Undecided::Missing(streams)) => {
                    assert!(!streams.is_empty());
                    for stream in streams {
                        let empty = Loaded::empty(&stream);
                        assert!(loaded.insert(stream, empty).is_none(), "asked for again");
                    }
                }
            }
        }
    }
}
