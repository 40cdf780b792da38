//! Debian's packages: found, or installed where we are root and may; otherwise the error is the command to type.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::job;

/// The packages that are not installed.
pub(crate) fn missing(packages: &[&'static str]) -> Vec<&'static str> {
    packages.iter().copied().filter(|name| !is_installed(name)).collect()
}

/// Makes sure that all are installed. What they start as services of the machine's own is left alone.
pub(crate) fn ensure(packages: &[&'static str]) -> Result<()> {
    let missing = missing(packages);
    if missing.is_empty() {
        return Ok(());
    }
    let words = ["install", "--yes", "--no-install-recommends"];
    let command = format!("apt-get {} {}", words.join(" "), missing.join(" "));
    if !Path::new("/usr/bin/apt-get").exists() {
        bail!("Debian's packages {} are needed, and this machine has no apt-get", missing.join(", "));
    }
    if !rustix::process::geteuid().is_root() {
        bail!("packages are missing: run `sudo {command}`");
    }
    println!("installing {}", missing.join(", "));
    let apt = |words: &[&str]| {
        job::run(Command::new("apt-get").args(words).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update"])
        .and_then(|()| apt(&[&words[..], &missing[..]].concat()))
        .with_context(|| format!("packages are missing and could not be installed: `{command}`"))
}

fn is_installed(name: &str) -> bool {
    let asked = Command::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}", name])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    asked.is_ok_and(|answer| answer.stdout == b"installed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_that_nobody_has_is_missing() {
        assert_eq!(missing(&["fairway-no-such-package"]), ["fairway-no-such-package"]);
    }
}
