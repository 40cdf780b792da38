//! The nodes' records of acknowledged appends (docs/operations/incidents.md, "Acknowledged appends").

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use fairway_events::journal::AcknowledgedAppend;

use super::missing::{MissingEvents, Source};

/// The maximum length of a line, bytes: an append of a full batch has some hundred thousand.
const MAXIMUM: u64 = 64 * 1024 * 1024;

/// Reads a folder or one file, and returns a sentence about what was read.
pub(super) async fn read(path: &Path, missing: &mut MissingEvents) -> Result<String> {
    let (mut appends, mut incomplete) = (0_u64, 0_u64);
    let files = files(path)?;
    for file in &files {
        let opened = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let mut lines = BufReader::new(opened);
        for number in 1_u64.. {
            let mut line = Vec::new();
            let length = (&mut lines)
                .take(MAXIMUM)
                .read_until(b'\n', &mut line)
                .with_context(|| format!("{} cannot be read", file.display()))?;
            if length == 0 {
                break;
            }
            if line.last() != Some(&b'\n') {
                ensure!(line.len() as u64 != MAXIMUM, "{}, line {number}: is no record", file.display());
                // The process was killed, or the disk filled up, while the line was written.
                incomplete += 1;
                break;
            }
            let append: AcknowledgedAppend = serde_json::from_slice(&line).with_context(|| {
                format!(
                    "{}, line {number}: is no line of a node's record; name the folder `acknowledged` of a node's \
                     FAIRWAY_DATA_DIR",
                    file.display()
                )
            })?;
            for (event, position) in append.events.into_iter().zip(append.first..) {
                missing.add(Source::Acknowledged, append.at, position, event).await?;
            }
            appends += 1;
        }
    }
    missing.search().await?;
    let broken = match incomplete {
        0 => String::new(),
        some => format!("; {some} lines end in the middle, as after a kill, and were left out"),
    };
    Ok(format!("{}: {appends} appends in {} files{broken}", path.display(), files.len()))
}

fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry.with_context(|| format!("{} cannot be read", path.display()))?.path();
        if file.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(file);
        }
    }
    if files.is_empty() {
        bail!(
            "{} holds no record: name the folder `acknowledged` of a node's FAIRWAY_DATA_DIR",
            path.display()
        );
    }
    files.sort();
    Ok(files)
}
