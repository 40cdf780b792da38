//! Node, npm, and the packages and the build of the web app.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::fingerprint::fingerprint;
use crate::job;
use crate::root::{root, scratch, webapp};

/// The oldest Node that the web app's tools support.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Folders of the web app that its build does not read, or writes itself.
const NOT_BUILT: &[&str] =
    &["node_modules", "dist", "test-results", "playwright-report", "coverage", "e2e", "tests", "generated"];

/// The descriptions of the API, from which the build generates types and schemas.
const DESCRIPTIONS: [&str; 3] = ["docs/openapi.json", "docs/club-openapi.json", "docs/operator-openapi.json"];

/// Fails with a clear message when Node or npm is missing, or Node is too old.
pub(crate) fn preflight() -> Result<()> {
    let version = version_of("node")?;
    let found = parse_version(&version).with_context(|| format!("`node --version` says `{version}`"))?;
    if found < OLDEST_NODE {
        let (major, minor) = OLDEST_NODE;
        bail!("Node {version} is too old: {major}.{minor} or newer is needed");
    }
    version_of("npm").map(drop)
}

fn version_of(program: &str) -> Result<String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.with_context(|| {
        format!(
            "`{program}` was not found: install Node {}.{} or newer, with npm",
            OLDEST_NODE.0, OLDEST_NODE.1
        )
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().trim_start_matches('v').split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// An npm command in the web app's folder.
pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(webapp()).args(arguments);
    npm
}

/// Installs the packages of the lock file, unless they are already installed.
pub(crate) fn packages() -> Result<()> {
    preflight()?;
    let lock = webapp().join("package-lock.json");
    let stamp = webapp().join("node_modules/.fairway-lock");
    let wanted = std::fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let is_current = match std::fs::read(&stamp) {
        Ok(installed) => installed == wanted,
        Err(_) => installed_by_hand(),
    };
    if is_current {
        return Ok(());
    }
    job::run(&mut npm(&["ci", "--include=dev", "--no-audit", "--no-fund"]))?;
    std::fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))
}

/// Whether a developer ran `npm install` after the last change of the lock file. It writes the installed lock file a
/// few seconds before or after the other one.
fn installed_by_hand() -> bool {
    const TOLERANCE: std::time::Duration = std::time::Duration::from_secs(10);
    let modified =
        |name: &str| std::fs::metadata(webapp().join(name)).and_then(|metadata| metadata.modified());
    let (Ok(lock), Ok(installed)) =
        (modified("package-lock.json"), modified("node_modules/.package-lock.json"))
    else {
        return false;
    };
    installed + TOLERANCE >= lock
}

/// Builds the web app if its sources changed.
pub(crate) fn build() -> Result<()> {
    let stamp = scratch().join("webapp.built");
    let wanted = sources()?;
    let is_built = std::fs::read_to_string(&stamp).is_ok_and(|built| built == wanted);
    if is_built && webapp().join("dist/index.html").is_file() {
        println!("the web app is up to date");
        return Ok(());
    }
    job::run(&mut npm(&["run", "build"]))?;
    std::fs::create_dir_all(scratch())?;
    // Computed again, because the build writes the route tree to the sources.
    std::fs::write(&stamp, sources()?).context("cannot write the web app's stamp")
}

/// Changes with everything that the build reads.
fn sources() -> Result<String> {
    let paths = [webapp()].into_iter().chain(DESCRIPTIONS.map(|description| root().join(description)));
    fingerprint(&paths.collect::<Vec<_>>(), NOT_BUILT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(parse_version("v20.19.2"), Some((20, 19)));
        assert!(parse_version("v9.11.1") < Some(OLDEST_NODE));
        assert!(parse_version("v22.0.0") > Some(OLDEST_NODE));
        assert_eq!(parse_version("nonsense"), None);
    }
}
