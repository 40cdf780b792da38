//! The metrics of every long-running process, whether it serves or projects.

use std::fmt::Error;
use std::time::{Duration, Instant};

use fairway_clock::clock::Clock;
use fairway_events::connections;
use fairway_store::PgPool;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;

use super::database::DatabaseState;
use super::page::Page;
use super::process::Process;
use crate::services::health::Health;

/// The time limit for the database's metrics: after it, the page has the process's own metrics only.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// The process, its own PostgreSQL and disk, and the database's metrics.
#[derive(Debug)]
pub(super) struct Common {
    /// None: the database did not answer in time.
    database: Option<DatabaseState>,
    process: Process,
    uptime: Duration,
    health: Health,
}

impl Common {
    /// The present values; `started` is when the process began its work.
    pub(super) async fn measure(pool: &PgPool, clock: &Clock, health: &Health, started: Instant) -> Self {
        Self {
            database: connections::bounded(TIME_LIMIT, DatabaseState::measure(pool, clock)).await.flatten(),
            process: Process::now(),
            uptime: started.elapsed(),
            health: health.clone(),
        }
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> Result<(), Error> {
        page.gauge(
            "fairway_database_up",
            "1 when the database answered within 2 seconds",
            self.database.is_some(),
        )?;
        let tasks = self.health.tasks.counts();
        let restarts = tasks.iter().map(|(task, restarts)| ([("task", *task)], *restarts));
        page.counters(
            "fairway_task_restarts",
            "Restarts of a background task that panicked or ended",
            restarts,
        )?;
        let [sent, failed, forgotten] = self.health.push.values();
        page.counter("fairway_push_sent", "Messages that a push service took", sent)?;
        page.counter("fairway_push_failed", "Messages that are not sent again", failed)?;
        page.counter("fairway_push_forgotten", "Devices that a push service says are gone", forgotten)?;
        if let Some(postgres) = self.health.postgres() {
            page.gauge(
                "fairway_postgres_running",
                "1 while Fairway's own PostgreSQL accepts connections",
                postgres.problem.is_none(),
            )?;
            page.counter(
                "fairway_postgres_restarts",
                "Restarts of Fairway's own PostgreSQL after it ended unexpectedly",
                postgres.restarts,
            )?;
        }
        if let Some(room) = self.health.disk() {
            let free = i64::try_from(room.free).unwrap_or(i64::MAX);
            page.gauge(
                "fairway_disk_free_bytes",
                "Free bytes on the disk of Fairway's own PostgreSQL",
                free,
            )?;
            page.gauge(
                "fairway_disk_short",
                "1 while new data are refused because the disk is nearly full",
                room.is_short,
            )?;
        }
        if let Some(record) = &self.health.acknowledged {
            page.counter(
                "fairway_acknowledged_written",
                "Appends that were written to this node's record of acknowledged appends",
                record.written(),
            )?;
            page.counter(
                "fairway_acknowledged_dropped",
                "Appends missing from that record, because the disk was too slow or failed",
                record.dropped(),
            )?;
        }
        if let Some(database) = &self.database {
            database.write(page)?;
        }
        self.process.write(page)?;
        page.gauge(
            "fairway_uptime_seconds",
            "Time since the process began to serve",
            self.uptime.as_secs_f64(),
        )?;
        let build = [([("version", env!("CARGO_PKG_VERSION"))], 1)];
        page.gauges("fairway_build_info", "Always 1; the label is the version", build)
    }
}

impl Collector for Common {
    fn encode(&self, encoder: DescriptorEncoder) -> Result<(), Error> {
        self.write(&mut Page::on(encoder))
    }
}
