//! Counts of late answers and throttled commands, for the metrics of this process.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use fairway_store::member_commands::Kind;

/// The counts since the start.
#[derive(Debug, Default)]
pub struct Counts {
    late_answers: AtomicU64,
    throttled: [AtomicU64; 2],
}

impl Counts {
    /// A command was answered before the read models showed its effect.
    pub fn answered_late(&self) {
        self.late_answers.fetch_add(1, Relaxed);
    }

    /// A member has reached the limit of bookings or changes per hour.
    pub fn throttled(&self, kind: Kind) {
        self.throttled[kind as usize].fetch_add(1, Relaxed);
    }

    /// How many commands were answered late.
    #[must_use]
    pub fn late_answers(&self) -> u64 {
        self.late_answers.load(Relaxed)
    }

    /// How many commands of a kind were throttled.
    #[must_use]
    pub fn throttled_of(&self, kind: Kind) -> u64 {
        self.throttled[kind as usize].load(Relaxed)
    }
}
