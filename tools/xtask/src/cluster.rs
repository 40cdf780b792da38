//! `cargo xtask cluster` and `cargo xtask faults`: the portal of several machines, run on one machine, and tests with
//! injected faults. This module builds the programs and installs Debian's packages; `fairway-cluster` does the rest.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::findings::{self, Report, check_outcome};
use crate::root::{cargo, root, target};
use crate::{debian, job, node, previous_release};

/// Debian's packages of the cluster's programs.
const PACKAGES: &[&str] =
    &["etcd-server", "etcd-client", "patroni", "python3-etcd", "haproxy", "pgbouncer", "postgresql-15"];
/// Additional packages for the faults that drop packets.
const FAULT_PACKAGES: &[&str] = &["nftables", "iproute2"];
/// For a wrong clock of the database. Without it, that fault is skipped.
const CLOCK_PACKAGES: &[&str] = &["libfaketime"];

/// The option that has histories recorded, and what the tests pass: three pairs of a minute, from the seed 1 or
/// `FAIRWAY_SEED`.
const HISTORIES: &str = "--histories";
const TESTED: [&str; 6] = ["--rounds", "1", HISTORIES, "3", "--seconds", "60"];

/// Builds and installs what is missing, and runs the cluster until it is interrupted. `fairway-cluster` defines the
/// options.
pub(crate) fn cluster(options: &[String]) -> Result<()> {
    debian::ensure(PACKAGES)?;
    build()?;
    job::run(program("release", "run", "cluster").args(options))
}

/// Injects faults into a separate cluster. `fairway-cluster` defines the options. Histories are recorded under an upgrade
/// from the previous release too.
pub(crate) fn faults(options: &[String]) -> Result<()> {
    debian::ensure(&[PACKAGES, FAULT_PACKAGES].concat())?;
    install_faketime();
    build()?;
    let mut faults = program("release", "faults", "faults");
    if options.iter().any(|option| option.starts_with(HISTORIES))
        && let Some(previous) = previous_release::build()?
    {
        faults.arg("--previous-release").arg(previous);
    }
    job::run(faults.args(options))
}

fn install_faketime() {
    if let Err(error) = debian::ensure(CLOCK_PACKAGES) {
        println!("the database's clock stays right: {error:#}");
    }
}

/// Injects every fault once for a short time, and records three histories, with the programs that the tests built. Skipped
/// when Debian's packages are missing and cannot be installed.
pub(crate) fn short_faults() -> Result<Report> {
    let packages = [PACKAGES, FAULT_PACKAGES].concat();
    if let Err(error) = debian::ensure(&packages) {
        let packages = debian::missing(&packages).join(", ");
        return Ok(Report::skipped(format!("package {packages} missing ({error:#})")));
    }
    install_faketime();
    let mut faults = program("debug", "faults", "faults");
    let (status, text) = job::run_and_capture(faults.arg("--short").args(TESTED))?;
    check_outcome("the faults", status.success(), findings::cluster("faults", &text))
}

fn build() -> Result<()> {
    node::packages()?;
    // Before the program, which embeds the built web app.
    node::build()?;
    let packages = ["fairway", "replay-tool", "fairway-cluster"].map(|name| ["--package", name]);
    job::run(cargo().args(["build", "--release"]).args(packages.as_flattened()))
}

/// `fairway-cluster` with the programs of a profile, in a folder below the build folder. Faults run in namespaces of
/// their own if the system permits it: one fault mounts a small disk, two drop packets, and these must not affect other
/// processes.
fn program(profile: &str, command: &str, folder: &str) -> Command {
    let programs = target().join(profile);
    let path = programs.join("fairway-cluster");
    let own_namespaces = command == "faults" && may_have_namespaces();
    let mut program = Command::new(if own_namespaces { Path::new("unshare") } else { &path });
    if own_namespaces {
        program.args(NAMESPACES).arg(&path).args([command, "--own-namespaces"]);
    } else {
        program.arg(command);
    }
    program
        .current_dir(root())
        .args(["--data", "demo-data", "--folder"])
        .arg(target().join(folder))
        .arg("--programs")
        .arg(programs);
    program
}

/// Separate mounts and a separate network.
const NAMESPACES: [&str; 2] = ["--mount", "--net"];

/// Only root may create namespaces, and in some containers not even root.
pub(crate) fn may_have_namespaces() -> bool {
    let status =
        Command::new("unshare").args(NAMESPACES).arg("true").stderr(std::process::Stdio::null()).status();
    rustix::process::geteuid().is_root() && status.is_ok_and(|status| status.success())
}
