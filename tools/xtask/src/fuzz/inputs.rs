//! The inputs of the fuzz targets: those in the repository (`seeds`, `regressions`), and each target's corpus, which
//! grows in the build folder from run to run.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::root::{root, target};

/// Where the fuzz targets' programs and inputs are, from the root of the repository.
pub(super) const FOLDER: &str = "tools/fuzz";

/// The kinds of inputs in the repository, each with a folder per target.
const COMMITTED: [&str; 2] = ["seeds", "regressions"];

/// The names of all targets, from their programs.
pub(super) fn targets() -> Result<Vec<String>> {
    let programs = files(&root().join(FOLDER).join("fuzz_targets"))?;
    let names = programs.iter().filter_map(|path| path.file_stem().and_then(|stem| stem.to_str()));
    Ok(names.map(str::to_owned).collect())
}

/// The folder to which runs of a target add the inputs that reach more of the code. The next run continues with them.
/// It is not in the repository: nobody reads these inputs, and a run can find them again.
pub(super) fn corpus(name: &str) -> PathBuf {
    target().join("fuzz/corpus").join(name)
}

/// The folders of a target's inputs in the repository.
pub(super) fn committed(name: &str) -> Vec<PathBuf> {
    let folders = COMMITTED.iter().map(|kind| root().join(FOLDER).join(kind).join(name));
    folders.filter(|folder| folder.is_dir()).collect()
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
    fn every_target_begins_with_its_seeds_and_grows_its_corpus_in_the_build_folder() {
        let targets = targets().expect("the targets' programs");
        assert!(!targets.is_empty());
        for name in targets {
            let seeds = root().join("tools/fuzz/seeds").join(&name);
            assert!(committed(&name).contains(&seeds), "{name} has no seeds");
            assert!(corpus(&name).starts_with(target()), "{name} writes into the repository");
        }
    }
}
