//! Reading the files: JSON by hand rather than by derive, because serde stops at a row's first problem and an
//! operator wants all of them.

mod cursor;
mod files;

use std::path::Path;

use chrono::NaiveDate;
use serde_json::Value;

use super::ImportError;
use super::problems::Sink;
use super::rows::DataSet;
use cursor::{Place, Source};

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

/// Reads a folder. A file that is absent leaves what it would bring as it is.
pub(super) fn folder(dir: &Path, today: NaiveDate) -> Result<DataSet, ImportError> {
    let sink = Sink::default();
    let unreadable = |source| ImportError::Folder { path: dir.display().to_string(), source };
    let mut values: Vec<(&str, Value)> = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        match FILES.iter().find(|known| **known == name) {
            Some(known) => {
                if let Some(value) = file(dir, known, &sink) {
                    values.push((known, value));
                }
            }
            // Notes beside the data are welcome; a data file with a mistyped name is not.
            None if name.ends_with(".json") => {
                sink.add(&name, "", format!("is none of {}", FILES.join(", ")))
            }
            None => {}
        }
    }
    let mut data = DataSet::default();
    for (name, value) in &values {
        let source = Source { file: name, today, sink: &sink };
        files::read(Place::root(&source, value), &mut data);
    }
    let problems = sink.into_problems();
    if !problems.is_empty() {
        return Err(ImportError::Problems(problems));
    }
    if values.is_empty() {
        let missing = format!("there is no data set here: none of {}", FILES.join(", "));
        let source = std::io::Error::new(std::io::ErrorKind::NotFound, missing);
        return Err(unreadable(source));
    }
    Ok(data)
}

fn file(dir: &Path, name: &str, sink: &Sink) -> Option<Value> {
    let text = match std::fs::read_to_string(dir.join(name)) {
        Ok(text) => text,
        Err(error) => {
            sink.add(name, "", format!("cannot be read: {error}"));
            return None;
        }
    };
    serde_json::from_str(&text).map_err(|error| sink.add(name, "", format!("is not JSON: {error}"))).ok()
}

#[cfg(test)]
mod tests;
