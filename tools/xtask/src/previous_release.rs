//! The program as members have it now, for the test that runs it beside the new one. A release is made by writing its
//! commit into `tools/xtask/previous-release`, once it serves members.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::job;
use crate::root::{cargo, root, target};

/// The variable by which the test finds the program.
pub(crate) const PROGRAM: &str = "FAIRWAY_PREVIOUS_RELEASE";

/// Builds the program, unless that was done before. None: this is a clone without that commit.
pub(crate) fn build() -> Result<Option<PathBuf>> {
    let file = root().join("tools/xtask/previous-release");
    let commit = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let commit = commit.trim();
    let folder = target().join("previous-release");
    let program = folder.join(commit);
    if program.is_file() {
        return Ok(Some(program));
    }
    if !has(commit)? {
        println!("skipped: this clone has no commit {commit}; `git fetch --unshallow` brings it");
        return Ok(None);
    }
    let source = folder.join("source");
    if source.exists() {
        std::fs::remove_dir_all(&source).with_context(|| format!("cannot remove {}", source.display()))?;
    }
    std::fs::create_dir_all(&source).with_context(|| format!("cannot create {}", source.display()))?;
    unpack(commit, &source)?;
    // Not in the target folder of this release: cargo names what both releases hold alike, and would mix it up.
    let built_in = folder.join("target");
    let manifest = source.join("Cargo.toml");
    job::run(
        cargo()
            .args(["build", "--locked", "--package", "fairway", "--manifest-path"])
            .arg(&manifest)
            .arg("--target-dir")
            .arg(&built_in)
            // Nobody reads its line numbers, and it is built anew in each clone.
            .env("CARGO_PROFILE_DEV_DEBUG", "0"),
    )?;
    let built = built_in.join("debug/fairway");
    std::fs::copy(&built, &program).with_context(|| format!("cannot copy {}", built.display()))?;
    // What it was made of is gigabytes, and is not needed again.
    std::fs::remove_dir_all(&built_in)?;
    std::fs::remove_dir_all(&source)?;
    Ok(Some(program))
}

fn has(commit: &str) -> Result<bool> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["cat-file", "-e", &format!("{commit}^{{commit}}")]).stderr(Stdio::null());
    Ok(git.status().context("git does not run")?.success())
}

fn unpack(commit: &str, folder: &std::path::Path) -> Result<()> {
    let mut git = Command::new("git")
        .current_dir(root())
        .args(["archive", commit])
        .stdout(Stdio::piped())
        .spawn()
        .context("git does not run")?;
    let archive = git.stdout.take().context("git gives no archive")?;
    let unpacked = Command::new("tar").arg("-x").arg("-C").arg(folder).stdin(archive).status();
    let (archived, unpacked) = (git.wait()?, unpacked.context("tar does not run")?);
    if !archived.success() || !unpacked.success() {
        bail!("the sources of {commit} cannot be unpacked ({archived}, {unpacked})");
    }
    Ok(())
}
