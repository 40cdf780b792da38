//! `cargo xtask check`: the checks of the sources that do not run the program.

pub(crate) mod circles;
pub(crate) mod direction;
mod documents;
mod rules;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::root::{cargo, lint_builds, root, target};
use crate::summary::Steps;
use crate::{job, node, programs, supply};

/// Runs all checks and prints a summary.
pub(crate) fn check() -> ExitCode {
    let mut steps = Steps::new();
    steps.step("the web app's packages", node::packages);
    quick(&mut steps);
    steps.step("types of the web app", || job::run(&mut node::npm(&["run", "typecheck"])));
    thorough(&mut steps);
    steps.finish()
}

/// Checks that take seconds.
pub(crate) fn quick(steps: &mut Steps) {
    steps.step("dependency direction", direction::check);
    steps.step("no circles between modules", circles::check);
    steps.step("architecture rules", rules::check);
    steps.step("names in the documents", documents::check);
    steps.step("formatting of the Rust code", || job::run(cargo().args(["fmt", "--all", "--check"])));
    steps.step("formatting of the web app", || job::run(&mut node::npm(&["run", "format:check"])));
    steps.step("the lock files of the bench's peers and of the fuzz targets", other_locks);
    steps.step("lints of the web app", || job::run(&mut node::npm(&["run", "lint"])));
}

/// Checks that need a build.
pub(crate) fn thorough(steps: &mut Steps) {
    lint_builds();
    steps.step("clippy, and build of every program and test", programs::build_programs);
    steps.step("the committed OpenAPI document", openapi);
    steps.step("licences, bans and sources of the crates", supply::licences_bans_and_sources);
    steps.counted("known vulnerabilities in crates", supply::advisories);
    steps.counted("known vulnerabilities in the web app's packages", supply::npm_audit);
}

/// The peers and the fuzz targets are other workspaces, so no build of this workspace updates their lock files. With a
/// stale lock file, `cargo xtask bench` cannot build the peers, and `cargo xtask fuzz` tests other versions of the
/// dependencies than those in production.
fn other_locks() -> Result<()> {
    for manifest in ["tools/bench/peers/Cargo.toml", "tools/fuzz/Cargo.toml"] {
        job::run(cargo().args(["update", "--workspace", "--locked", "--quiet", "--manifest-path", manifest]))
            .with_context(|| {
            format!(
                "the lock file of {manifest} is stale: run `cargo update --workspace --manifest-path {manifest}`"
            )
        })?;
    }
    Ok(())
}

/// The document is committed so that a review shows changes of the API; a stale document would hide them.
fn openapi() -> Result<()> {
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
