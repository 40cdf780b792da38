//! The states that are stored beside the journal, and the names under which they are.
//!
//! A state is valid only for the code that made it. So the name is a digest of that code: when a state, the handling of
//! an event or an upcaster changes, the old snapshots are not used any more, without anybody changing a version.

use std::sync::LazyLock;
use std::time::Duration;

use fairway_events::journal::{History, Snapshot};
use fairway_events::{Journal, StreamId, code_digest, connections};
use tokio::task::JoinHandle;

use crate::any_aggregate::AnyAggregate;
use crate::world::Loaded;

/// A stream of which at least this many events had to be read gets a snapshot, so that the next read is shorter.
const MIN_EVENTS: usize = 64;

/// Snapshots written at once; others are written when their streams are loaded the next time.
pub(super) const MAX_BATCH: usize = 32;

/// How long a batch of them may take.
const TIMEOUT: Duration = Duration::from_secs(5);

macro_rules! sources {
    ($($file:literal),+ $(,)?) => { &[$(($file, include_str!(concat!("../", $file)))),+] };
}

/// The code that turns stored events into aggregates, as file and text.
const SOURCES: &[(&str, &str)] = sources![
    "any_aggregate.rs",
    "arrival_list.rs",
    "calendar.rs",
    "course_day.rs",
    "course_day/holds.rs",
    "membership.rs",
    "membership/purchases.rs",
    "order.rs",
    "reservation.rs",
    "rights.rs",
    "rights/pairs.rs",
    "settlement.rs",
    "voucher.rs",
    "waiting_list.rs",
    "world.rs",
];

static SCHEMA: LazyLock<String> = LazyLock::new(|| code_digest(SOURCES.iter().map(|(_, text)| *text)));

/// The name under which this program stores its snapshots.
pub(super) fn schema() -> &'static str {
    &SCHEMA
}

/// The aggregate of a history; `None` when its snapshot cannot be read, though the same code wrote it.
pub(super) fn fold(stream: &StreamId, history: History) -> Option<Loaded> {
    let mut loaded = match &history.snapshot {
        Some((version, state)) => Loaded::restored(*version, AnyAggregate::restore(stream, state)?),
        None => Loaded::empty(stream),
    };
    for (sequence, event) in history.events {
        loaded.apply(sequence, event);
    }
    Some(loaded)
}

/// Writes snapshots in the background, one batch at a time. Losing one only costs a longer read, so failures are only
/// logged.
#[derive(Debug, Default)]
pub(super) struct SnapshotWriter {
    writing: Option<JoinHandle<()>>,
}

impl SnapshotWriter {
    /// Whether a batch may be written now.
    pub(super) fn is_free(&self) -> bool {
        self.writing.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Stores states that were read from the journal, which are therefore committed.
    pub(super) fn write(&mut self, journal: &Journal, snapshots: Vec<Snapshot>) {
        if snapshots.is_empty() || !self.is_free() {
            return;
        }
        let journal = journal.clone();
        self.writing = Some(tokio::spawn(async move {
            let kept = journal.store_snapshots(&snapshots, schema());
            match tokio::time::timeout(TIMEOUT, kept).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    connections::invalidate_after(&error);
                    tracing::warn!(
                        %error,
                        "snapshots were not stored; their streams are read in full next time"
                    );
                }
                Err(_elapsed) => tracing::warn!("snapshots were not stored in time"),
            }
        }));
    }
}

/// The state of a stream of which so many events were read; none if they were few.
pub(super) fn snapshot_of_long(stream: &StreamId, read: usize, loaded: &Loaded) -> Option<Snapshot> {
    if read < MIN_EVENTS {
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
    fn every_source_that_evolves_an_aggregate_counts() {
        fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    visit(&path, found);
                } else {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let applies = text.contains(concat!("fn app", "ly(&mut self, event"));
                    if applies || text.contains(concat!("Serialize, Dese", "rialize)]")) {
                        found.push(path);
                    }
                }
            }
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut found = Vec::new();
        visit(&root, &mut found);
        assert!(found.len() >= 6, "{found:?} apply something");
        for path in found {
            let file = path.strip_prefix(&root).unwrap().to_str().unwrap();
            assert!(
                file == "writer/machine/cache.rs" || SOURCES.iter().any(|(source, _)| *source == file),
                "{file} is not in SOURCES"
            );
        }
    }
}
