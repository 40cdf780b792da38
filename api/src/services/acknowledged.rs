//! The node's own record of what it acknowledged: `$FAIRWAY_DATA_DIR/acknowledged/`, a line per append
//! (`fairway_events::journal::Acknowledged`). A database that fails over without having replicated everything takes
//! acknowledged bookings along; the record is on another machine's disk, and `replay-tool salvage` compares.
//!
//! It is a help and no second journal. One thread writes it from a bounded channel, nothing waits for the disk, and what
//! finds no room is dropped, counted and said once. It is never read while serving.

mod files;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use fairway_command::AppendListener;
use fairway_events::journal::Acknowledged;

use crate::clock::Clock;
use crate::config::Config;
pub use files::Bounds;
use files::Files;

/// Lines that may wait for the disk.
const WAITING_LINES: usize = 4_096;
/// And their bytes together: a line of a full batch has some hundred thousand.
const WAITING_BYTES: usize = 32 * 1024 * 1024;
/// How often files are looked after while nothing is appended.
const TEND: Duration = Duration::from_secs(60);
/// Between two looks whether the thread has ended.
const LOOK: Duration = Duration::from_millis(5);

/// The folder below a data folder.
#[must_use]
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("acknowledged")
}

/// Counts of the record, for metrics.
#[derive(Debug, Default)]
pub struct RecordStats {
    written: AtomicU64,
    dropped: AtomicU64,
    waiting: AtomicUsize,
    /// Whether it was said that lines are dropped.
    has_reported: AtomicBool,
}

impl RecordStats {
    /// Appends that stand in the record.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written.load(Relaxed)
    }

    /// Appends that do not, because there is no room or the disk refuses.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Relaxed)
    }

    fn drop_one(&self, why: &str) {
        self.dropped.fetch_add(1, Relaxed);
        if !self.has_reported.swap(true, Relaxed) {
            tracing::error!(
                why,
                "the record of what this node acknowledges has gaps from here on; booking goes on \
                 (docs/operations.md, \"What a node acknowledged\")"
            );
        }
    }

    fn wrote_one(&self) {
        self.written.fetch_add(1, Relaxed);
        // Only once everything that waited has found its place: else it would be said with every other line.
        if self.waiting.load(Relaxed) == 0 && self.has_reported.swap(false, Relaxed) {
            tracing::info!(
                dropped = self.dropped(),
                "the record of what this node acknowledges is kept again"
            );
        }
    }
}

/// What the writer's thread sends.
#[derive(Debug)]
enum Message {
    Line(String),
    End,
}

/// Hears what is committed, and passes it on.
#[derive(Debug)]
struct Recorder {
    lines: SyncSender<Message>,
    stats: Arc<RecordStats>,
}

impl AppendListener for Recorder {
    fn acknowledged(&self, append: &Acknowledged<'_>) {
        let line = append.line();
        let bytes = line.len();
        if self.stats.waiting.fetch_add(bytes, Relaxed) + bytes > WAITING_BYTES {
            self.stats.waiting.fetch_sub(bytes, Relaxed);
            return self.stats.drop_one("the disk does not keep up");
        }
        match self.lines.try_send(Message::Line(line)) {
            Ok(()) => {}
            Err(full) => {
                self.stats.waiting.fetch_sub(bytes, Relaxed);
                self.stats.drop_one(match full {
                    TrySendError::Full(_) => "the disk does not keep up",
                    TrySendError::Disconnected(_) => "its thread has ended",
                });
            }
        }
    }
}

/// A record that is being kept.
#[derive(Debug)]
pub struct Recording {
    recorder: Arc<Recorder>,
    thread: std::thread::JoinHandle<()>,
}

impl Recording {
    /// Keeps one as the configuration asks: where the database is the operator's own, which may fail over. The own
    /// PostgreSQL shares the disk with the record, which would be lost with it.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start_as_configured(config: &Config, clock: &Clock) -> io::Result<Option<Self>> {
        if config.database_url.is_none() {
            return Ok(None);
        }
        let bounds = Bounds {
            age: TimeDelta::days(config.acknowledged_days.into()),
            bytes: u64::from(config.acknowledged_mb) * 1024 * 1024,
        };
        Self::start(&folder(&config.data_dir), bounds, clock.clone()).map(Some)
    }

    /// Keeps one in a folder, which is made when the first line comes.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(folder: &Path, bounds: Bounds, clock: Clock) -> io::Result<Self> {
        let (lines, waiting) = sync_channel(WAITING_LINES);
        let stats = Arc::<RecordStats>::default();
        let mut files = Files::in_folder(folder.to_owned(), bounds);
        let thread = std::thread::Builder::new().name("acknowledged".to_owned()).spawn({
            let stats = Arc::clone(&stats);
            move || keep(&mut files, &waiting, &stats, &clock)
        })?;
        Ok(Self { recorder: Arc::new(Recorder { lines, stats }), thread })
    }

    /// The listener of the writer.
    #[must_use]
    pub fn listener(&self) -> Arc<dyn AppendListener> {
        Arc::clone(&self.recorder) as _
    }

    /// Its counts.
    #[must_use]
    pub fn stats(&self) -> Arc<RecordStats> {
        Arc::clone(&self.recorder.stats)
    }

    /// Writes what waits and ends; a disk that takes longer than `patience` is left to itself. To be called when the
    /// writer has ended. Blocks.
    pub fn finish(self, patience: Duration) {
        let until = Instant::now() + patience;
        let mut end = Message::End;
        while let Err(TrySendError::Full(back)) = self.recorder.lines.try_send(end) {
            if Instant::now() >= until {
                break;
            }
            end = back;
            std::thread::sleep(LOOK);
        }
        while !self.thread.is_finished() && Instant::now() < until {
            std::thread::sleep(LOOK);
        }
        if !self.thread.is_finished() {
            tracing::warn!("the last lines of the record of what this node acknowledged may be missing");
        }
    }
}

/// The thread: writes whatever comes until it is asked to end, or no sender is left.
fn keep(files: &mut Files, waiting: &Receiver<Message>, stats: &RecordStats, clock: &Clock) {
    loop {
        let line = match waiting.recv_timeout(TEND) {
            Ok(Message::Line(line)) => line,
            Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                files.tend(clock.now());
                continue;
            }
        };
        let written = files.append(line.as_bytes(), clock.now());
        stats.waiting.fetch_sub(line.len(), Relaxed);
        match written {
            Ok(()) => stats.wrote_one(),
            Err(error) => stats.drop_one(&error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;
