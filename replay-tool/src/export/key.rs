//! The key of the pseudonyms of several files, in a file that only its owner reads. Whoever has it can find out whose a
//! pseudonym is by trying ids, so that it is personal data as much as the ids.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fairway_audit::export::Key;

/// Reads the key, or makes one where there is no file yet.
pub(super) fn kept(path: &Path) -> Result<Key> {
    match std::fs::read(path) {
        Ok(bytes) => {
            let others = std::fs::metadata(path)?.permissions().mode() & 0o077;
            ensure!(others == 0, "{} holds a secret and others may read it: chmod 600", path.display());
            let bytes = bytes.try_into().ok().with_context(|| format!("{} holds no key", path.display()))?;
            Ok(Key::kept(bytes))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = Key::random();
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
            file.write_all(key.bytes())?;
            file.sync_all()?;
            Ok(key)
        }
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}
