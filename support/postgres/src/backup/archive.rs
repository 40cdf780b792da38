//! The folder of a backup: its contents, its permissions, and the removal of old bases.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::error::BackupError;
use super::files::{self, GAP};
use crate::PostgresError;
use crate::error::At;
use crate::layout::create_folder;
use crate::user::RunAs;

/// Digits of a segment's name: the timeline, and the position in the log.
const SEGMENT: usize = 24;
const TIMELINE: usize = 8;

/// The third part of a segment's name counts up to this number, then the second part is increased. So it is for
/// segments of 16 MiB, as `initdb` makes them.
const PER_LOG: u64 = 0x100;

/// Segments that may wait to be archived, 1 GiB. They must not fill the server's disk.
const LONGEST_BACKLOG: u32 = 64;

/// The folder with bases and log.
#[derive(Debug, Clone)]
pub struct Archive {
    folder: PathBuf,
}

/// A copy of the server's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// From this moment on any state can be restored from the base and the log: `2026-11-22T21:46:01.123456Z`.
    pub whole_at: String,
    /// The first segment of the log that it needs.
    pub segment: String,
    /// PostgreSQL's system identifier of the cluster.
    pub system: String,
    /// The caller's note; one line.
    pub note: String,
}

impl Base {
    /// `label` is PostgreSQL's backup label, which names the segment: `START WAL LOCATION: 0/2000028 (file 0000…)`.
    pub(super) fn new(
        whole_at: String,
        label: &str,
        system: String,
        note: &str,
    ) -> Result<Self, BackupError> {
        let segment = label.split("(file ").nth(1).and_then(|rest| rest.split(')').next());
        let segment = segment.filter(|name| is_segment(name)).map(str::to_owned);
        let segment =
            segment.ok_or_else(|| sqlx::Error::Protocol("a backup label without a segment".to_owned()))?;
        Ok(Self { whole_at, segment, system, note: note.replace('\n', " ") })
    }

    fn text(&self) -> String {
        let Self { whole_at, segment, system, note } = self;
        format!("whole_at {whole_at}\nsegment {segment}\nsystem {system}\nnote {note}\n")
    }

    fn parse(text: &str) -> Option<Self> {
        let of = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            line.map(str::to_owned)
        };
        Some(Self {
            whole_at: of("whole_at")?,
            segment: of("segment").filter(|name| is_segment(name))?,
            system: of("system")?,
            note: of("note").unwrap_or_default(),
        })
    }

    fn name(&self) -> String {
        self.whole_at.replace(':', "")
    }
}

impl Archive {
    /// Opens an existing one.
    ///
    /// # Errors
    /// When it does not exist, or its name cannot be part of the server's command.
    pub(super) fn open(folder: &Path) -> Result<Self, BackupError> {
        let folder = folder.canonicalize().at("resolve", folder)?;
        let plain = |text: &str| !text.contains(['\'', '\\', '%', '\n']);
        if !folder.to_str().is_some_and(plain) {
            let reason = "its path must be UTF-8, without quotes, backslashes and percent signs";
            return Err(BackupError::Unusable { folder, reason });
        }
        Ok(Self { folder })
    }

    /// Opens it, or creates it so that only the server's user can read and write the log in it.
    pub(super) fn prepare(folder: &Path, data_dir: &Path, user: RunAs) -> Result<Self, BackupError> {
        create_folder(folder)?;
        let archive = Self::open(folder)?;
        if archive.folder.starts_with(data_dir) {
            let reason = "it lies in the data folder, and would be lost with it";
            return Err(BackupError::Unusable { folder: archive.folder, reason });
        }
        for part in [archive.wal(), archive.folder.join("base")] {
            create_folder(&part)?;
            std::fs::set_permissions(&part, PermissionsExt::from_mode(0o700)).at("set the mode of", &part)?;
        }
        user.chown_if_other(&archive.wal())?;
        if let Some(folder) = user.first_blocked(&archive.wal()) {
            return Err(PostgresError::Impassable { folder, uid: user.uid }.into());
        }
        Ok(archive)
    }

