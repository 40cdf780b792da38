//! The checks of the sources that do not run the program.

pub(crate) mod circles;
pub(crate) mod direction;
pub(crate) mod documents;
pub(crate) mod features;
pub(crate) mod rules;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::root::{cargo, root, target};
use crate::{job, node};

/// Fails when the Rust code is not formatted.
pub(crate) fn rust_format() -> Result<()> {
    job::run(cargo().args(["fmt", "--all", "--check"]))
}

/// Fails when the web app is not formatted or has a lint.
pub(crate) fn web_format_and_lints() -> Result<()> {
    job::run(&mut node::npm(&["run", "format:check"]))?;
    job::run(&mut node::npm(&["run", "lint"]))
}

/// The document is committed so that a review shows changes of the API; a stale document would hide them.
pub(crate) fn openapi() -> Result<()> {
    let committed: PathBuf = root().join("docs/openapi.json");
    let generated =
        job::output(Command::new(target().join("debug/fairway")).current_dir(root()).arg("openapi"))?;
    let text = std::fs::read_to_string(&committed)
        .with_context(|| format!("cannot read {}", committed.display()))?;
    if text.trim_end() != generated.trim_end() {
        bail!("docs/openapi.json is stale: run `cargo run --package fairway -- openapi > docs/openapi.json`");
    }
    Ok(())
}
