//! The node's own log of its acknowledged appends: `$FAIRWAY_DATA_DIR/acknowledged/`, a line per append
//! (`fairway_events::journal::Acknowledged`). A database that fails over without having replicated everything loses
//! acknowledged bookings; this log is on another machine's disk, and `replay-tool salvage` compares the two.
//!
//! It is an aid and no second journal. One thread writes it from a bounded channel, nothing waits for the disk, and
//! lines that do not fit are dropped, counted and reported once. It is never read while serving.

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

pub use self::files::Bounds;
use self::files::Files;
use crate::config::Config;
use fairway_clock::clock::Clock;

/// Lines that may wait for the disk.
const WAITING_LINES: usize = 4_096;
/// Their bytes in total: a line of a full batch has some hundred thousand.
const WAITING_BYTES: usize = 32 * 1024 * 1024;
/// How often old files are removed while nothing is appended.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60);
/// How often `finish` checks whether the thread has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The folder below a data folder.
#[must_use]
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join("acknowledged")
}

/// Counts of the log, for metrics.
#[derive(Debug, Default)]
pub struct RecordStats {
    written: AtomicU64,
    dropped: AtomicU64,
    waiting: AtomicUsize,
    /// Whether it was reported that lines are dropped.
    has_reported: AtomicBool,
}

impl RecordStats {
    /// Appends that were written.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written.load(Relaxed)
    }

    /// Appends that were dropped, because the channel is full or the disk refuses.
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
                 (docs/operations/incidents.md, \"Acknowledged appends\")"
            );
        }
    }

    fn wrote_one(&self) {
        self.written.fetch_add(1, Relaxed);
        // Only when no line waits any more: otherwise it would be reported with every other line.
        if self.waiting.load(Relaxed) == 0 && self.has_reported.swap(false, Relaxed) {
            tracing::info!(
                dropped = self.dropped(),
                "the record of what this node acknowledges is complete again from here on"
            );
        }
    }
}

/// The messages to the writing thread.
#[derive(Debug)]
enum Message {
    Line(String),
    End,
}

/// Receives committed appends, and passes them to the thread.
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

/// A running log.
#[derive(Debug)]
pub struct Recording {
    recorder: Arc<Recorder>,
    thread: std::thread::JoinHandle<()>,
}

impl Recording {
    /// Starts one if the configuration requires it: for a database of the operator's, which may fail over. The own
    /// PostgreSQL is on the same disk as the log, which would be lost with it.
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

    /// Starts one in a folder, which is created with the first line.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(folder: &Path, bounds: Bounds, clock: Clock) -> io::Result<Self> {
        let (lines, waiting) = sync_channel(WAITING_LINES);
        let stats = Arc::<RecordStats>::default();
        let mut files = Files::in_folder(folder.to_owned(), bounds);
        let thread = std::thread::Builder::new().name("acknowledged".to_owned()).spawn({
            let stats = Arc::clone(&stats);
            move || write_lines(&mut files, &waiting, &stats, &clock)
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

    /// Writes the waiting lines and ends; if the disk takes longer than `time_limit`, the rest is abandoned. Must be
    /// called after the writer has ended. Blocks.
    pub fn finish(self, time_limit: Duration) {
        let until = Instant::now() + time_limit;
        let mut end = Message::End;
        while let Err(TrySendError::Full(back)) = self.recorder.lines.try_send(end) {
            if Instant::now() >= until {
                break;
            }
            end = back;
            std::thread::sleep(POLL_INTERVAL);
        }
        while !self.thread.is_finished() && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL);
        }
        if !self.thread.is_finished() {
            tracing::warn!("the last lines of the record of what this node acknowledged may be missing");
        }
    }
}

/// The thread: writes lines until it receives `End`, or no sender exists any more.
fn write_lines(files: &mut Files, waiting: &Receiver<Message>, stats: &RecordStats, clock: &Clock) {
    loop {
        let line = match waiting.recv_timeout(CLEANUP_INTERVAL) {
            Ok(Message::Line(line)) => line,
            Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                files.remove_expired(clock.now());
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
