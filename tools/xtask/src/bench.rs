//! Measurements, on a cluster with PostgreSQL's default durability: a figure without `fsync` would be a lie.
//!
//! The bench program measures; here the programs that it needs are built and handed to it by their paths, and only
//! those that the wanted benches need.

use std::process::Command;

use anyhow::{Context, Result};
use fairway_postgres::throwaway::Durability;

use crate::root::{cargo, root, target};
use crate::{chromium, job, node, throwaway};

/// The variable by which the bench program finds its server.
const BENCH_URL: &str = "FAIRWAY_BENCH_DATABASE_URL";

/// Benches that run the portal itself, and those that run the peers.
const WITH_PORTAL: [&str; 4] = ["http", "growth", "footprint", "web"];
const WITH_PEERS: [&str; 3] = ["booking", "hot", "rebuild"];

/// Builds what the wanted benches need and runs them; the names are the bench program's own.
pub(crate) fn bench(arguments: &[&str]) -> Result<()> {
    let names: Vec<&str> = arguments.iter().copied().filter(|word| !word.starts_with("--")).collect();
    let wants = |some: &[&str]| names.is_empty() || names.iter().any(|name| some.contains(name));
    let mut program = Command::new(target().join("release/fairway-bench"));
    program.current_dir(root()).args(arguments).env("FAIRWAY_BENCH_OUT", target().join("bench"));
    if arguments == ["--write-readme"] {
        build(&["fairway-bench"])?;
        return job::run(&mut program);
    }

    if wants(&WITH_PORTAL) {
        // Before the program: it carries the built web app inside.
        node::packages()?;
        node::build()?;
        build(&["fairway-bench", "fairway", "replay-tool"])?;
        program
            .env("FAIRWAY_BENCH_PROGRAM", target().join("release/fairway"))
            .env("FAIRWAY_BENCH_REPLAY_TOOL", target().join("release/replay-tool"))
            .env("FAIRWAY_BENCH_DEMO_DATA", root().join("demo-data"))
            .env("FAIRWAY_BENCH_WEB", root().join("tools/bench/web/measure.mjs"));
    } else {
        build(&["fairway-bench"])?;
    }
    if wants(&["web"]) {
        program.env("CHROMIUM_PATH", chromium::ensure()?);
    }
    if wants(&WITH_PEERS) {
        // A workspace of its own with a lock of its own; the shared target folder spares the common crates.
        let manifest = root().join("tools/bench/peers/Cargo.toml");
        job::run(
            cargo()
                .args(["build", "--release", "--locked", "--manifest-path"])
                .arg(manifest)
                .arg("--target-dir")
                .arg(target()),
        )
        .context("the peers cannot be built")?;
        program.env("FAIRWAY_BENCH_PEERS", target().join("release/fairway-bench-peers"));
    }
    let cluster = throwaway::start(Durability::Full)?;
    job::run(program.env(BENCH_URL, cluster.url()))
}

fn build(packages: &[&str]) -> Result<()> {
    let packages = packages.iter().flat_map(|package| ["--package", package]);
    job::run(cargo().args(["build", "--release"]).args(packages))
}