    /// The folder itself.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn wal(&self) -> PathBuf {
        self.folder.join("wal")
    }

    pub(super) fn segment(&self, name: &str) -> PathBuf {
        self.wal().join(format!("{name}.gz"))
    }

    pub(super) fn cluster(&self, base: &Base) -> PathBuf {
        self.folder.join("base").join(base.name()).join("cluster")
    }

    /// One backup at a time.
    pub(super) fn lock(&self) -> Result<File, BackupError> {
        let path = self.folder.join("lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path).at("open", &path)?;
        file.try_lock().map_err(|_| BackupError::Busy { folder: self.folder.clone() })?;
        Ok(file)
    }

    /// Copies a segment completely or not at all. An archived one must have the same content: after a crash the server
    /// archives its last one again. Where too many wait it skips the segment and notes its name; it never skips the
    /// history of a timeline.
    pub(super) fn archive_command(&self) -> String {
        let wal = self.wal();
        let wal = wal.display();
        format!(
            "f='{wal}/%f.gz'; if test -f \"$f\"; then gzip -dc \"$f\" | cmp -s - \"%p\"; else \
             gzip -1 -c \"%p\" > \"$f.new\" && sync \"$f.new\" && mv \"$f.new\" \"$f\"; fi || \
             case %f in *history) false;; *) test $(ls pg_wal/archive_status | grep -c 'ready$') -gt {LONGEST_BACKLOG} \
             && echo %f >> {GAP};; esac"
        )
    }

    pub(super) fn restore_command(&self) -> String {
        let wal = self.wal();
        let wal = wal.display();
        format!("test -f '{wal}/%f.gz' && gzip -dc '{wal}/%f.gz' > \"%p\"")
    }

    /// The complete bases, oldest first.
    pub(super) fn bases(&self) -> Result<Vec<Base>, PostgresError> {
        let folder = self.folder.join("base");
        let Ok(entries) = std::fs::read_dir(&folder) else { return Ok(Vec::new()) };
        let mut bases = Vec::new();
        for entry in entries {
            let path = entry.at("list", &folder)?.path();
            // An unfinished base has none.
            let about = std::fs::read_to_string(path.join("about")).unwrap_or_default();
            bases.extend(Base::parse(&about).filter(|base| path.ends_with(base.name())));
        }
        bases.sort_by(|one, other| one.whole_at.cmp(&other.whole_at));
        Ok(bases)
    }

    /// The first segment that is missing between the base and the last segment of its timeline or a later one.
    pub(super) fn missing_segment(&self, base: &Base) -> Result<Option<String>, PostgresError> {
        let wal = self.wal();
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&wal).at("list", &wal)? {
            let name = entry.at("list", &wal)?.file_name();
            names.extend(name.to_str().and_then(|name| name.strip_suffix(".gz")).map(str::to_owned));
        }
        Ok(first_missing(&base.segment, names.iter().map(String::as_str)))
    }

    /// A folder for the next base; the rest of an attempt that was killed is removed.
    pub(super) fn unfinished(&self) -> Result<PathBuf, PostgresError> {
        let folder = self.folder.join("base/unfinished");
        remove(&folder)?;
        create_folder(&folder)?;
        Ok(folder)
    }

    pub(super) fn finish(&self, base: Base, unfinished: &Path) -> Result<Base, PostgresError> {
        files::write(&unfinished.join("about"), &base.text())?;
        files::sync(unfinished)?;
        let final_folder = self.folder.join("base").join(base.name());
        std::fs::rename(unfinished, &final_folder).at("move into place", unfinished)?;
        files::sync(&self.folder.join("base"))?;
        Ok(base)
    }

    /// Removes all but the newest bases, and the log before the oldest remaining one.
    pub(super) fn prune(&self, keep: usize) -> Result<usize, PostgresError> {
        let bases = self.bases()?;
        let (old, remaining) = bases.split_at(bases.len().saturating_sub(keep.max(1)));
        for base in old {
            remove(&self.folder.join("base").join(base.name()))?;
        }
        let Some(oldest) = remaining.first() else { return Ok(0) };
        let wal = self.wal();
        for entry in std::fs::read_dir(&wal).at("list", &wal)? {
            let path = entry.at("list", &wal)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if is_before(name, &oldest.segment) {
                std::fs::remove_file(&path).at("remove", &path)?;
            }
        }
        Ok(old.len())
    }
}

fn remove(folder: &Path) -> Result<(), PostgresError> {
    if folder.exists() { std::fs::remove_dir_all(folder).at("remove", folder) } else { Ok(()) }
}

fn is_segment(name: &str) -> bool {
    name.len() == SEGMENT && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a file of the archive is a segment, or about one, before `segment`. Timelines are not compared: the position
/// alone decides the age. Files about timelines are never removed.
pub(super) fn is_before(name: &str, segment: &str) -> bool {
    let Some(head) = name.get(..SEGMENT) else { return false };
    is_segment(head) && head[TIMELINE..] < segment[TIMELINE..]
}

/// The first position from `segment` on that is not among the names, up to the last of its own timeline or a later one.
fn first_missing<'a>(segment: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let timeline = &segment[..TIMELINE];
    let names = names.filter(|name| is_segment(name) && &name[..TIMELINE] >= timeline);
    let present: BTreeSet<u64> = names.filter_map(position_of).collect();
    let first = position_of(segment)?;
    let last = present.last().copied().unwrap_or(first).max(first);
    let missing = (first..=last).find(|position| !present.contains(position))?;
    Some(format!("{timeline}{:08X}{:08X}", missing / PER_LOG, missing % PER_LOG))
}

