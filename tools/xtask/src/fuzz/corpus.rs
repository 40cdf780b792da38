//! The inputs of the fuzz targets: committed inputs (`seeds`, `corpus`, `regressions`) and inputs that runs found.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::root::{root, target};

/// The maximum number of inputs in a target's committed corpus: fewer than the targets' test `corpus` allows.
const MOST_FILES: usize = 160;
/// Where the fuzz targets' programs and inputs are, from the root of the repository.
pub(super) const FOLDER: &str = "tools/fuzz";

/// The committed folders.
const COMMITTED: [&str; 3] = ["seeds", "corpus", "regressions"];

/// The names of all targets, from their programs.
pub(super) fn targets() -> Result<Vec<String>> {
    let programs = files(&root().join(FOLDER).join("fuzz_targets"))?;
    let names = programs.iter().filter_map(|path| path.file_stem().and_then(|stem| stem.to_str()));
    Ok(names.map(str::to_owned).collect())
}

/// The folder of the inputs that runs found. The next run continues with them.
pub(super) fn found(name: &str) -> PathBuf {
    target().join("fuzz/found").join(name)
}

/// The committed folders of a target.
pub(super) fn committed(name: &str) -> Vec<PathBuf> {
    let folders = COMMITTED.iter().map(|kind| root().join(FOLDER).join(kind).join(name));
    folders.filter(|folder| folder.is_dir()).collect()
}

/// Copies all inputs of a target, committed and found, to one folder. Minimising then removes the inputs that are not
/// needed.
pub(super) fn copy_all(name: &str) -> Result<PathBuf> {
    let all_inputs = target().join("fuzz/gathered").join(name);
    make_empty(&all_inputs)?;
    for (index, folder) in committed(name).into_iter().chain([found(name)]).enumerate() {
        for file in files(&folder)? {
            let copy = all_inputs.join(format!("{index}-{}", name_of(&file)));
            std::fs::copy(&file, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
        }
    }
    Ok(all_inputs)
}

/// Replaces the committed corpus by the inputs of a minimised folder. If there are too many, the smallest ones are
/// stored.
pub(super) fn store(name: &str, minimised: &Path) -> Result<String> {
    let mut inputs = Vec::new();
    for file in files(minimised)? {
        // cargo-fuzz exits successfully even when minimising fails. Minimised inputs have a hexadecimal digest as name.
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
    make_empty(&corpus)?;
    for (_, file) in &inputs {
        let copy = corpus.join(name_of(file));
        std::fs::copy(file, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    }
    Ok(format!("{} of {needed} inputs kept", inputs.len()))
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Creates an empty folder, or removes everything from an existing one.
fn make_empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

/// The files of a folder, sorted by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        files.push(entry.with_context(|| format!("cannot read {}", folder.display()))?.path());
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_inputs_of_every_target_are_found() {
        let targets = targets().expect("the targets' programs");
        assert!(!targets.is_empty());
        for name in targets {
            assert!(!committed(&name).is_empty(), "{name} has no committed inputs");
        }
    }
}
