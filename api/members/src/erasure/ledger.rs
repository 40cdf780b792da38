//! `erasures.jsonl` in the data folder: a list of erasures outside the database. A database backup that is older than
//! an erasure brings the person back; this file is not restored with it, and so lists what to erase again. It holds ids
//! and keyed hashes, no personal data of members. Where the own PostgreSQL is backed up, each line is written to the
//! backup folder first: the disk of the data folder may be the one that fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use fairway_postgres::backup::archive_of;
use fairway_store::erasures::ErasureRecord;
use serde::{Deserialize, Serialize};

/// Only its owner may read it.
const MODE: u32 = 0o600;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
pub enum Entry {
    /// A member was erased.
    Erased(ErasureRecord),
    /// An operator lets the person come back.
    Readmitted {
        /// The erased member.
        member: MemberId,
        /// The time.
        at: DateTime<Utc>,
        /// The operator.
        operator: String,
        /// The reason.
        reason: String,
    },
}

/// The state of a member in the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureState {
    /// The erasure.
    pub erasure: ErasureRecord,
    /// Whether the person may come back.
    pub readmitted: bool,
}

/// Why the ledger cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The file system returned an error.
    #[error("the ledger of erasures {} cannot be used", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// The folder of the backups is not available.
    #[error(
        "the copy of the ledger of erasures {} cannot be written, and a restore would bring back who is erased now: put the \
         folder of the backups back, or end archiving with `fairway backup --stop`", .path.display()
    )]
    Copy {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// A line that is not of this ledger.
    #[error("line {line} of the ledger of erasures {} cannot be read", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// Why not.
        #[source]
        source: serde_json::Error,
    },
}

/// The file's name, in a data folder and in a backup folder.
pub const NAME: &str = "erasures.jsonl";

/// The ledger's location.
#[derive(Debug, Clone)]
pub struct ErasureLedger {
    path: PathBuf,
    /// Beside the backups of the database.
    copy: Option<PathBuf>,
}

impl ErasureLedger {
    /// In a data folder.
    #[must_use]
    pub fn in_data_dir(data_dir: &Path) -> Self {
        let copy = archive_of(data_dir).map(|folder| folder.join(NAME));
        Self { path: data_dir.join(NAME), copy }
    }

    /// Adds the lines in the folder of the backups to the ledger of the data folder.
    ///
    /// # Errors
    /// [`LedgerError::Io`].
    pub fn merge_from_backups(data_dir: &Path, backups: &Path) -> Result<(), LedgerError> {
        let ledger = Self::in_data_dir(data_dir);
        fs::create_dir_all(data_dir).map_err(|source| ledger.io(source))?;
        complete(&backups.join(NAME), &ledger.path).map_err(|source| ledger.io(source))
    }

    /// Opens it for writing; creates it if necessary. Others who open it wait until this one is dropped.
    ///
    /// # Errors
    /// [`LedgerError::Io`].
    pub fn open(&self) -> Result<OpenLedger, LedgerError> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|source| self.io(source))?;
        }
        let file = open(&self.path).map_err(|source| self.io(source))?;
        let copy = match &self.copy {
            // Lines from before there were backups, or while their folder was not available.
            Some(copy) => Some(
                complete(&self.path, copy)
                    .and_then(|()| open(copy))
                    .map_err(|source| LedgerError::Copy { path: copy.clone(), source })?,
            ),
            None => None,
        };
        Ok(OpenLedger { ledger: self.clone(), file, copy })
    }

    /// All members in it, by id. An incomplete last line is ignored: its erasure was not committed.
    ///
    /// # Errors
    /// [`LedgerError`].
    pub fn read(&self) -> Result<BTreeMap<MemberId, ErasureState>, LedgerError> {
        let text = whole_lines(&self.path).map_err(|source| self.io(source))?;
        let mut known = BTreeMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            let entry = serde_json::from_str(text).map_err(|source| LedgerError::Line {
                path: self.path.clone(),
                line,
                source,
            })?;
            match entry {
                Entry::Erased(erasure) => {
                    known.insert(erasure.member, ErasureState { erasure, readmitted: false });
                }
                Entry::Readmitted { member, .. } => {
                    known.entry(member).and_modify(|state: &mut ErasureState| state.readmitted = true);
                }
            }
        }
        Ok(known)
    }

    fn io(&self, source: io::Error) -> LedgerError {
        LedgerError::Io { path: self.path.clone(), source }
    }
}

/// The ledger, opened and locked.
#[derive(Debug)]
pub struct OpenLedger {
    ledger: ErasureLedger,
    file: File,
    copy: Option<File>,
}

impl OpenLedger {
    /// Adds a line and waits until it is on disk. The copy comes first: if it fails nothing was written, so that the
    /// next start does not carry out a refused erasure.
    ///
    /// # Errors
    /// [`LedgerError::Copy`], [`LedgerError::Io`].
    pub fn append(&mut self, entry: &Entry) -> Result<(), LedgerError> {
        let write = |file: &mut File| {
            let mut line = serde_json::to_vec(entry)?;
            line.push(b'\n');
            file.write_all(&line)?;
            file.sync_all()
        };
        if let (Some(file), Some(path)) = (&mut self.copy, &self.ledger.copy) {
            write(file).map_err(|source| LedgerError::Copy { path: path.clone(), source })?;
        }
        write(&mut self.file).map_err(|source| self.ledger.io(source))
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).mode(MODE).open(path)?;
    // A file that was copied back may have lost its mode.
    file.set_permissions(Permissions::from_mode(MODE))?;
    file.lock()?;
    drop_torn_line(&mut file)?;
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(file)
}

