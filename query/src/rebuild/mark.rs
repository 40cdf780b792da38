//! Records which folds a rebuild began with: tables filled partly by one version and partly by another would be wrong.
//!
//! A rebuild's schema is marked with a digest of the code that turns stored events into rows, so that no version number
//! has to be raised by hand. An unfinished rebuild is continued only if its mark is the same.

use std::sync::LazyLock;

use fairway_events::{MIGRATOR, code_digest};

use crate::Projection;

/// The code that turns events into rows, as text: what all projections share, and then each projection's own.
fn sources() -> impl Iterator<Item = &'static str> {
    let shared = [
        include_str!("../fold.rs"),
        include_str!("../projection.rs"),
        include_str!("../projector/batch.rs"),
        include_str!("../projector/fold.rs"),
        include_str!("../rows.rs"),
        include_str!("../table_changes.rs"),
    ];
    let own = Projection::ALL.iter().flat_map(|projection| projection.sources()).copied();
    shared.into_iter().chain(own)
}

static FOLDS: LazyLock<String> = LazyLock::new(|| code_digest(sources()));

/// The mark of a rebuild: its projections, the digest of the folds, and the latest migration.
pub(super) fn mark(projections: &[Projection]) -> String {
    let names: Vec<&str> = projections.iter().map(|projection| projection.name()).collect();
    let migration = MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0);
    format!("{} by folds {} with migration {migration}", names.join(", "), *FOLDS)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::{ledger, orders};

    #[test]
    fn a_mark_names_its_projections() {
        assert!(mark(&[ledger::PROJECTION, orders::PROJECTION]).starts_with("ledger, orders by folds "));
    }

    /// Every source file below a folder.
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_source_file_that_turns_events_into_rows_is_part_of_the_digest() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut all = Vec::new();
        files(&root, &mut all);
        let mut expected = BTreeSet::new();
        for path in all {
            let text = std::fs::read_to_string(&path).unwrap();
            let folds = text.contains(concat!("Recorded", "Event"))
                || text.contains(concat!("event: &", "Event"))
                || text.contains(concat!("fn wr", "ite("));
            if !folds || path.starts_with(root.join("rebuild")) || path.ends_with("tests.rs") {
                continue;
            }
            let folder = path.parent().unwrap();
            // The parent module, if the fold uses it, and the statements that it runs.
            let projects = !path.starts_with(root.join("projector"));
            if projects && text.contains("\nuse super::") && path.ends_with("fold.rs") {
                expected.insert(folder.with_extension("rs"));
            }
            for statement in text.split("include_str!(\"").skip(1) {
                let file = folder.join(statement.split('"').next().unwrap());
                expected.insert(file.canonicalize().unwrap());
            }
            expected.insert(path);
        }
        assert!(expected.len() >= 20, "{expected:?} turn events into rows");
        for path in expected {
            let file = path.strip_prefix(&root).unwrap().to_str().unwrap();
            // The chain of hashes is not a projection of events and is never rebuilt.
            let text = std::fs::read_to_string(&path).unwrap();
            let is_included = file.starts_with("seal") || sources().any(|source| source == text);
            assert!(is_included, "{file} is not among the sources of its projection");
        }
    }
}
