//! Runs all inputs of the repository through the targets: inputs to begin with (`seeds`), and inputs that once
//! failed (`regressions`). Further finds of `cargo xtask fuzz` stay in the build folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fairway_fuzz_targets::{LONGEST_INPUT, TARGETS};

/// The maximum number of files of one target in one folder: people read them, and they are part of the repository.
const MOST_FILES: usize = 120;

fn fuzz_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder above")
}

fn file_names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

fn inputs(kind: &str, target: &str) -> Vec<PathBuf> {
    let folder = fuzz_folder().join(kind).join(target);
    file_names(&folder).into_iter().map(|name| folder.join(name)).collect()
}

#[test]
fn all_committed_inputs_pass() {
    for (name, target) in TARGETS {
        assert!(!inputs("seeds", name).is_empty(), "{name} has nothing to begin with");
        for kind in ["seeds", "regressions"] {
            let files = inputs(kind, name);
            assert!(files.len() <= MOST_FILES, "{kind}/{name} has {} files", files.len());
            for file in files {
                let input = std::fs::read(&file).expect("a file");
                assert!(input.len() <= LONGEST_INPUT, "{} has {} bytes", file.display(), input.len());
                // The test runner prints this line when the target panics.
                println!("{}", file.display());
                target(&input);
            }
        }
    }
}

#[test]
fn every_target_has_a_program_and_folders_and_no_others_exist() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let programs = targets.iter().map(|name| format!("{name}.rs")).collect();
    assert_eq!(file_names(&fuzz_folder().join("fuzz_targets")), programs);
    assert_eq!(file_names(&fuzz_folder().join("seeds")), targets);
    assert!(
        file_names(&fuzz_folder().join("regressions")).is_subset(&targets),
        "regressions has a folder of no target"
    );
    let manifest = std::fs::read_to_string(fuzz_folder().join("Cargo.toml")).expect("the manifest");
    for name in &targets {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name} is no program");
    }
}
