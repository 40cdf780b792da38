//! Which states are kept beside the journal, and under which name.
//!
//! A state is good only for the code that made it. So the name is a digest of that code: when a rule of evolution, a
//! shape or an upcaster changes, the old snapshots no longer count, and nobody has to remember to say so.

use std::sync::LazyLock;
use std::time::Duration;

use fairway_events::journal::{History, Snapshot};
use fairway_events::{Journal, StreamId, connections};
use sha2::{Digest, Sha256};
use tokio::task::JoinHandle;

use crate::world::{AnyAggregate, Loaded};

/// A stream of which this many events had to be read gets a snapshot, so that the next reader need not.
const WORTH_KEEPING: usize = 64;

/// Snapshots written at once; more wait for the next time that their streams are loaded.
pub(super) const AT_ONCE: usize = 32;

/// How long a batch of them may take.
const PATIENCE: Duration = Duration::from_secs(5);

macro_rules! sources {
    ($($file:literal),+ $(,)?) => { &[$(($file, include_str!(concat!("../", $file)))),+] };
}

/// The code that turns stored events into aggregates, as file and text.
const SOURCES: &[(&str, &str)] = sources![
    "calendar.rs",
    "course_day.rs",
    "membership.rs",
    "membership/purchases.rs",
    "order.rs",
    "reservation.rs",
    "rights.rs",
    "rights/pairs.rs",
    "voucher.rs",
    "world.rs",
];

static SCHEMA: LazyLock<String> = LazyLock::new(|| {
    digest(SOURCES.iter().map(|(_, text)| *text).chain(fairway_events::READING.iter().copied()))
});

fn digest<'a>(sources: impl IntoIterator<Item = &'a str>) -> String {
    let mut digest = Sha256::new();
    for source in sources {
        digest.update(source.len().to_le_bytes());
        digest.update(source.as_bytes());
    }
    hex::encode(&digest.finalize()[..16])
}

/// The name under which this program keeps its snapshots.
pub(super) fn schema() -> &'static str {
    &SCHEMA
}

/// The aggregate of a history; `None` when its snapshot cannot be read, though the same code wrote it.
pub(super) fn fold(stream: &StreamId, history: &History) -> Option<Loaded> {
    let mut loaded = match &history.snapshot {
        Some((version, state)) => Loaded::kept(*version, AnyAggregate::restore(stream, state)?),
        None => Loaded::empty(stream),
    };
    for (sequence, event) in &history.events {
        loaded.take_in(*sequence, event);
    }
    Some(loaded)
}

/// Writes snapshots beside the decisions, one batch at a time. Losing one costs a longer read, so failures are only
/// logged.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    writing: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Whether a batch may be written now.
    pub(super) fn is_free(&self) -> bool {
        self.writing.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Keeps states that were read from the journal: committed, therefore.
    pub(super) fn keep(&mut self, journal: &Journal, snapshots: Vec<Snapshot>) {
        if snapshots.is_empty() || !self.is_free() {
            return;
        }
        let journal = journal.clone();
        self.writing = Some(tokio::spawn(async move {
            let kept = journal.keep_snapshots(&snapshots, schema());
            match tokio::time::timeout(PATIENCE, kept).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    connections::distrust_after(&error);
                    tracing::warn!(%error, "snapshots were not kept; their streams are read in full again");
                }
                Err(_elapsed) => tracing::warn!("snapshots were not kept in time"),
            }
        }));
    }
}

/// The state of a long stream as it was loaded; none of a short one.
pub(super) fn worth_keeping(stream: &StreamId, history: &History, loaded: &Loaded) -> Option<Snapshot> {
    if history.events.len() < WORTH_KEEPING {
        return None;
    }
    let state = loaded.state.to_snapshot()?;
    Some(Snapshot { stream: stream.clone(), version: loaded.version, state })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn another_source_is_another_schema() {
        assert_eq!(digest(["a", "b"]), digest(["a", "b"]));
        assert_ne!(digest(["a", "b"]), digest(["a", "c"]));
        assert_ne!(digest(["a", "b"]), digest(["ab", ""]));
    }

    #[test]
    fn every_source_that_evolves_an_aggregate_counts() {
        fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    visit(&path, found);
                } else {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let evolves = text.contains(concat!("fn evo", "lve(&mut self"));
                    if evolves || text.contains(concat!("Serialize, Dese", "rialize)]")) {
                        found.push(path);
                    }
                }
            }
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut found = Vec::new();
        visit(&root, &mut found);
        assert!(found.len() >= 6, "{found:?} evolve something");
        for path in found {
            let file = path.strip_prefix(&root).unwrap().to_str().unwrap();
            assert!(
                file == "writer/machine/cache.rs" || SOURCES.iter().any(|(source, _)| *source == file),
                "{file} is not in SOURCES"
            );
        }
    }
}
