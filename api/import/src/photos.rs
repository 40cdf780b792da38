//! The photos that the clubs of a data set name. One that the database already has is not encoded again.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use fairway_content::problems::Sink;
use fairway_content::{exported, photo};

use crate::rows::DataSet;

/// The folder of a data set that contains its photos.
const FOLDER: &str = "photos";
/// The largest file, in bytes.
const MOST_BYTES: u64 = 20 * 1024 * 1024;

/// Reads the photos that the clubs name. Problems go into the sink. `stored` are the hashes of those that the database
/// has.
pub(super) fn read(dir: &Path, stored: &HashSet<String>, data: &mut DataSet, sink: &Sink) {
    let DataSet { clubs, photos, .. } = data;
    let rows = clubs.iter_mut().flatten().flat_map(|club| &mut club.photos);
    for row in rows.filter(|row| !row.file.is_empty()) {
        let refuse = |message: String| {
            sink.add("clubs.json", &format!("{}.file", row.path), format!("{FOLDER}/{} {message}", row.file));
        };
        let bytes = match bytes(&dir.join(FOLDER).join(&row.file)) {
            Ok(bytes) => bytes,
            Err(message) => {
                refuse(message);
                continue;
            }
        };
        if let Some(hash) = exported::hash(&row.file, &bytes).filter(|hash| stored.contains(*hash)) {
            row.hash = hash.to_owned();
            continue;
        }
        row.hash = photo::hash(&bytes);
        if stored.contains(&row.hash) || photos.contains_key(&row.hash) {
            continue;
        }
        match photo::encode(&bytes) {
            Ok(encoded) => drop(photos.insert(row.hash.clone(), encoded)),
            Err(message) => refuse(message),
        }
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let cannot = |error| format!("cannot be read: {error}");
    let mut bytes = Vec::new();
    File::open(path).map_err(cannot)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("has more than {} MiB", MOST_BYTES / 1024 / 1024));
    }
    Ok(bytes)
}
