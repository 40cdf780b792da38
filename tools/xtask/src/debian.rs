//! Finds Debian's packages, and installs missing ones as root. Without root, the error has the command that installs
//! them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use crate::findings::Report;
use crate::job;

/// The packages that are not installed.
pub(crate) fn missing(packages: &[&'static str]) -> Vec<&'static str> {
    packages.iter().copied().filter(|name| !is_installed(name)).collect()
}

/// Makes sure that all packages are installed. Services that their installation starts keep running.
pub(crate) fn ensure(packages: &[&'static str]) -> Result<()> {
    // apt-get runs once at a time, and a step beside others installs too.
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let missing = missing(packages);
    if missing.is_empty() {
        return Ok(());
    }
    let arguments = ["install", "--yes", "--no-install-recommends"];
    let command = format!("apt-get {} {}", arguments.join(" "), missing.join(" "));
    if !Path::new("/usr/bin/apt-get").exists() {
        bail!("Debian's packages {} are needed, and this machine has no apt-get", missing.join(", "));
    }
    if !rustix::process::geteuid().is_root() {
        bail!("packages are missing: run `sudo {command}`");
    }
    println!("installing {}", missing.join(", "));
    let apt_get = |arguments: &[&str]| {
        job::run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt_get(&["update"])
        .and_then(|()| apt_get(&[&arguments[..], &missing[..]].concat()))
        .with_context(|| format!("packages are missing and could not be installed: `{command}`"))
}

/// Installs the programs that read the files of `deploy/`. Without them, the tests that run them do nothing.
pub(crate) fn monitoring() -> Result<Report> {
    const PACKAGES: &[&str] = &["prometheus", "prometheus-alertmanager", "caddy"];
    let Err(error) = ensure(PACKAGES) else { return Ok(Report::default()) };
    Ok(Report::skipped(format!("package {} missing ({error:#})", missing(PACKAGES).join(", "))))
}

fn is_installed(name: &str) -> bool {
    let output = Command::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}", name])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    output.is_ok_and(|output| output.stdout == b"installed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_package_is_missing() {
        assert_eq!(missing(&["fairway-no-such-package"]), ["fairway-no-such-package"]);
    }
}
