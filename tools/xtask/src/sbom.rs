//! `cargo xtask sbom`: the bill of materials of what is shipped, in CycloneDX's JSON, one document for each program and one
//! for the web app. From the lock files, so it tells what a build of this commit takes and not what lies on this machine.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::root::{root, target};
use crate::tool::CARGO_CYCLONEDX;
use crate::{job, node};

/// The packages whose programs are in the image, and their folders.
const PROGRAMS: [(&str, &str); 2] = [("fairway", "api"), ("replay-tool", "replay-tool")];
/// What cargo-cyclonedx writes beside every package's manifest, without its ending; git ignores it.
const MADE: &str = "bill-of-materials.cdx";

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
        MADE,
    ]);
    job::run(&mut cyclonedx)?;
    for (name, package) in PROGRAMS {
        let made = root().join(package).join(format!("{MADE}.json"));
        finish(&made, &folder, name, "sqlx")?;
    }
    // With what it is built with, marked as that: without it npm leaves out React, which packages of both kinds need.
    let made = job::output(&mut node::npm(&["sbom", "--sbom-format=cyclonedx", "--package-lock-only"]))?;
    let webapp = folder.join("webapp.made.json");
    std::fs::write(&webapp, made).with_context(|| format!("cannot write {}", webapp.display()))?;
    finish(&webapp, &folder, "webapp", "react")?;
    remove_the_others()
}

/// Moves a document to its place, without this machine's paths; one that lacks what is surely in it is none.
fn finish(made: &Path, folder: &Path, name: &str, surely: &str) -> Result<PathBuf> {
    let text = std::fs::read_to_string(made).with_context(|| format!("cannot read {}", made.display()))?;
    let text = text.replace(&root().display().to_string(), "");
    let document: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", made.display()))?;
    let components = document["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    if document["bomFormat"] != "CycloneDX" || !components.iter().any(|part| part["name"] == surely) {
        bail!("{} does not list {surely}", made.display());
    }
    let path = folder.join(format!("{name}.cdx.json"));
    std::fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    std::fs::remove_file(made).with_context(|| format!("cannot remove {}", made.display()))?;
    println!("{} ({} components)", path.display(), components.len());
    Ok(path)
}

/// It writes one for every package of the workspace.
fn remove_the_others() -> Result<()> {
    for entry in std::fs::read_dir(root())? {
        let made = entry?.path().join(format!("{MADE}.json"));
        if made.is_file() {
            std::fs::remove_file(&made).with_context(|| format!("cannot remove {}", made.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_that_lists_what_is_used_is_moved_to_its_place_without_paths_and_another_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().join("made.json");
        std::fs::write(&made, r#"{"bomFormat": "CycloneDX", "components": []}"#).unwrap();
        assert!(finish(&made, folder.path(), "x", "axum").unwrap_err().to_string().contains("not list axum"));
        let here = root().display();
        let document = format!(
            r#"{{"bomFormat": "CycloneDX", "components": [{{"name": "axum", "bom-ref": "path+file://{here}/api"}}]}}"#
        );
        std::fs::write(&made, document).unwrap();
        let path = finish(&made, folder.path(), "x", "axum").unwrap();
        assert!(path.ends_with("x.cdx.json") && !made.exists());
        assert!(std::fs::read_to_string(path).unwrap().contains("\"path+file:///api\""));
    }
}
