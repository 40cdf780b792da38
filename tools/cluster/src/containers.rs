//! Starts the compose files of every deployment with Docker, one after the other, and does with each what an operator
//! does: start it, import, book, run commands, restore, kill, install a release, and remove everything.
//!
//! `cargo xtask test --only containers` prepares the folder with the files, and starts an engine where none runs.

mod compose;
mod demonstration;
mod players;
mod production;
mod several_machines;

use std::path::PathBuf;

use anyhow::{Result, bail};
use tokio::time::Instant;

use crate::cluster;
use compose::Compose;

/// Where the deployments are.
#[derive(Debug, clap::Args)]
#[group(id = "containers")]
pub(crate) struct Options {
    /// A folder with the compose files, `deploy` and `demo-data`, whose images were built. It is written to.
    #[arg(long)]
    folder: PathBuf,
}

/// Starts each deployment, and removes it however it went.
///
/// # Errors
/// When something did not work, or something of a deployment is left.
pub(crate) async fn start_each(options: Options) -> Result<()> {
    let folder = options.folder.as_path();
    let demonstration = demonstration::compose(folder);
    let production = production::compose(folder)?;
    let several_machines = several_machines::compose(folder);
    // Left by an earlier run that was killed.
    for compose in [&demonstration, &production, &several_machines] {
        compose.remove().await?;
    }
    let outcomes = [
        run(&demonstration, demonstration::check(&demonstration)).await?,
        run(&production, production::check(&production)).await?,
        run(&several_machines, several_machines::check(&several_machines)).await?,
    ];
    let passed = outcomes.iter().filter(|passed| **passed).count();
    let failed = outcomes.len() - passed;
    // The format of the standard test harness, which `cargo xtask test` parses.
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!("test result: {result}. {passed} passed; {failed} failed; 0 ignored");
    if failed > 0 {
        bail!("{failed} of {} deployments failed", outcomes.len());
    }
    Ok(())
}

/// Checks a deployment, and removes it. An error when it was stopped.
async fn run(compose: &Compose, check: impl Future<Output = Result<()>>) -> Result<bool> {
    let name = compose.name;
    println!("{name}:");
    let start = Instant::now();
    let outcome = tokio::select! {
        outcome = check => Some(outcome),
        () = cluster::stop_signal()? => None,
    };
    if matches!(outcome, Some(Err(_))) {
        compose.show().await;
    }
    let removed = compose.remove().await;
    let Some(outcome) = outcome else { bail!("stopped") };
    let outcome = outcome.and(removed);
    match &outcome {
        Ok(()) => println!("{name}: ok in {} s", start.elapsed().as_secs()),
        Err(error) => println!("{name}: NO GOOD: {error:#}"),
    }
    Ok(outcome.is_ok())
}
