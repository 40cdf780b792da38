//! The checks of the sources that do not run the program.

pub(crate) mod documents;
pub(crate) mod features;
pub(crate) mod sources;

use anyhow::{Context, Result};

use crate::root::cargo;
use crate::{job, node};

/// Fails when the Rust code is not formatted.
pub(crate) fn rust_format() -> Result<()> {
    job::run(cargo().args(["fmt", "--all", "--check"])).context("not formatted: run `cargo fmt --all`")
}

/// Fails when the web app is not formatted or has a lint.
pub(crate) fn web_format_and_lints() -> Result<()> {
    job::run(&mut node::npm(&["run", "format:check"]))
        .context("not formatted: run `npm run format` in webapp/")?;
    job::run(&mut node::npm(&["run", "lint"]))
}
