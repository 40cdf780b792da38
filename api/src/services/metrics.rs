//! The metrics of `/metrics`: numbers of this process, and of the database as it sees it. No personal data and no ids:
//! labels are route templates, kinds of commands and names of projections, so that their number does not grow with use.

mod common;
mod database;
mod page;
mod process;
mod requests;
pub mod serving;

use std::time::Instant;

use fairway_store::PgPool;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;

use self::common::Common;
pub use self::requests::Requests;
use super::health::Health;
use fairway_clock::clock::Clock;

/// The content type: the text format of OpenMetrics, which Prometheus prefers.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The counts of this process's requests.
#[derive(Debug)]
pub struct Metrics {
    /// The requests.
    pub requests: Requests,
    started: Instant,
}

impl Default for Metrics {
    fn default() -> Self {
        Self { requests: Requests::default(), started: Instant::now() }
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
    text_of(Common::measure(pool, clock, health, started).await)
}

fn text_of(collector: impl Collector) -> Result<String, std::fmt::Error> {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(collector));
    let mut text = String::with_capacity(32 * 1024);
    text::encode(&mut text, &registry)?;
    Ok(text)
}