/// Adds the lines of `from` that are missing in the file `to`.
fn complete(from: &Path, to: &Path) -> io::Result<()> {
    let (lines, mut file) = (whole_lines(from)?, open(to)?);
    let known = whole_lines(to)?;
    let known: BTreeSet<&str> = known.lines().collect();
    for line in lines.lines().filter(|line| !known.contains(line)) {
        writeln!(file, "{line}")?;
    }
    file.sync_all()
}

/// The complete lines; none of a missing file.
fn whole_lines(path: &Path) -> io::Result<String> {
    let mut text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        text => text?,
    };
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    Ok(text)
}

/// Removes a line that was being written when the machine stopped: its erasure was not committed, because that
/// comes after.
fn drop_torn_line(file: &mut File) -> io::Result<()> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    if whole < bytes.len() {
        file.set_len(u64::try_from(whole).unwrap_or(u64::MAX))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn erasure(id: u128) -> ErasureRecord {
        ErasureRecord {
            member: MemberId(Uuid::from_u128(id)),
            email: [1; 32],
            gsn: Some([2; 32]),
            number: Some([4; 32]),
            former_emails: vec![[5; 32], [6; 32]],
            key: [3; 8],
            at: "2026-11-20T10:00:00Z".parse().expect("an instant"),
            operator: "Anke".to_owned(),
            reason: "verzoek 12".to_owned(),
        }
    }

    fn readmitted(id: u128) -> Entry {
        let ErasureRecord { member, at, operator, reason, .. } = erasure(id);
        Entry::Readmitted { member, at, operator, reason }
    }

    #[test]
    fn written_lines_are_read_and_only_the_owner_may_read_the_file() {
        let data = tempfile::tempdir().expect("a folder");
        let ledger = ErasureLedger::in_data_dir(&data.path().join("new"));
        assert!(ledger.read().expect("no file is no erasure").is_empty());
        let mut open = ledger.open().expect("a ledger");
        for entry in [Entry::Erased(erasure(1)), Entry::Erased(erasure(2)), readmitted(2)] {
            open.append(&entry).expect("written");
        }
        drop(open);
        let known = ledger.read().expect("read");
        let state: Vec<bool> = known.values().map(|state| state.readmitted).collect();
        assert_eq!(state, [false, true]);
        assert_eq!(known[&MemberId(Uuid::from_u128(1))].erasure, erasure(1));
        let mode = fs::metadata(&ledger.path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, MODE);
    }

    #[test]
    fn each_line_is_in_the_backup_folder_first_or_is_not_written() {
        let (data, backups) =
            (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let early = ErasureLedger::in_data_dir(data.path());
        early.open().expect("open").append(&Entry::Erased(erasure(1))).expect("written");
        fs::create_dir(data.path().join("postgres")).expect("made");
        let folder = backups.path().to_str().expect("a path");
        fs::write(data.path().join("postgres/archive"), folder).expect("noted");
        let ledger = ErasureLedger::in_data_dir(data.path());
        ledger.open().expect("open").append(&Entry::Erased(erasure(2))).expect("written");
        let text = |folder: &Path| fs::read_to_string(folder.join(NAME)).expect("text");
        assert_eq!(text(backups.path()), text(data.path()));

        // Into a folder that already has a ledger.
        let new = tempfile::tempdir().expect("a folder");
        ErasureLedger::in_data_dir(new.path())
            .open()
            .expect("open")
            .append(&Entry::Erased(erasure(3)))
            .expect("written");
        ErasureLedger::merge_from_backups(new.path(), backups.path()).expect("brought back");
        ErasureLedger::merge_from_backups(new.path(), backups.path()).expect("nothing to do");
        assert_eq!(text(new.path()).lines().count(), 3);

        fs::remove_file(backups.path().join(NAME)).expect("removed");
        fs::remove_dir(backups.path()).expect("removed");
        let refused = ledger.open().expect_err("its folder is away").to_string();
        assert!(refused.contains("fairway backup --stop"), "{refused}");
        assert_eq!(text(data.path()).lines().count(), 2);
    }

    #[test]
    fn an_incomplete_last_line_is_ignored_and_an_invalid_one_is_reported() {
        let data = tempfile::tempdir().expect("a folder");
        let ledger = ErasureLedger::in_data_dir(data.path());
        ledger.open().expect("open").append(&Entry::Erased(erasure(1))).expect("written");
        let whole = fs::read_to_string(&ledger.path).expect("text");
        fs::write(&ledger.path, format!("{whole}{{\"entry\":\"era")).expect("torn");
        assert_eq!(ledger.read().expect("read").len(), 1);
        ledger.open().expect("open").append(&Entry::Erased(erasure(2))).expect("written");
        assert_eq!(ledger.read().expect("read").len(), 2);
        fs::write(&ledger.path, format!("{whole}nonsense\n")).expect("wrong");
        assert!(matches!(ledger.read(), Err(LedgerError::Line { line: 2, .. })));
    }
}
