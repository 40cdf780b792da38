//! Checks the sources for what neither the compiler nor clippy checks: their length, and a header that says why they exist.

use std::path::Path;

use anyhow::{Result, bail};

use crate::fingerprint::collect;
use crate::root::root;

/// The maximum length of a source file, lines.
const MAX_LINES: usize = 450;

/// Folders without sources of the project.
pub(super) const WITHOUT_SOURCES: &[&str] =
    &["target", "node_modules", "dist", ".git", ".postgres", ".chromium", "data", "test-results", "coverage"];

/// Checks every source file.
pub(crate) fn check() -> Result<()> {
    let found = violations(root())?;
    if !found.is_empty() {
        bail!("sources break the rules:\n  {}", found.join("\n  "));
    }
    Ok(())
}

fn violations(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    collect(root, WITHOUT_SOURCES, &mut files)?;
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let Some(path) = file.strip_prefix(root).ok().map(Path::to_owned) else { continue };
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !matches!(extension, "rs" | "ts" | "tsx") {
            continue;
        }
        let text = std::fs::read_to_string(&file)?;
        found.extend(too_long(&path, &text));
        if extension == "rs" {
            found.extend(without_header(&path, &text));
        }
    }
    Ok(found)
}

fn too_long(path: &Path, text: &str) -> Option<String> {
    let is_generated = text
        .lines()
        .take(12)
        .any(|line| line.contains("automatically generated") || line.contains("@generated"));
    let lines = text.lines().count();
    (lines > MAX_LINES && !is_generated)
        .then(|| format!("{}: {lines} lines; split it by topic", path.display()))
}

fn without_header(path: &Path, text: &str) -> Option<String> {
    // Any line: an attribute may precede the header of a test program.
    let has_header = text.lines().any(|line| line.starts_with("//!"));
    if path.file_name().is_some_and(|name| name == "mod.rs") {
        return Some(format!("{}: a module `foo` belongs in `foo.rs`", path.display()));
    }
    (!has_header).then(|| format!("{}: no `//!` header says why the module exists", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations_in(files: &[(&str, &str)]) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        violations(root.path()).unwrap()
    }

    #[test]
    fn long_files_missing_headers_and_mod_files_are_found_except_in_generated_files() {
        let long = "x\n".repeat(MAX_LINES + 1);
        let found = violations_in(&[
            ("webapp/src/long.ts", &long),
            ("webapp/src/routeTree.gen.ts", &format!("// This file was automatically generated\n{long}")),
            ("webapp/dist/made.ts", &long),
            ("events/src/bare.rs", "fn main() {}\n"),
            ("query/src/x/mod.rs", "//! Header.\n"),
        ]);
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
