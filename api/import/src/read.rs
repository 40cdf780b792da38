//! Reads the files. The JSON is read by hand rather than by derive, because serde stops at a row's first problem and an
//! operator wants all of them.

mod files;

use std::collections::HashSet;
use std::path::Path;

use chrono::NaiveDate;
use fairway_content::cursor::{Place, Source};
use fairway_content::problems::Sink;
use serde_json::Value;

use crate::error::ImportError;
use crate::photos;
use crate::rows::DataSet;

const FILES: [&str; 8] = [
    "settings.json",
    "clubs.json",
    "members.json",
    "offers.json",
    "news.json",
    "faq.json",
    "pages.json",
    "history.json",
];

/// Reads a folder. An absent file leaves its tables unchanged. `stored_photos` are the hashes of the photos that the
/// database has. Blocks, for seconds when there are new photos.
pub(super) fn folder(
    dir: &Path,
    today: NaiveDate,
    stored_photos: &HashSet<String>,
) -> Result<DataSet, ImportError> {
    let sink = Sink::default();
    let unreadable = |source| ImportError::Folder { path: dir.display().to_string(), source };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".json") {
            // Other files, such as notes, may be in the folder.
            continue;
        }
        match std::fs::read(dir.join(&name)) {
            Ok(bytes) => found.push((name, bytes)),
            Err(error) => sink.add(&name, "", format!("cannot be read: {error}")),
        }
    }
    let mut data = files(&found, today, &sink);
    photos::read(dir, stored_photos, &mut data, &sink);
    let problems = sink.into_problems();
    if !problems.is_empty() {
        return Err(ImportError::Problems(problems));
    }
    if found.is_empty() {
        let missing = format!("there is no data set here: none of {}", FILES.join(", "));
        let source = std::io::Error::new(std::io::ErrorKind::NotFound, missing);
        return Err(unreadable(source));
    }
    Ok(data)
}

/// Reads files, by name and contents. Problems go into the sink; if there are any, the rows must not be used.
pub(super) fn files(found: &[(String, Vec<u8>)], today: NaiveDate, sink: &Sink) -> DataSet {
    let mut data = DataSet::default();
    for (name, bytes) in found {
        // `operators`, `club_accounts` and `settlements` read these.
        if [crate::operators::FILE, crate::club_accounts::FILE, crate::settlements::FILE]
            .contains(&name.as_str())
        {
            continue;
        }
        let Some(file) = FILES.iter().find(|known| **known == name) else {
            // Without this problem, a data file with a mistyped name would go unnoticed.
            sink.add(name, "", format!("is none of {}", FILES.join(", ")));
            continue;
        };
        let text = match fairway_text::file(bytes) {
            Ok(text) => text,
            Err(error) => {
                sink.add(name, "", error.to_string());
                continue;
            }
        };
        match serde_json::from_str::<Value>(&text) {
            Ok(value) => {
                let source = Source { file, today, sink };
                files::read(Place::root(&source, &value), &mut data);
            }
            Err(error) => sink.add(name, "", format!("is not JSON: {error}")),
        }
    }
    data
}

#[cfg(test)]
mod tests;
