//! The export of a journal of a million events as Parquet: its time and its highest memory, by `replay-tool` itself.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::Bench;
use crate::cpu;
use crate::history;
use crate::node::rebuild_all;
use crate::portal::{DataFolder, program};
use crate::report::Row;

const DATABASE: &str = "bench_export";
/// The highest memory is the kernel's own figure, and is read until the process ends.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let pool = server.create_migrated(DATABASE).await?;
    let history = history::load(&pool, options.rebuilt).await?;
    // Names that few members have are looked up in the read models.
    rebuild_all(&pool).await?;
    let folder = DataFolder::new("export")?;
    let file = folder.path().join("events.parquet");
    let (mut seconds, mut memory, mut size) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..options.rounds {
        let start = Instant::now();
        let mut export = Command::new(program("FAIRWAY_BENCH_REPLAY_TOOL")?)
            .args([
                "export",
                "--format",
                "parquet",
                "--what",
                "events",
                "--operator",
                "bench",
                "--reason",
                "bench",
            ])
            .arg("--out")
            .arg(&file)
            .env("DATABASE_URL", server.url(DATABASE))
            .env_remove("FAIRWAY_DATA_DIR")
            .stderr(Stdio::null())
            .spawn()
            .context("replay-tool cannot be started")?;
        let mut highest = None;
        let status = loop {
            highest = cpu::memory(export.id(), "VmHWM").or(highest);
            match export.try_wait()? {
                Some(status) => break status,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        ensure!(status.success(), "the export failed: {status}");
        seconds.push(start.elapsed().as_secs_f64());
        #[expect(clippy::cast_precision_loss, reason = "figures with three digits")]
        {
            memory.extend(highest.map(|kib| kib as f64 / 1024.0));
            size.push(std::fs::metadata(&file)?.len() as f64 / 1024.0 / 1024.0);
        }
    }
    pool.close().await;
    server.drop(DATABASE).await?;
    let rows = vec![
        Row::of_values(
            "events as Parquet",
            "s",
            seconds,
            "PostgreSQL's sort into another order, and hashing ids",
        ),
        Row::of_values("memory of the export, highest", "MiB", memory, "one group of 20 000 rows, encoded"),
        Row::of_values("size of the file", "MiB", size, "pseudonyms, which compress badly"),
    ];
    bench.report("export", &format!("Export of {} events", history.events), rows);
    Ok(())
}
