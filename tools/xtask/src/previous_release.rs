//! Builds the program of the commit at which every test passed last (`tools/xtask/fully-tested-commit`), for the test
//! that runs it at the same time as the new program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::job;
use crate::root::{plain_cargo, root, target};
use crate::test::{fully_tested_commit, has_commit};
use crate::tool::tools_folder;

/// The environment variable with the program's path, for the test.
pub(crate) const PROGRAM: &str = "FAIRWAY_PREVIOUS_RELEASE";

/// Builds the program, unless it was built before. None when this clone does not have the commit.
pub(crate) fn build() -> Result<Option<PathBuf>> {
    let commit = fully_tested_commit()?;
    let programs = tools_folder().join("previous-release");
    let program = programs.join(&commit);
    if program.is_file() {
        return Ok(Some(program));
    }
    if !has_commit(&commit)? {
        return Ok(None);
    }
    let folder = target().join("previous-release");
    let source = folder.join("source");
    // Not in the target folder of this release: artifacts of both releases have the same names, and cargo would mix
    // them.
    let target_folder = folder.join("target");
    for left_over in [&source, &target_folder].into_iter().filter(|folder| folder.exists()) {
        std::fs::remove_dir_all(left_over)
            .with_context(|| format!("cannot remove {}", left_over.display()))?;
    }
    std::fs::create_dir_all(&source).with_context(|| format!("cannot create {}", source.display()))?;
    unpack(&commit, &source)?;
    let build = |arguments: &[&str]| {
        let mut cargo = plain_cargo();
        cargo.args(arguments).arg("--manifest-path").arg(source.join("Cargo.toml"));
        cargo.arg("--target-dir").arg(&target_folder);
        // Without debug information the build is faster, and nobody debugs this program.
        job::run(cargo.env("CARGO_PROFILE_DEV_DEBUG", "0"))
    };
    // Both releases use mostly the same dependencies: with those of this release there are only our own crates to build.
    link_artifacts(&target().join("debug"), &target_folder.join("debug"))
        .context("cannot link what this release was built of")?;
    build(&["clean", "--quiet", "--locked", "--workspace"])?;
    // With the features of that build (`programs::build_program`).
    build(&["build", "--locked", "--bin", "fairway", "--test", "payloads"])?;
    let built = target_folder.join("debug/fairway");
    // Those of other commits are not needed again, nor are the sources and the build, which take gigabytes.
    if programs.exists() {
        std::fs::remove_dir_all(&programs)?;
    }
    std::fs::create_dir_all(&programs)?;
    std::fs::copy(&built, &program).with_context(|| format!("cannot copy {}", built.display()))?;
    std::fs::remove_dir_all(&folder)?;
    Ok(Some(program))
}

/// Makes hard links to the compiled crates of a build, with what cargo needs to know them again. Cargo replaces such files
/// and never changes them, so that neither build notices the other.
fn link_artifacts(from: &Path, to: &Path) -> std::io::Result<()> {
    for folder in ["deps", "build", ".fingerprint"] {
        if from.join(folder).is_dir() {
            link_folder(&from.join(folder), &to.join(folder))?;
        }
    }
    Ok(())
}

fn link_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let link = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            link_folder(&entry.path(), &link)?;
        } else {
            std::fs::hard_link(entry.path(), link)?;
        }
    }
    Ok(())
}

fn unpack(commit: &str, folder: &Path) -> Result<()> {
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
