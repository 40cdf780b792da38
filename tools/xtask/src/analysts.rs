//! The dbt project and the notebook for analysts in `deploy/analytics`. A Rust test runs both on a season of play, with
//! the Python programs that this module installs.

use anyhow::Result;

use crate::findings::Report;
use crate::root::root;
use crate::{nextest, python};

/// The environment variable with the folder of the programs, for the test.
const PROGRAMS: &str = "FAIRWAY_ANALYSTS_PROGRAMS";

/// Runs that test. Skipped when the programs cannot be installed.
pub(crate) fn run() -> Result<Report> {
    match python::programs("analysts", &root().join("deploy/analytics/requirements.txt")) {
        Ok(programs) => nextest::run(&[], "test(/^contract::dbt_/)", |command| {
            command.env(PROGRAMS, programs).args(["--run-ignored", "only"]);
        }),
        Err(error) => Ok(Report::skipped(format!("no dbt and notebook ({error:#})"))),
    }
}
