//! The key of the pseudonyms of several files, in a file that only its owner reads. Whoever has it can find out whose a
//! pseudonym is by trying ids, so that it is personal data as much as the ids.

use std::fs::File;
use std::io::{ErrorKind, Result as IoResult, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::rows::Key;
use anyhow::{Context, Result, ensure};
use tempfile::NamedTempFile;

/// Reads the key, or makes one where there is no file yet; not for a series that has files already.
pub(super) fn kept(path: &Path, is_begun: bool) -> Result<Key> {
    match read(path) {
        Ok((bytes, mode)) => {
            ensure!(mode & 0o077 == 0, "{} holds a secret and others may read it: chmod 600", path.display());
            let bytes = bytes.try_into().ok().with_context(|| format!("{} holds no key", path.display()))?;
            Ok(Key::kept(bytes))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            ensure!(
                !is_begun,
                "{} is missing, and the files of the series are under its key",
                path.display()
            );
            let key = Key::random();
            make(path, &key).with_context(|| format!("{} cannot be written", path.display()))?;
            Ok(key)
        }
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// The file's content and its mode.
fn read(path: &Path) -> IoResult<(Vec<u8>, u32)> {
    Ok((std::fs::read(path)?, std::fs::metadata(path)?.permissions().mode()))
}

/// Gives the file its name when it is complete, and replaces none: another run may have made it meanwhile.
fn make(path: &Path, key: &Key) -> IoResult<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(key.bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_never_for_files_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let refused = kept(&path, true).unwrap_err().to_string();
        assert!(refused.contains(path.to_str().unwrap()) && !path.exists(), "{refused}");

        let key = kept(&path, false).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(kept(&path, true).unwrap().bytes(), key.bytes());
        assert_eq!(make(&path, &Key::random()).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(kept(&path, false).unwrap().bytes(), key.bytes(), "another run's key is not replaced");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");

        for unwritable in [folder.path().join("none/key"), folder.path().to_owned()] {
            let refused = kept(&unwritable, false).unwrap_err().to_string();
            assert!(refused.contains(unwritable.to_str().unwrap()), "{refused}");
        }
    }
}
