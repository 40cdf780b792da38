//! The files of the record: a new one every hour, and before one grows large; the oldest go by age and by what all of
//! them take together. A process never goes on in a file of an earlier one, whose last line may be torn.

use std::fs::{DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};

/// One file is at most this part of what all may take, so that little more than that goes at once.
const PARTS: u64 = 16;
/// The hour in a file's name, as in `2026-11-22T13.4711.0.jsonl`.
const HOUR: &str = "%Y-%m-%dT%H";
const ENDING: &str = ".jsonl";

/// How much is kept.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// A file goes when its hour is older than this.
    pub age: TimeDelta,
    /// What all files of the folder may take together, bytes.
    pub bytes: u64,
}

/// The folder, and the file that is written to.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    bounds: Bounds,
    current: Option<Current>,
    /// The hour in which old files were last looked for.
    tended: Option<String>,
}

#[derive(Debug)]
struct Current {
    file: File,
    hour: String,
    bytes: u64,
}

impl Files {
    pub(super) const fn in_folder(folder: PathBuf, bounds: Bounds) -> Self {
        Self { folder, bounds, current: None, tended: None }
    }

    /// Writes one line, whole or not at all as far as the disk allows.
    pub(super) fn append(&mut self, line: &[u8], now: DateTime<Utc>) -> io::Result<()> {
        let hour = now.format(HOUR).to_string();
        let most = self.bounds.bytes / PARTS;
        let fits = |current: &Current| current.hour == hour && (current.bytes == 0 || current.bytes < most);
        let mut current = match self.current.take().filter(fits) {
            Some(current) => current,
            None => self.open(hour, now)?,
        };
        // A file whose write failed may end in half a line: the next line gets a new one.
        current.file.write_all(line)?;
        current.bytes += line.len() as u64;
        self.current = Some(current);
        Ok(())
    }

    /// Closes a file of an hour that is over, and removes what has served its time.
    pub(super) fn tend(&mut self, now: DateTime<Utc>) {
        let hour = now.format(HOUR).to_string();
        self.current = self.current.take().filter(|current| current.hour == hour);
        if self.tended.as_ref() != Some(&hour) {
            self.tended = Some(hour);
            self.make_room(now, 0);
        }
    }

    fn open(&mut self, hour: String, now: DateTime<Utc>) -> io::Result<Current> {
        // Names and reasons of operators stand in it: for nobody but the program's own user.
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        self.make_room(now, self.bounds.bytes / PARTS);
        let process = std::process::id();
        let mut number = 0_u32;
        loop {
            let path = self.folder.join(format!("{hour}.{process}.{number}{ENDING}"));
            match File::options().append(true).create_new(true).mode(0o600).open(&path) {
                Ok(file) => return Ok(Current { file, hour, bytes: 0 }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Removes what is too old, and the oldest until `wanted` bytes fit. Files of other names are nobody's business here.
    fn make_room(&self, now: DateTime<Utc>, wanted: u64) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(NaiveDateTime, PathBuf, u64)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let hour = hour_of(&entry.path())?;
                Some((hour, entry.path(), entry.metadata().ok()?.len()))
            })
            .collect();
        files.sort_unstable();
        let mut left: u64 = files.iter().map(|(.., bytes)| bytes).sum();
        let oldest = now.naive_utc() - self.bounds.age - TimeDelta::hours(1);
        for (hour, path, bytes) in files {
            if hour >= oldest && left.saturating_add(wanted) <= self.bounds.bytes {
                break;
            }
            match std::fs::remove_file(&path) {
                Ok(()) => left -= bytes,
                Err(error) => {
                    tracing::warn!(path = %path.display(), %error, "an old part of the record cannot be removed");
                }
            }
        }
    }
}

/// When the hour of a file began, by its name.
fn hour_of(path: &Path) -> Option<NaiveDateTime> {
    let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
    let hour = name.split('.').next()?;
    NaiveDateTime::parse_from_str(&format!("{hour}:00"), &format!("{HOUR}:%M")).ok()
}
