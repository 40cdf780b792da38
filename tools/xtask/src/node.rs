//! Node and the web app's packages.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::fingerprint::fingerprint;
use crate::job;
use crate::root::{scratch, webapp};

/// The oldest Node that the web app's tools run on.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Folders of the web app that are made, not written.
const MADE: &[&str] =
    &["node_modules", "dist", "test-results", "playwright-report", "coverage", "e2e", "tests"];

/// Fails with a sentence when Node or npm is missing or too old.
pub(crate) fn preflight() -> Result<()> {
    let version = said_by("node")?;
    let found = parse_version(&version).with_context(|| format!("`node --version` says `{version}`"))?;
    if found < OLDEST_NODE {
        let (major, minor) = OLDEST_NODE;
        bail!("Node {version} is too old: {major}.{minor} or newer is needed");
    }
    said_by("npm").map(drop)
}

fn said_by(program: &str) -> Result<String> {
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

/// npm in the web app's folder.
pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(webapp()).args(arguments);
    npm
}

/// Installs the packages of the lock file, unless they are there.
pub(crate) fn packages() -> Result<()> {
    preflight()?;
    let lock = webapp().join("package-lock.json");
    let stamp = webapp().join("node_modules/.fairway-lock");
    let wanted = std::fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let current = match std::fs::read(&stamp) {
        Ok(installed) => installed == wanted,
        Err(_) => installed_by_hand(),
    };
    if current {
        return Ok(());
    }
    job::run(&mut npm(&["ci", "--include=dev", "--no-audit", "--no-fund"]))?;
    std::fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))
}

/// A developer's own `npm install` writes both lock files within moments of each other.
fn installed_by_hand() -> bool {
    const MOMENTS: std::time::Duration = std::time::Duration::from_secs(10);
    let changed = |name: &str| std::fs::metadata(webapp().join(name)).and_then(|found| found.modified());
    let (Ok(lock), Ok(installed)) =
        (changed("package-lock.json"), changed("node_modules/.package-lock.json"))
    else {
        return false;
    };
    installed + MOMENTS >= lock
}

/// Builds the web app when its sources changed.
pub(crate) fn build() -> Result<()> {
    let stamp = scratch().join("webapp.built");
    let sources = fingerprint(&webapp(), MADE)?;
    let built = std::fs::read_to_string(&stamp).is_ok_and(|built| built == sources);
    if built && webapp().join("dist/index.html").is_file() {
        println!("the web app is up to date");
        return Ok(());
    }
    job::run(&mut npm(&["run", "build"]))?;
    std::fs::create_dir_all(scratch())?;
    // Taken again: the build writes the route tree among the sources.
    std::fs::write(&stamp, fingerprint(&webapp(), MADE)?).context("cannot write the web app's stamp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_versions_by_number() {
        assert_eq!(parse_version("v20.19.2"), Some((20, 19)));
        assert!(parse_version("v9.11.1") < Some(OLDEST_NODE));
        assert!(parse_version("v22.0.0") > Some(OLDEST_NODE));
        assert_eq!(parse_version("nonsense"), None);
    }
}
