//! The Rust tests of both levels.

use anyhow::Result;

use crate::findings::Report;
use crate::nextest::{self, FIRST_LEVEL, SEARCH_PERCENT};
use crate::previous_release;

/// Of its cases, a search of the second level tries all; one of the first tries a tenth.
const ALL_CASES: &str = "100";

/// Everything that needs no other process and no minutes; searches are short.
pub(crate) fn first_level() -> Result<Report> {
    let mut report = nextest::run(&[], FIRST_LEVEL, |_| ())?;
    let ignored = nextest::ignored()?;
    if !ignored.is_empty() {
        report.counts.skipped = ignored.len() as u64;
        report.skipped.push(format!("Rust tests with #[ignore]: {}", ignored.join(", ")));
    }
    Ok(report)
}

/// A group of the second level.
pub(crate) fn second_level(group: &str) -> Result<Report> {
    nextest::run(&[], &format!("group(second-{group})"), |_| ())
}

/// The searches of the first level once more, and longer; and those that are too long for it.
pub(crate) fn searches() -> Result<Report> {
    nextest::run(&[], "group(/searches$/)", |command| {
        command.env(SEARCH_PERCENT, ALL_CASES);
    })
}

/// Bench, cluster, fuzz targets, and the deployment files that these read.
pub(crate) fn tools() -> Result<Report> {
    // Of the workspace, as they were built: chosen alone, they would get other features, and be built again.
    nextest::run(&["--workspace"], "package(/^fairway-(bench|cluster|fuzz|histories)/)", |_| ())
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