fn position_of(segment: &str) -> Option<u64> {
    let number = |part: &str| u64::from_str_radix(part, 16).ok();
    Some(number(&segment[TIMELINE..2 * TIMELINE])? * PER_LOG + number(&segment[2 * TIMELINE..])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the command like PostgreSQL.
    fn run_archive_command(archive: &Archive, cluster: &Path, segment: &str) -> bool {
        let command =
            archive.archive_command().replace("%p", &format!("pg_wal/{segment}")).replace("%f", segment);
        let done = std::process::Command::new("sh").args(["-c", &command]).current_dir(cluster).status();
        done.unwrap().success()
    }

    #[test]
    fn a_segment_is_archived_once_and_skipped_only_when_too_many_wait() {
        let (folder, cluster) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (archive, cluster) = (Archive::open(folder.path()).unwrap(), cluster.path());
        let (status, segment) = (cluster.join("pg_wal/archive_status"), "000000010000000000000002");
        std::fs::create_dir_all(&status).unwrap();
        std::fs::create_dir(archive.wal()).unwrap();
        std::fs::write(cluster.join("pg_wal").join(segment), "log").unwrap();
        assert!(
            run_archive_command(&archive, cluster, segment)
                && run_archive_command(&archive, cluster, segment)
        );
        std::fs::write(cluster.join("pg_wal").join(segment), "another log").unwrap();
        assert!(!run_archive_command(&archive, cluster, segment), "what is archived is never replaced");

        for number in 0..LONGEST_BACKLOG {
            std::fs::write(status.join(format!("{number:024X}.ready")), "").unwrap();
        }
        assert!(!run_archive_command(&archive, cluster, segment) && !cluster.join(GAP).exists());
        std::fs::write(status.join("more.ready"), "").unwrap();
        assert!(
            !run_archive_command(&archive, cluster, "00000002.history"),
            "without it a branch could not be followed"
        );
        assert!(run_archive_command(&archive, cluster, segment), "given up");
        assert_eq!(std::fs::read_to_string(cluster.join(GAP)).unwrap(), format!("{segment}\n"));
    }

    #[test]
    fn a_gap_in_the_log_is_found_after_the_base_only() {
        let missing = |present: &[&str]| first_missing("0000000200000000000000FE", present.iter().copied());
        let whole = ["0000000200000000000000FE", "0000000200000000000000FF", "000000030000000100000000"];
        assert_eq!(missing(&whole), None);
        assert_eq!(missing(&[whole[0], whole[2]]).as_deref(), Some("0000000200000000000000FF"));
        assert_eq!(missing(&whole[1..]).as_deref(), Some("0000000200000000000000FE"));
        assert_eq!(missing(&[]).as_deref(), Some("0000000200000000000000FE"));
        // Later segments of an earlier timeline do not belong to this one.
        assert_eq!(missing(&[whole[0], "000000010000000200000000", "00000003.history"]), None);
    }

    #[test]
    fn the_description_of_a_base_can_be_read_back() {
        let label = "START WAL LOCATION: 0/2000028 (file 000000010000000000000002)\nCHECKPOINT LOCATION: …\n";
        let base =
            Base::new("2026-11-22T21:46:01.123456Z".into(), label, "7".into(), "seal 1:ab\nx").unwrap();
        assert_eq!(base.segment, "000000010000000000000002");
        assert_eq!(Base::parse(&base.text()).as_ref(), Some(&base));
        assert_eq!(Base::parse("whole_at 2026\nsegment short\nsystem 7\n"), None);
        assert!(Base::new(String::new(), "nothing", "7".into(), "").is_err());
    }

    #[test]
    fn the_log_before_a_base_is_removed_on_every_timeline_and_history_files_remain() {
        let segment = "000000020000000000000010";
        for old in [
            "00000001000000000000000F.gz",
            "00000002000000000000000F.gz",
            "00000002000000000000000F.00000028.backup.gz",
        ] {
            assert!(is_before(old, segment), "{old}");
        }
        for retained in
            ["000000010000000000000010.gz", "000000020000000100000000.gz", "00000002.history.gz", "é"]
        {
            assert!(!is_before(retained, segment), "{retained}");
        }
    }
}
