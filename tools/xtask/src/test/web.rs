//! The web app's unit and component tests, and the size of its first screens.

use anyhow::Result;

use crate::findings::{self, Report, check_outcome, report_file};
use crate::{job, node};

/// Runs Vitest.
pub(crate) fn vitest() -> Result<Report> {
    let report = report_file("vitest.json")?;
    let output_file = format!("--outputFile.json={}", report.display());
    let mut npm = node::npm(&["run", "test", "--", "--reporter=default", "--reporter=json", &output_file]);
    let (status, _) = job::run_and_capture(&mut npm)?;
    check_outcome("Vitest", status.success(), findings::vitest(&report).ok())
}

/// Fails when a screen loads more than it may.
pub(crate) fn size() -> Result<()> {
    job::run(&mut node::npm(&["run", "size"]))
}
