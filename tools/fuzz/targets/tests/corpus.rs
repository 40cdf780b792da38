//! Everything that was kept of fuzzing, through the targets: what was written by hand (`seeds`), what reaches more of the
//! code (`corpus`, as `cargo xtask fuzz` leaves it), and what failed once (`regressions`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fairway_fuzz_targets::{LONGEST_INPUT, TARGETS};

/// Files of one target in one folder, at most: they are read by people and kept in the repository.
const MOST_FILES: usize = 200;

fn fuzz() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder above")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

fn inputs(kind: &str, target: &str) -> Vec<PathBuf> {
    let folder = fuzz().join(kind).join(target);
    names(&folder).into_iter().map(|name| folder.join(name)).collect()
}

#[test]
fn what_was_kept_of_fuzzing_holds() {
    for (name, target) in TARGETS {
        assert!(!inputs("seeds", name).is_empty(), "{name} has nothing to begin with");
        for kind in ["seeds", "corpus", "regressions"] {
            let files = inputs(kind, name);
            assert!(files.len() <= MOST_FILES, "{kind}/{name} has {} files", files.len());
            for file in files {
                let input = std::fs::read(&file).expect("a file");
                assert!(input.len() <= LONGEST_INPUT, "{} has {} bytes", file.display(), input.len());
                // Shown with the panic of a target that fails.
                println!("{}", file.display());
                target(&input);
            }
        }
    }
}

#[test]
fn every_target_has_its_program_and_its_folders_and_nothing_else_has() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let programs = targets.iter().map(|name| format!("{name}.rs")).collect();
    assert_eq!(names(&fuzz().join("fuzz_targets")), programs);
    assert_eq!(names(&fuzz().join("seeds")), targets);
    for kind in ["corpus", "regressions"] {
        assert!(names(&fuzz().join(kind)).is_subset(&targets), "{kind} has a folder of no target");
    }
    let manifest = std::fs::read_to_string(fuzz().join("Cargo.toml")).expect("the manifest");
    for name in &targets {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name} is no program");
    }
}
