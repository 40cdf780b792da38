//! Detects whether the sources of a build step changed since its last success.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A hash of the names, sizes and modification times of some files and of all files below some folders, without the
/// folders named in `without`.
pub(crate) fn fingerprint(paths: &[PathBuf], without: &[&str]) -> Result<String> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_file() {
            files.push(path.clone());
        } else {
            collect(path, without, &mut files)?;
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        let metadata = std::fs::metadata(&file).with_context(|| format!("cannot read {}", file.display()))?;
        (&file, metadata.len(), metadata.modified().ok()).hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Collects all files below a folder, unordered, without the folders named in `without`.
pub(crate) fn collect(folder: &Path, without: &[&str], files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if kind.is_file() {
            files.push(entry.path());
        } else if kind.is_dir() && !without.iter().any(|without| name == *without) {
            collect(&entry.path(), without, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_depends_on_sources_and_not_on_build_output() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.ts"), "1").unwrap();
        let paths = [folder.path().to_owned()];
        let before = fingerprint(&paths, &["dist"]).unwrap();
        std::fs::create_dir(folder.path().join("dist")).unwrap();
        std::fs::write(folder.path().join("dist/a.js"), "1").unwrap();
        assert_eq!(fingerprint(&paths, &["dist"]).unwrap(), before);
        std::fs::write(folder.path().join("b.ts"), "").unwrap();
        assert_ne!(fingerprint(&paths, &["dist"]).unwrap(), before);
    }

    #[test]
    fn a_fingerprint_depends_on_a_single_file() {
        let folder = tempfile::tempdir().unwrap();
        let paths = [folder.path().join("api.json")];
        std::fs::write(&paths[0], "{}").unwrap();
        let before = fingerprint(&paths, &[]).unwrap();
        std::fs::write(folder.path().join("b.json"), "").unwrap();
        assert_eq!(fingerprint(&paths, &[]).unwrap(), before);
        std::fs::write(&paths[0], "{ }").unwrap();
        assert_ne!(fingerprint(&paths, &[]).unwrap(), before);
    }
}
