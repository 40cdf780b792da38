//! The bytes that a member's phone loads, the time that loading takes, and how long members and clubs' desks wait for the
//! screen. `tools/bench/web/measure.mjs` measures them in a real browser with the real program.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use tokio::process::Command;

use crate::bench::Bench;
use crate::portal::{DataFolder, Portal};
use crate::report::Row;

/// A figure as the script prints it, one per line.
#[derive(Debug, Deserialize)]
struct Figure {
    name: String,
    unit: String,
    values: Vec<f64>,
    bound: String,
}

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let script =
        std::env::var_os("FAIRWAY_BENCH_WEB").map(PathBuf::from).context("FAIRWAY_BENCH_WEB is not set")?;
    let folder = DataFolder::new("web")?;
    Portal::import_demo_data(folder.path())?;
    let portal = Portal::on_folder(folder.path()).await?;
    let output = Command::new("node")
        .arg(&script)
        .arg(format!("http://{}", portal.address))
        .arg(bench.options.rounds.to_string())
        .stderr(std::process::Stdio::inherit())
        .output()
        .await
        .context("cannot run node")?;
    portal.stop()?;
    ensure!(output.status.success(), "{} failed ({})", script.display(), output.status);
    let text = String::from_utf8(output.stdout)?;
    let mut rows = Vec::new();
    for line in text.lines() {
        let figure: Figure = serde_json::from_str(line).with_context(|| format!("not a figure: {line}"))?;
        rows.push(Row::of_values(figure.name, &figure.unit, figure.values, &figure.bound));
    }
    bench.report("web", "The web app in a browser", rows);
    Ok(())
}
