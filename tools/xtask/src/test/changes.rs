//! Which files changed since everything passed, to decide which parts of the second level have to run again.
//! `tools/xtask/fully-tested-commit` has the commit at which `cargo xtask test --all` passed last; its program is also
//! the previous release that runs beside this one.

use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::root::root;

/// From the root of the repository. A change of this file alone is no change of xtask.
const FILE: &str = "tools/xtask/fully-tested-commit";

/// The files that changed.
#[derive(Debug)]
pub(crate) struct Changes {
    commit: String,
    /// From the root of the repository; none when this clone does not have the commit.
    files: Option<Vec<String>>,
}

impl fmt::Display for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.commit[..self.commit.len().min(12)])
    }
}

impl Changes {
    /// The reason for which the tests of these sources have to run; none when nothing concerns them.
    pub(crate) fn concerning(&self, sources: &[&str]) -> Option<String> {
        let Some(files) = &self.files else {
            return Some("this clone does not have that commit".to_owned());
        };
        let concerned = |file: &&String| sources.iter().any(|source| file.starts_with(source));
        let mut concerned = files.iter().filter(concerned);
        let first = concerned.next()?;
        Some(match concerned.count() {
            0 => format!("{first} changed"),
            more => format!("{first} and {more} more changed"),
        })
    }
}

/// The commit at which everything passed last.
pub(crate) fn fully_tested_commit() -> Result<String> {
    let file = path();
    let commit = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(commit.trim().to_owned())
}

/// Whether this clone has a commit; a clone of only the newest commits may lack it. An error when git does not run.
pub(crate) fn has_commit(commit: &str) -> Result<bool> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["cat-file", "-e", &format!("{commit}^{{commit}}")]).stderr(Stdio::null());
    Ok(git.status().context("git does not run")?.success())
}

/// The files that differ between that commit and the working tree.
pub(crate) fn since_everything_passed() -> Result<Changes> {
    let commit = fully_tested_commit()?;
    // Without git nothing is known, and everything has to run.
    let files = has_commit(&commit).unwrap_or(false).then(|| -> Result<Vec<String>> {
        let tracked = git(&["diff", "--name-only", "--no-renames", &commit])?;
        let new = git(&["ls-files", "--others", "--exclude-standard"])?;
        Ok(tracked.lines().chain(new.lines()).filter(|file| *file != FILE).map(str::to_owned).collect())
    });
    Ok(Changes { commit, files: files.transpose()? })
}

/// Writes the current commit to the file, unless the working tree differs from it.
pub(crate) fn record_that_everything_passed() {
    let recorded = git(&["status", "--porcelain"]).and_then(|changes| {
        if !changes.trim().is_empty() {
            bail!("the working tree has changes that are not committed");
        }
        let commit = git(&["rev-parse", "HEAD"])?;
        std::fs::write(path(), &commit).with_context(|| format!("cannot write {FILE}"))?;
        Ok(commit)
    });
    match recorded {
        Ok(commit) => println!("{FILE} names {} now: commit it", commit.trim()),
        Err(reason) => println!("{FILE} stays as it is: {reason:#}"),
    }
}

fn path() -> PathBuf {
    root().join(FILE)
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").current_dir(root()).args(arguments).stdin(Stdio::null()).output();
    let output = output.context("git does not run")?;
    if !output.status.success() {
        bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_runs_when_one_of_its_sources_changed_or_nothing_is_known() {
        let files = vec!["docs/README.md".to_owned(), "events/src/kind.rs".to_owned()];
        let changes = Changes { commit: "abc".to_owned(), files: Some(files) };
        let reason = changes.concerning(&["events/", "Cargo.lock"]);
        assert_eq!(reason.as_deref(), Some("events/src/kind.rs changed"));
        assert_eq!(changes.concerning(&["webapp/"]), None);
        let unknown = Changes { commit: "abc".to_owned(), files: None };
        assert!(unknown.concerning(&["webapp/"]).is_some());
    }
}
