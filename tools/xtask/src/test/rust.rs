//! The Rust tests of both levels.

use anyhow::Result;

use crate::counts::Counts;
use crate::findings::{self, Report, check_outcome};
use crate::nextest::{self, FIRST_LEVEL, SEARCH_FACTOR};
use crate::root::cargo;
use crate::{job, previous_release};

/// How much longer a search of the second level is than one of the first.
const LONG_SEARCH: &str = "10";
/// The members of the workspace that only the second level builds.
const TOOLS: [&str; 4] = ["fairway-bench", "fairway-bench-driver", "fairway-cluster", "fairway-fuzz-targets"];

/// Everything that needs no other process and no minutes; searches are short.
pub(crate) fn first_level() -> Result<Report> {
    nextest::run(&[], FIRST_LEVEL, |_| ())
}

/// The examples in the documentation, which nextest does not run.
pub(crate) fn documentation() -> Result<Report> {
    let (status, text) = job::run_and_capture(cargo().args(["test", "--doc"]))?;
    let counts = Counts::cargo_test(&text).or(Some(Counts::default()));
    check_outcome("doc tests", status.success(), counts, findings::cargo_test(&text))
}

/// A group of the second level.
pub(crate) fn second_level(group: &str) -> Result<Report> {
    nextest::run(&[], &format!("group(second-{group})"), |_| ())
}

/// The searches of the first level once more, and longer.
pub(crate) fn searches() -> Result<Report> {
    nextest::run(&[], "group(searches)", |command| {
        command.env(SEARCH_FACTOR, LONG_SEARCH);
    })
}

/// Bench, cluster, fuzz targets, and the deployment files that these read.
pub(crate) fn tools() -> Result<Report> {
    let packages = TOOLS.map(|name| ["--package", name]);
    nextest::run(packages.as_flattened(), "all()", |_| ())
}

/// The one test that needs the program of the previous release.
pub(crate) fn beside_the_previous_release() -> Result<Report> {
    let Some(previous) = previous_release::build()? else {
        return Ok(Report::skipped("beside the previous release: this clone does not have its commit"));
    };
    nextest::run(&[], "group(second-releases)", |command| {
        command.env(previous_release::PROGRAM, previous).args(["--run-ignored", "all"]);
    })
}
