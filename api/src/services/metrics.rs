//! The metrics of `/metrics`: numbers of this process, and of the database as it sees it. No personal data and no ids:
//! labels are route templates, kinds of commands and names of projections, so that their number does not grow with use.

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

/// The content type: the text format of OpenMetrics, which Prometheus prefers.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The counts of this process, except for those of the writer.
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

    /// A member has reached the limit of bookings or changes per hour.
    pub fn throttled(&self, kind: Kind) {
        self.throttled[kind as usize].fetch_add(1, Relaxed);
    }
}

/// The page of a process that projects without serving; `started` is when it began.
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

fn text_of(collector: impl Collector) -> Result<String, std::fmt::Error> {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(collector));
    let mut text = String::with_capacity(32 * 1024);
    text::encode(&mut text, &registry)?;
    Ok(text)
}
