//! `cargo xtask cluster`: the portal as it runs on several machines, on this one. Here the programs are built and Debian's
//! packages are brought; `fairway-cluster` does the rest.

use std::process::Command;

use anyhow::Result;

use crate::root::{cargo, root, target};
use crate::{debian, job, node};

/// What the cluster consists of besides PostgreSQL, as Debian names it.
const PACKAGES: &[&str] =
    &["etcd-server", "etcd-client", "patroni", "python3-etcd", "haproxy", "pgbouncer", "postgresql-15"];

/// Builds and brings what is missing, and runs the cluster until interrupted; the options are its own.
pub(crate) fn cluster(options: &[&str]) -> Result<()> {
    debian::ensure(PACKAGES)?;
    node::packages()?;
    // Before the program: it carries the built web app inside.
    node::build()?;
    let programs = ["fairway", "replay-tool", "fairway-cluster"].map(|name| ["--package", name]);
    job::run(cargo().args(["build", "--release"]).args(programs.as_flattened()))?;
    job::run(
        Command::new(target().join("release/fairway-cluster"))
            .current_dir(root())
            .args(["run", "--data", "demo-data"])
            .arg("--folder")
            .arg(target().join("cluster"))
            .arg("--programs")
            .arg(target().join("release"))
            .args(options),
    )
}
