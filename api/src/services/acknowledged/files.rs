//! The files of the log: a new one every hour, and before one grows large; the oldest are removed by age and by their
//! total size. A process never appends to a file of an earlier one, whose last line may be incomplete.

use std::fs::{DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};

/// The maximum size of one file as a fraction of the total, so that removing one frees little more than needed.
const FILES_PER_FOLDER: u64 = 16;
/// The hour in a file's name, as in `2026-11-22T13.4711.0.jsonl`.
const HOUR: &str = "%Y-%m-%dT%H";
const EXTENSION: &str = ".jsonl";

/// How much is stored.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// A file is removed when its hour is older than this.
    pub age: TimeDelta,
    /// The total size of all files of the folder, in bytes, at most.
    pub bytes: u64,
}

/// The folder, and the file that is written to.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    bounds: Bounds,
    current: Option<Current>,
    /// The hour in which old files were last searched for.
    last_cleanup_hour: Option<String>,
}

#[derive(Debug)]
struct Current {
    file: File,
    hour: String,
    bytes: u64,
}

impl Files {
    pub(super) const fn in_folder(folder: PathBuf, bounds: Bounds) -> Self {
        Self { folder, bounds, current: None, last_cleanup_hour: None }
    }

    /// Writes one line, complete or not at all as far as the disk allows.
    pub(super) fn append(&mut self, line: &[u8], now: DateTime<Utc>) -> io::Result<()> {
        let hour = now.format(HOUR).to_string();
        let most = self.bounds.bytes / FILES_PER_FOLDER;
        let fits = |current: &Current| current.hour == hour && (current.bytes == 0 || current.bytes < most);
        let mut current = match self.current.take().filter(fits) {
            Some(current) => current,
            None => self.open(hour, now)?,
        };
        // A file whose write failed may end in an incomplete line: the next line gets a new file.
        current.file.write_all(line)?;
        current.bytes += line.len() as u64;
        self.current = Some(current);
        Ok(())
    }

    /// Closes the file of a past hour, and removes expired files.
    pub(super) fn remove_expired(&mut self, now: DateTime<Utc>) {
        let hour = now.format(HOUR).to_string();
        self.current = self.current.take().filter(|current| current.hour == hour);
        if self.last_cleanup_hour.as_ref() != Some(&hour) {
            self.last_cleanup_hour = Some(hour);
            self.make_room(now, 0);
        }
    }

    fn open(&mut self, hour: String, now: DateTime<Utc>) -> io::Result<Current> {
        // It contains operators' names and reasons: readable by the program's own user only.
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        self.make_room(now, self.bounds.bytes / FILES_PER_FOLDER);
        let process = std::process::id();
        let mut number = 0_u32;
        loop {
            let path = self.folder.join(format!("{hour}.{process}.{number}{EXTENSION}"));
            match File::options().append(true).create_new(true).mode(0o600).open(&path) {
                Ok(file) => return Ok(Current { file, hour, bytes: 0 }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Removes expired files, and the oldest until `wanted` bytes fit. Files of other names are ignored.
    fn make_room(&self, now: DateTime<Utc>, wanted: u64) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let mut files: Vec<Part> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let hour = hour_of(&entry.path())?;
                Some(Part { hour, path: entry.path(), bytes: entry.metadata().ok()?.len() })
            })
            .collect();
        files.sort_unstable();
        let mut total_bytes: u64 = files.iter().map(|part| part.bytes).sum();
        let oldest = now.naive_utc() - self.bounds.age - TimeDelta::hours(1);
        for Part { hour, path, bytes } in files {
            if hour >= oldest && total_bytes.saturating_add(wanted) <= self.bounds.bytes {
                break;
            }
            match std::fs::remove_file(&path) {
                Ok(()) => total_bytes -= bytes,
                Err(error) => {
                    tracing::warn!(path = %path.display(), %error, "an old part of the record cannot be removed");
                }
            }
        }
    }
}

/// A file; files are in order of their hours.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    hour: NaiveDateTime,
    path: PathBuf,
    bytes: u64,
}

/// The beginning of a file's hour, by its name.
fn hour_of(path: &Path) -> Option<NaiveDateTime> {
    let name = path.file_name()?.to_str()?.strip_suffix(EXTENSION)?;
    let hour = name.split('.').next()?;
    NaiveDateTime::parse_from_str(&format!("{hour}:00"), &format!("{HOUR}:%M")).ok()
}
