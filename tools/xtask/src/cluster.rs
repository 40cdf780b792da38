//! `cargo xtask cluster` and `cargo xtask faults`: the portal as it runs on several machines, on this one, and the faults
//! tried on it. Here the programs are built and Debian's packages are brought; `fairway-cluster` does the rest.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::counts::Counts;
use crate::findings::{Finding, Report, settle};
use crate::root::{cargo, root, target};
use crate::{debian, job, node};

/// What the cluster consists of, as Debian names it.
const PACKAGES: &[&str] =
    &["etcd-server", "etcd-client", "patroni", "python3-etcd", "haproxy", "pgbouncer", "postgresql-15"];
/// By which packets are dropped, besides.
const FOR_FAULTS: &[&str] = &["nftables", "iproute2"];

/// Builds and brings what is missing, and runs the cluster until interrupted; the options are its own.
pub(crate) fn cluster(options: &[&str]) -> Result<()> {
    debian::ensure(PACKAGES)?;
    build()?;
    job::run(program("release", "run", "cluster").args(options))
}

/// Tries faults on a cluster of their own; the options are its own.
pub(crate) fn faults(options: &[&str]) -> Result<()> {
    debian::ensure(&[PACKAGES, FOR_FAULTS].concat())?;
    build()?;
    job::run(program("release", "faults", "faults").args(options))
}

/// Every fault once and briefly, with the programs that the tests built. Skipped where Debian's packages are missing and
/// cannot be installed.
pub(crate) fn short_faults() -> Result<Report> {
    let packages = [PACKAGES, FOR_FAULTS].concat();
    if let Err(error) = debian::ensure(&packages) {
        let packages = debian::missing(&packages);
        println!("skipped: package {} missing ({error:#})", packages.join(", "));
        return Ok(Report { counts: Counts { skipped: 1, ..Counts::default() }, findings: Vec::new() });
    }
    let (status, text) = job::run_and_keep(program("debug", "faults", "faults").arg("--short"))?;
    let findings = text.lines().filter(|line| line.contains("NO GOOD"));
    let findings = findings.map(|line| Finding::failed("faults", line)).collect();
    settle("the faults", status.success(), Counts::cargo_test(&text), findings)
}

fn build() -> Result<()> {
    node::packages()?;
    // Before the program: it carries the built web app inside.
    node::build()?;
    let packages = ["fairway", "replay-tool", "fairway-cluster"].map(|name| ["--package", name]);
    job::run(cargo().args(["build", "--release"]).args(packages.as_flattened()))
}

/// `fairway-cluster` with the programs of a profile, on a folder of its own below the build folder. For faults, where that is
/// permitted, in namespaces of its own: one of them mounts a small disk, two drop packets, and nobody else is to see that.
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

/// Mounts and network.
const NAMESPACES: [&str; 2] = ["--mount", "--net"];

/// Root may; in a container perhaps not even root.
fn may_have_namespaces() -> bool {
    let tried =
        Command::new("unshare").args(NAMESPACES).arg("true").stderr(std::process::Stdio::null()).status();
    rustix::process::geteuid().is_root() && tried.is_ok_and(|status| status.success())
}
