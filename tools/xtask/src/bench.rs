//! `cargo xtask bench`: measurements on a PostgreSQL cluster with default durability, because figures without `fsync`
//! are wrong for production.
//!
//! The bench program measures. This module builds only the programs that the requested benches need, and passes their
//! paths to the bench program.

use std::process::Command;

use anyhow::Result;
use fairway_postgres::throwaway::Durability;

use crate::root::{cargo, root, target};
use crate::{chromium, job, node, throwaway};

/// The environment variable with the URL of the bench program's server.
const BENCH_URL: &str = "FAIRWAY_BENCH_DATABASE_URL";

/// Benches that run the portal or `replay-tool`.
const WITH_PORTAL: [&str; 9] =
    ["http", "rush", "growth", "operators", "statements", "export", "analysts", "footprint", "web"];

/// Builds what the requested benches need and runs them. The bench program defines the names.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    let names: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|argument| !argument.starts_with("--")).collect();
    let runs_any_of = |benches: &[&str]| names.is_empty() || names.iter().any(|name| benches.contains(name));
    let mut program = Command::new(target().join("release/fairway-bench"));
    program.current_dir(root()).args(arguments).env("FAIRWAY_BENCH_OUT", target().join("bench"));
    if arguments == ["--write-readme"] || arguments == ["--help"] {
        build(&["fairway-bench"])?;
        return job::run(&mut program);
    }

    if runs_any_of(&WITH_PORTAL) {
        // Before the program, which embeds the built web app.
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
    if runs_any_of(&["web"]) {
        program.env("CHROMIUM_PATH", chromium::ensure()?);
    }
    let cluster = throwaway::start(Durability::Full)?;
    job::run(program.env(BENCH_URL, cluster.url()))
}

fn build(packages: &[&str]) -> Result<()> {
    let packages = packages.iter().flat_map(|package| ["--package", package]);
    job::run(cargo().args(["build", "--release"]).args(packages))
}
