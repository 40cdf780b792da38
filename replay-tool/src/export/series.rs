//! A folder of files that together hold every event once: each holds the events after the file before it. The name of a
//! file says which, and it gets that name when it is complete, so that a run that was broken off leaves nothing behind
//! that the next one would count. It also says by which mark its last event is known, so that a journal that went back is
//! not continued as if it had not.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The folder; no other run writes to it meanwhile.
#[derive(Debug)]
pub(super) struct Series {
    folder: PathBuf,
    name: &'static str,
    extension: &'static str,
    /// The complete files, in order.
    files: Vec<Part>,
    _lock: File,
}

/// A complete file, by its name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    /// It has the events after this position.
    after: i64,
    to: i64,
    /// Of the event at `to`.
    mark: String,
    file: String,
}

impl Series {
    /// Opens the folder, or makes it. `name` is `events`, or `events-personal` for those with personal data: they are
    /// another series.
    pub(super) fn open(folder: &Path, name: &'static str, extension: &'static str) -> Result<Self> {
        let opening = || {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
            File::open(folder)
        };
        let lock = opening().with_context(|| format!("{} cannot be opened", folder.display()))?;
        lock.try_lock().with_context(|| format!("another export writes into {}", folder.display()))?;
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
            if let Some(part) = part(file, name, extension) {
                files.push(part);
            } else if file.starts_with("events-") && file.ends_with(".part") {
                // Of a run that was killed: none is running now.
                std::fs::remove_file(&path)?;
            }
        }
        files.sort_unstable();
        for pair in files.windows(2) {
            ensure!(
                pair[0].to == pair[1].after,
                "{} has a file up to position {} and one from {} on: events are missing or twice in it",
                folder.display(),
                pair[0].to,
                pair[1].after
            );
        }
        Ok(Self { folder: folder.to_owned(), name, extension, files, _lock: lock })
    }

    /// The last position that a complete file holds; 0 without files.
    pub(super) fn last(&self) -> i64 {
        self.files.last().map_or(0, |part| part.to)
    }

    /// The last position of each file.
    pub(super) fn ends(&self) -> Vec<i64> {
        self.files.iter().map(|part| part.to).collect()
    }

    /// Refuses to go on where the journal's events at [`Self::ends`] have other marks than those in the files.
    pub(super) fn check(&self, marks: &BTreeMap<i64, String>) -> Result<()> {
        let gone = self.files.iter().filter(|part| marks.get(&part.to) != Some(&part.mark));
        let gone: Vec<&str> = gone.map(|part| part.file.as_str()).collect();
        ensure!(
            gone.is_empty(),
            "the journal does not have the last event of {}: it went back (docs/operations/incidents.md), or is another \
             portal's. If it went back, remove these files and export again",
            gone.join(", ")
        );
        Ok(())
    }

    /// The file of the events after [`Self::last`], up to and with that position. Names sort as positions do.
    pub(super) fn next(&self, to: i64, mark: &str) -> PathBuf {
        let (name, last, extension) = (self.name, self.last(), self.extension);
        self.folder.join(format!("{name}-{last:012}-{to:012}-{mark}.{extension}"))
    }
}

/// The part that a file's name describes; none for a name of another form.
fn part(file: &str, name: &str, extension: &str) -> Option<Part> {
    let of = file.strip_prefix(name)?.strip_prefix('-')?.strip_suffix(extension)?.strip_suffix('.')?;
    let (after, of) = of.split_once('-')?;
    let (to, mark) = of.split_once('-')?;
    let (after, to) = (after.parse().ok()?, to.parse().ok()?);
    Some(Part { after, to, mark: mark.to_owned(), file: file.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_file_goes_on_where_the_last_complete_one_ends() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let open = || Series::open(folder, "events", "parquet");
        let series = open().unwrap();
        assert_eq!(series.last(), 0);
        assert!(open().is_err(), "one run at a time");
        let (first, broken) =
            (series.next(7, "a1"), folder.join("events-000000000007-000000000009-b2.parquet.12.part"));
        drop(series);
        for file in [&first, &broken, &folder.join("events-000000000000-000000000099-c3.csv")] {
            std::fs::write(file, "").unwrap();
        }
        let series = open().unwrap();
        assert_eq!((series.last(), broken.exists()), (7, false));
        assert!(series.next(9, "b2").ends_with("events-000000000007-000000000009-b2.parquet"));
        drop(series);
        let personal = Series::open(folder, "events-personal", "parquet").unwrap();
        assert_eq!(personal.last(), 0, "another series");
        std::fs::write(personal.next(8, "d4"), "").unwrap();
        assert!(personal.next(8, "d4").ends_with("events-personal-000000000000-000000000008-d4.parquet"));
        drop(personal);
        assert_eq!(open().unwrap().last(), 7);
        std::fs::write(folder.join("events-000000000005-000000000009-b2.parquet"), "").unwrap();
        let overlapping = open().unwrap_err().to_string();
        assert!(overlapping.contains("up to position 7 and one from 5 on"), "{overlapping}");
    }
}
