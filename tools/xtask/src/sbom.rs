//! `cargo xtask sbom`: the bill of materials of the shipped programs in CycloneDX JSON, one document for each program
//! and one for the web app. It is made from the lock files, so it lists the dependencies of this commit and does not
//! depend on the packages installed on this machine.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::root::{root, target};
use crate::tool::CARGO_CYCLONEDX;
use crate::{job, node};

/// The programs in the container image, and the folders of their packages.
const PROGRAMS: [(&str, &str); 2] = [("fairway", "api"), ("replay-tool", "replay-tool")];
/// The file that cargo-cyclonedx writes beside every package's manifest, without its ending; git ignores it.
const GENERATED_FILE: &str = "bill-of-materials.cdx";

/// Writes `target/sbom/NAME.cdx.json` and prints the paths.
pub(crate) fn write() -> Result<()> {
    node::preflight()?;
    let folder = target().join("sbom");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut cyclonedx = CARGO_CYCLONEDX.command()?;
    cyclonedx.args([
        "cyclonedx",
        "--quiet",
        "--format=json",
        "--spec-version=1.5",
        "--override-filename",
        GENERATED_FILE,
    ]);
    job::run(&mut cyclonedx)?;
    for (name, package) in PROGRAMS {
        let generated = root().join(package).join(format!("{GENERATED_FILE}.json"));
        store(&generated, &folder, name, "sqlx")?;
    }
    // Includes development dependencies, which are marked as such. Without them npm would also leave out React, because
    // development dependencies need it too.
    let document = job::output(&mut node::npm(&["sbom", "--sbom-format=cyclonedx", "--package-lock-only"]))?;
    let webapp = folder.join("webapp.made.json");
    std::fs::write(&webapp, document).with_context(|| format!("cannot write {}", webapp.display()))?;
    store(&webapp, &folder, "webapp", "react")?;
    remove_other_documents()
}

/// Moves a generated document to the folder, without this machine's paths. Fails when it lacks a component that every
/// complete document has.
fn store(generated: &Path, folder: &Path, name: &str, expected_component: &str) -> Result<PathBuf> {
    let text =
        std::fs::read_to_string(generated).with_context(|| format!("cannot read {}", generated.display()))?;
    let text = text.replace(&root().display().to_string(), "");
    let document: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is not JSON", generated.display()))?;
    let components = document["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    if document["bomFormat"] != "CycloneDX"
        || !components.iter().any(|component| component["name"] == expected_component)
    {
        bail!("{} does not list {expected_component}", generated.display());
    }
    let path = folder.join(format!("{name}.cdx.json"));
    std::fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    std::fs::remove_file(generated).with_context(|| format!("cannot remove {}", generated.display()))?;
    println!("{} ({} components)", path.display(), components.len());
    Ok(path)
}

/// Removes the documents of other packages: cargo-cyclonedx writes one for every package of the workspace.
fn remove_other_documents() -> Result<()> {
    for entry in std::fs::read_dir(root())? {
        let document = entry?.path().join(format!("{GENERATED_FILE}.json"));
        if document.is_file() {
            std::fs::remove_file(&document)
                .with_context(|| format!("cannot remove {}", document.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complete_document_is_stored_without_paths_and_an_incomplete_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let generated = folder.path().join("made.json");
        std::fs::write(&generated, r#"{"bomFormat": "CycloneDX", "components": []}"#).unwrap();
        let error = store(&generated, folder.path(), "x", "axum").unwrap_err().to_string();
        assert!(error.contains("not list axum"));
        let here = root().display();
        let document = format!(
            r#"{{"bomFormat": "CycloneDX", "components": [{{"name": "axum", "bom-ref": "path+file://{here}/api"}}]}}"#
        );
        std::fs::write(&generated, document).unwrap();
        let path = store(&generated, folder.path(), "x", "axum").unwrap();
        assert!(path.ends_with("x.cdx.json") && !generated.exists());
        assert!(std::fs::read_to_string(path).unwrap().contains("\"path+file:///api\""));
    }
}
