//! A folder of files that together hold every event once: each holds the events after the file before it. The name of a
//! file says which, and it gets that name when it is complete, so that a run that was broken off leaves nothing behind
//! that the next one would count.

use std::fs::{DirBuilder, File};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The folder; no other run writes to it meanwhile.
#[derive(Debug)]
pub(super) struct Series {
    folder: PathBuf,
    extension: &'static str,
    /// The last position that a complete file holds; 0 without files.
    last: i64,
    _lock: File,
}

impl Series {
    /// Opens the folder, or makes it.
    pub(super) fn open(folder: &Path, extension: &'static str) -> Result<Self> {
        let opening = || {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
            File::open(folder)
        };
        let lock = opening().with_context(|| format!("{} cannot be opened", folder.display()))?;
        lock.try_lock().with_context(|| format!("another export writes into {}", folder.display()))?;
        let mut ranges = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if let Some(range) = range(name, extension) {
                ranges.push(range);
            } else if name.starts_with("events-") && name.ends_with(".part") {
                // Of a run that was killed: none is running now.
                std::fs::remove_file(&path)?;
            }
        }
        ranges.sort_unstable();
        for files in ranges.windows(2) {
            ensure!(
                files[0].1 == files[1].0,
                "{} has a file up to position {} and one from {} on: events are missing or twice in it",
                folder.display(),
                files[0].1,
                files[1].0
            );
        }
        let last = ranges.last().map_or(0, |(_, to)| *to);
        Ok(Self { folder: folder.to_owned(), extension, last, _lock: lock })
    }

    pub(super) const fn last(&self) -> i64 {
        self.last
    }

    /// The file of the events after [`Self::last`], up to and with that position. Names sort as positions do.
    pub(super) fn next(&self, to: i64) -> PathBuf {
        self.folder.join(format!("events-{:012}-{to:012}.{}", self.last, self.extension))
    }
}

/// The positions in a file's name: after the first, up to and with the second.
fn range(name: &str, extension: &str) -> Option<(i64, i64)> {
    let (from, to) =
        name.strip_prefix("events-")?.strip_suffix(extension)?.strip_suffix('.')?.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_file_goes_on_where_the_last_complete_one_ends() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let series = Series::open(folder, "parquet").unwrap();
        assert_eq!(series.last(), 0);
        assert!(Series::open(folder, "parquet").is_err(), "one run at a time");
        let (first, broken) =
            (series.next(7), folder.join("events-000000000007-000000000009.parquet.12.part"));
        drop(series);
        for file in [&first, &broken, &folder.join("events-000000000000-000000000099.csv")] {
            std::fs::write(file, "").unwrap();
        }
        let series = Series::open(folder, "parquet").unwrap();
        assert_eq!((series.last(), broken.exists()), (7, false));
        assert!(series.next(9).ends_with("events-000000000007-000000000009.parquet"));
        drop(series);
        std::fs::write(folder.join("events-000000000005-000000000009.parquet"), "").unwrap();
        let overlapping = Series::open(folder, "parquet").unwrap_err().to_string();
        assert!(overlapping.contains("up to position 7 and one from 5 on"), "{overlapping}");
    }
}
