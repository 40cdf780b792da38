//! What `/metrics` reports: numbers of this process, and of what it sees in the database. No personal data and no ids:
//! labels are route templates, kinds of commands, names of projections, nothing that grows with use.

mod common;
mod database;
mod page;
mod process;
mod requests;
pub mod serving;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::services::health::Health;
use crate::store::member_commands::Kind;
use common::Common;
pub use requests::Requests;

/// What a reader accepts of us: the text format of OpenMetrics, which Prometheus asks for first.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What this process counts besides the writer, which counts for itself.
#[derive(Debug)]
pub struct Metrics {
    /// The requests.
    pub requests: Requests,
    late_answers: AtomicU64,
    throttled: [AtomicU64; 2],
    started: Instant,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            requests: Requests::default(),
            late_answers: AtomicU64::new(0),
            throttled: Default::default(),
            started: Instant::now(),
        }
    }
}

impl Metrics {
    /// A command was answered before the read models showed its effect.
    pub fn answered_late(&self) {
        self.late_answers.fetch_add(1, Relaxed);
    }

    /// A member had made as many bookings or changes in the last hour as they may.
    pub fn throttled(&self, kind: Kind) {
        self.throttled[kind as usize].fetch_add(1, Relaxed);
    }
}

/// The page of a process that projects and serves nobody, as of now; `started` is when it began to.
///
/// # Errors
/// None in practice: it is written into memory.
pub async fn projecting(
    pool: &PgPool,
    clock: &Clock,
    health: &Health,
    started: Instant,
) -> Result<String, std::fmt::Error> {
    text_of(Common::of(pool, clock, health, started).await)
}

fn text_of(moment: impl Collector) -> Result<String, std::fmt::Error> {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(moment));
    let mut text = String::with_capacity(32 * 1024);
    text::encode(&mut text, &registry)?;
    Ok(text)
}
