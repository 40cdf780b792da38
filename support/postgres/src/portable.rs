//! Makes PostgreSQL's programs reachable for the user that runs them.
//!
//! `cargo xtask` installs them into the repository. Where root keeps the repository below `/root`, no other user may
//! enter it; then the installation is copied beside the cluster, once.

use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use crate::PostgresError;
use crate::binaries::Binaries;
use crate::error::At;
use crate::layout::short_hash;
use crate::user::RunAs;

/// The same binaries, or a copy of them below `home` that the user may run.
///
/// # Errors
/// [`PostgresError::Io`] when they cannot be read or copied.
pub fn runnable_by(user: RunAs, binaries: Binaries, home: &Path) -> Result<Binaries, PostgresError> {
    let program = binaries.program("postgres");
    if user.can_run(&program) {
        return Ok(binaries);
    }
    let Some(installation) = binaries.folder.parent() else { return Ok(binaries) };
    let found = std::fs::metadata(&program).at("look at", &program)?;
    let copy = home.join(format!("binaries-{}", fingerprint(&program, &found)));
    if !copy.exists() {
        let unfinished = copy.with_extension("new");
        if unfinished.exists() {
            std::fs::remove_dir_all(&unfinished).at("remove", &unfinished)?;
        }
        tracing::info!(from = %installation.display(), to = %copy.display(), "copying PostgreSQL's programs");
        copy_readable(installation, &unfinished)?;
        std::fs::rename(&unfinished, &copy).at("move into place", &unfinished)?;
    }
    let folder = copy.join(binaries.folder.file_name().unwrap_or_default());
    Ok(Binaries { folder, ..binaries })
}

/// Another path, size or time of change is another installation.
fn fingerprint(program: &Path, found: &Metadata) -> String {
    short_hash(&program.join(format!("{}-{}", found.len(), found.mtime())))
}

/// Copies a folder so that everybody may read it and run what its owner may run.
fn copy_readable(from: &Path, to: &Path) -> Result<(), PostgresError> {
    let kind = std::fs::symlink_metadata(from).at("look at", from)?;
    if kind.is_symlink() {
        let target = std::fs::read_link(from).at("read", from)?;
        return symlink(target, to).at("create", to);
    }
    if kind.is_dir() {
        std::fs::create_dir(to).at("create", to)?;
        for entry in std::fs::read_dir(from).at("list", from)? {
            let entry = entry.at("list", from)?;
            copy_readable(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else {
        std::fs::copy(from, to).at("copy", from)?;
    }
    let mode = if kind.is_dir() || kind.mode() & 0o100 != 0 { 0o755 } else { 0o644 };
    std::fs::set_permissions(to, PermissionsExt::from_mode(mode)).at("open for passage", to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_the_user_cannot_reach_are_copied_once_and_can_be_run() {
        let parent = tempfile::tempdir().unwrap();
        std::fs::set_permissions(parent.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let (hidden, home) = (parent.path().join("hidden"), parent.path().join("home"));
        std::fs::create_dir_all(hidden.join("native/bin")).unwrap();
        std::fs::create_dir(&home).unwrap();
        std::fs::set_permissions(&home, PermissionsExt::from_mode(0o755)).unwrap();
        let program = hidden.join("native/bin/postgres");
        std::fs::write(&program, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).unwrap();
        symlink("postgres", hidden.join("native/bin/postmaster")).unwrap();
        std::fs::set_permissions(&hidden, PermissionsExt::from_mode(0o700)).unwrap();

        let other_user = RunAs { uid: 987_654, gid: 987_654, steps_down: true };
        let binaries = Binaries { folder: hidden.join("native/bin"), major: 18 };
        let copied = runnable_by(other_user, binaries.clone(), &home).unwrap();
        assert!(copied.folder.starts_with(&home));
        assert!(other_user.can_run(&copied.program("postgres")));
        assert!(copied.program("postmaster").is_symlink());
        assert_eq!(runnable_by(other_user, binaries, &home).unwrap(), copied);
        assert_eq!(std::fs::read_dir(&home).unwrap().count(), 1);
    }
}
