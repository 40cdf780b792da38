//! Installs programs from PyPI, each in an environment of its own that every clone shares, with the versions and hashes of
//! a lock file.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::job;
use crate::tool::tools_folder;

/// The oldest Python version that the lock files support.
const OLDEST: (u32, u32) = (3, 11);

/// The folder with the programs of a lock file. Installs them, unless they are already installed.
pub(crate) fn programs(name: &str, lock: &Path) -> Result<PathBuf> {
    let wanted = std::fs::read(lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let mut version = DefaultHasher::new();
    wanted.hash(&mut version);
    let folder = tools_folder().join(format!("{name}-{:016x}", version.finish()));
    let stamp = folder.join("lock");
    let programs = folder.join("bin");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(programs);
    }
    preflight()?;
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    println!("installing {name} with pip");
    job::run(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        .context("Python cannot make an environment; Debian needs the package python3-venv")?;
    job::run(
        Command::new(programs.join("pip"))
            .args(["install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement"])
            .arg(lock),
    )
    .with_context(|| format!("pip could not install {name}"))?;
    std::fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(programs)
}

/// Fails with a clear message when Python is missing or too old.
fn preflight() -> Result<()> {
    let (major, minor) = OLDEST;
    let output = Command::new("python3").arg("--version").stderr(Stdio::null()).output();
    let output =
        output.with_context(|| format!("`python3` was not found: install {major}.{minor} or newer"))?;
    let version = String::from_utf8_lossy(&output.stdout);
    let found =
        parse_version(&version).with_context(|| format!("`python3 --version` says `{}`", version.trim()))?;
    if found < OLDEST {
        bail!("{} is too old: {major}.{minor} or newer is needed", version.trim());
    }
    Ok(())
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix("Python ")?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(parse_version("Python 3.9.2\n") < Some(OLDEST));
        assert!(parse_version("Python 3.13.0rc1") > Some(OLDEST));
        assert_eq!(parse_version("nonsense"), None);
    }
}
