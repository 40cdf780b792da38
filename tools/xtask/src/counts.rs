//! Numbers of tests. The last line of `cargo xtask test` has their sums.

use std::ops::AddAssign;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// Numbers of tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Reads a runner's JSON report.
pub(crate) fn read(report: &Path) -> Result<Value> {
    let text =
        std::fs::read_to_string(report).with_context(|| format!("no report at {}", report.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not JSON", report.display()))
}
