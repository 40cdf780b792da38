//! `erasures.jsonl` in the data folder: what was erased, outside the database. A backup of the database that is older
//! than an erasure brings the person back; this file does not go back with it, and so tells what to erase again. It
//! holds ids and keyed hashes, no personal data of members.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use serde::{Deserialize, Serialize};

use crate::store::erasures::Tombstone;

/// Only its owner may read it.
const MODE: u32 = 0o600;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
pub enum Entry {
    /// A member was erased.
    Erased(Tombstone),
    /// An operator lets the person come back.
    Readmitted {
        /// Who had been erased.
        member: MemberId,
        /// When.
        at: DateTime<Utc>,
        /// Who allowed it.
        operator: String,
        /// And why.
        reason: String,
    },
}

/// How things stand with a member whom the ledger knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What was erased.
    pub tombstone: Tombstone,
    /// Whether the person may come back.
    pub readmitted: bool,
}

/// Why the ledger cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The file system refuses.
    #[error("the ledger of erasures {} cannot be used", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// A line is not of this ledger.
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

/// Where the ledger is.
#[derive(Debug, Clone)]
pub struct Ledger(PathBuf);

impl Ledger {
    /// In the data folder.
    #[must_use]
    pub fn of(data_dir: &Path) -> Self {
        Self(data_dir.join("erasures.jsonl"))
    }

    /// Opens it for writing, made if need be. Others who open it wait until this one is dropped.
    ///
    /// # Errors
    /// [`LedgerError::Io`].
    pub fn open(&self) -> Result<OpenLedger, LedgerError> {
        self.try_open().map_err(|source| self.io(source))
    }

    fn try_open(&self) -> io::Result<OpenLedger> {
        if let Some(folder) = self.0.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).mode(MODE).open(&self.0)?;
        // A file that was copied back may have lost its mode.
        file.set_permissions(Permissions::from_mode(MODE))?;
        file.lock()?;
        drop_torn_line(&mut file)?;
        if let Some(folder) = self.0.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(OpenLedger { ledger: self.clone(), file })
    }

    /// Everybody whom it knows, by id. A last line that was not written to its end is none: what it was about did not
    /// happen.
    ///
    /// # Errors
    /// [`LedgerError`].
    pub fn read(&self) -> Result<BTreeMap<MemberId, Standing>, LedgerError> {
        let text = match fs::read_to_string(&self.0) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(self.io(source)),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut known = BTreeMap::new();
        for (line, text) in (1..).zip(whole.lines()) {
            let entry = serde_json::from_str(text).map_err(|source| LedgerError::Line {
                path: self.0.clone(),
                line,
                source,
            })?;
            match entry {
                Entry::Erased(tombstone) => {
                    known.insert(tombstone.member, Standing { tombstone, readmitted: false });
                }
                Entry::Readmitted { member, .. } => {
                    known.entry(member).and_modify(|standing: &mut Standing| standing.readmitted = true);
                }
            }
        }
        Ok(known)
    }

    fn io(&self, source: io::Error) -> LedgerError {
        LedgerError::Io { path: self.0.clone(), source }
    }
}

/// The ledger, held by one.
#[derive(Debug)]
pub struct OpenLedger {
    ledger: Ledger,
    file: File,
}

impl OpenLedger {
    /// Adds a line and waits until the disk has it.
    ///
    /// # Errors
    /// [`LedgerError::Io`].
    pub fn append(&mut self, entry: &Entry) -> Result<(), LedgerError> {
        let write = |file: &mut File| {
            let mut line = serde_json::to_vec(entry)?;
            line.push(b'\n');
            file.write_all(&line)?;
            file.sync_all()
        };
        write(&mut self.file).map_err(|source| self.ledger.io(source))
    }
}

/// A line that was being written when the machine stopped: its erasure was not committed, as that comes after.
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

    fn tombstone(id: u128) -> Tombstone {
        Tombstone {
            member: MemberId(Uuid::from_u128(id)),
            email: [1; 32],
            gsn: Some([2; 32]),
            key: [3; 8],
            at: "2026-11-20T10:00:00Z".parse().expect("an instant"),
            operator: "Anke".to_owned(),
            reason: "verzoek 12".to_owned(),
        }
    }

    fn readmitted(id: u128) -> Entry {
        let Tombstone { member, at, operator, reason, .. } = tombstone(id);
        Entry::Readmitted { member, at, operator, reason }
    }

    #[test]
    fn lines_come_back_and_only_the_owner_may_read_them() {
        let data = tempfile::tempdir().expect("a folder");
        let ledger = Ledger::of(&data.path().join("new"));
        assert!(ledger.read().expect("no file is no erasure").is_empty());
        let mut open = ledger.open().expect("a ledger");
        for entry in [Entry::Erased(tombstone(1)), Entry::Erased(tombstone(2)), readmitted(2)] {
            open.append(&entry).expect("written");
        }
        drop(open);
        let known = ledger.read().expect("read");
        let standing: Vec<bool> = known.values().map(|standing| standing.readmitted).collect();
        assert_eq!(standing, [false, true]);
        assert_eq!(known[&MemberId(Uuid::from_u128(1))].tombstone, tombstone(1));
        let mode = fs::metadata(&ledger.0).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, MODE);
    }

    #[test]
    fn a_torn_last_line_is_none_and_a_wrong_one_is_named() {
        let data = tempfile::tempdir().expect("a folder");
        let ledger = Ledger::of(data.path());
        ledger.open().expect("open").append(&Entry::Erased(tombstone(1))).expect("written");
        let whole = fs::read_to_string(&ledger.0).expect("text");
        fs::write(&ledger.0, format!("{whole}{{\"entry\":\"era")).expect("torn");
        assert_eq!(ledger.read().expect("read").len(), 1);
        ledger.open().expect("open").append(&Entry::Erased(tombstone(2))).expect("written");
        assert_eq!(ledger.read().expect("read").len(), 2);
        fs::write(&ledger.0, format!("{whole}nonsense\n")).expect("wrong");
        assert!(matches!(ledger.read(), Err(LedgerError::Line { line: 2, .. })));
    }
}
