//! The inputs of the fuzz targets: what is committed (`seeds`, `corpus`, `regressions`) and what a run found.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::root::{root, target};

/// Inputs that are kept of a target, at most: fewer than the test `corpus` of the targets takes.
const MOST_FILES: usize = 160;
/// The folders that are committed.
const KEPT: [&str; 3] = ["seeds", "corpus", "regressions"];

/// Every target, by its program.
pub(super) fn targets() -> Result<Vec<String>> {
    let programs = files(&root().join("tools/fuzz/fuzz_targets"))?;
    let names = programs.iter().filter_map(|path| path.file_stem().and_then(|stem| stem.to_str()));
    Ok(names.map(str::to_owned).collect())
}

/// Where a run puts what it finds; the next one goes on from there.
pub(super) fn found(name: &str) -> PathBuf {
    target().join("fuzz/found").join(name)
}

/// The committed folders of a target.
pub(super) fn kept(name: &str) -> Vec<PathBuf> {
    let folders = KEPT.iter().map(|kind| root().join("fuzz").join(kind).join(name));
    folders.filter(|folder| folder.is_dir()).collect()
}

/// A folder with everything that is known of a target: minimising leaves in it what is needed.
pub(super) fn gather(name: &str) -> Result<PathBuf> {
    let gathered = target().join("fuzz/gathered").join(name);
    empty(&gathered)?;
    for (index, folder) in kept(name).into_iter().chain([found(name)]).enumerate() {
        for file in files(&folder)? {
            let copy = gathered.join(format!("{index}-{}", name_of(&file)));
            std::fs::copy(&file, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
        }
    }
    Ok(gathered)
}

/// Makes the committed corpus what a minimised folder holds, the smallest inputs first.
pub(super) fn keep(name: &str, minimised: &Path) -> Result<String> {
    let mut inputs = Vec::new();
    for file in files(minimised)? {
        // cargo-fuzz says it when it fails, and ends as if it had not; what it minimised is named by its digest.
        if !name_of(&file).bytes().all(|byte| byte.is_ascii_hexdigit()) {
            bail!("{} was not minimised", minimised.display());
        }
        let size = std::fs::metadata(&file).with_context(|| format!("cannot read {}", file.display()))?.len();
        inputs.push((size, file));
    }
    inputs.sort();
    let needed = inputs.len();
    inputs.truncate(MOST_FILES);
    let corpus = root().join("tools/fuzz/corpus").join(name);
    empty(&corpus)?;
    for (_, file) in &inputs {
        let kept = corpus.join(name_of(file));
        std::fs::copy(file, &kept).with_context(|| format!("cannot write {}", kept.display()))?;
    }
    Ok(format!("{} of {needed} inputs kept", inputs.len()))
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        files.push(entry.with_context(|| format!("cannot read {}", folder.display()))?.path());
    }
    files.sort();
    Ok(files)
}
