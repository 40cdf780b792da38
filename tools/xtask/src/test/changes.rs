//! The files that changed since everything passed, to decide which parts of the second level have to run again.
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
    /// The reason to run the tests of these sources; none when no change concerns them.
    pub(crate) fn concerning(&self, sources: &[&str]) -> Option<String> {
        let Some(files) = &self.files else {
            return Some(format!(
                "what changed is not known, because this clone does not have commit {self}"
            ));
        };
        let concerned = |file: &&String| sources.iter().any(|source| file.starts_with(source));
        let mut concerned = files.iter().filter(concerned);
        let first = concerned.next()?;
        Some(match concerned.count() {
            0 => format!("{first} changed since {self}"),
            more => format!("{first} and {more} more changed since {self}"),
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
        // With NUL after each name, since git quotes names that are not ASCII otherwise.
        let tracked = git(&["diff", "--name-only", "--no-renames", "-z", &commit])?;
        let new = git(&["ls-files", "--others", "--exclude-standard", "-z"])?;
        let names = tracked.split('\0').chain(new.split('\0')).filter(|name| !["", FILE].contains(name));
        Ok(names.map(str::to_owned).collect())
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
    use crate::test::Part;

    #[test]
    fn a_part_runs_when_one_of_its_sources_changed_or_nothing_is_known() {
        let files = vec!["docs/README.md".to_owned(), "events/src/kind.rs".to_owned()];
        let changes = Changes { commit: "abc".to_owned(), files: Some(files) };
        let reason = changes.concerning(&["events/", "Cargo.lock"]);
        assert_eq!(reason.as_deref(), Some("events/src/kind.rs changed since abc"));
        assert_eq!(changes.concerning(&["webapp/"]), None);
        let unknown = Changes { commit: "abc".to_owned(), files: None };
        assert!(unknown.concerning(&["webapp/"]).is_some());
    }

    /// Every part of the second level whose tests read or run the file.
    #[test]
    fn a_change_concerns_every_part_that_reads_the_file() {
        use Part::{Containers, Contract, LosAngeles, Outages, Postgres, Races, Releases, Searches, Tools};
        for (file, concerned) in [
            ("docker-compose.override.yml", &[Outages, Tools, Containers][..]),
            ("deploy/docker/Dockerfile", &[Tools, Containers]),
            ("deploy/secrets.sh", &[Outages, Postgres, Tools]),
            ("api/tests/portal/backup.rs", &[Races, Outages, Postgres, Releases, Contract]),
            ("command/src/window.rs", &[Searches, Races, Outages, Contract]),
            ("demo-data/members.json", &[Races, Contract]),
            ("webapp/src/features/reservations/when.ts", &[LosAngeles]),
            ("webapp/src/api/clock.ts", &[LosAngeles]),
        ] {
            let changes = Changes { commit: "abc".to_owned(), files: Some(vec![file.to_owned()]) };
            for part in concerned {
                assert!(changes.concerning(&part.sources()).is_some(), "{part:?}: {file}");
            }
        }
    }
}
