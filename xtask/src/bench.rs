//! Measurements, on a cluster with PostgreSQL's default durability: a figure without `fsync` would be a lie.

use anyhow::Result;
use fairway_postgres::throwaway::Durability;

use crate::root::cargo;
use crate::{cluster, job};

/// The variable by which the bench program finds its server.
const BENCH_URL: &str = "FAIRWAY_BENCH_DATABASE_URL";

/// Builds the bench program and runs it; the names are its own.
pub(crate) fn bench(names: &[&str]) -> Result<()> {
    job::run(cargo().args(["build", "--release", "--package", "fairway-bench"]))?;
    let cluster = cluster::start(Durability::Full)?;
    job::run(
        cargo()
            .args(["run", "--quiet", "--release", "--package", "fairway-bench", "--"])
            .args(names)
            .env(BENCH_URL, cluster.url()),
    )
}
