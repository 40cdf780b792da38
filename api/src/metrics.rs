//! What `/metrics` tells: numbers of this process, and of what it sees in the database. No personal data and no ids:
//! labels are route templates, kinds of commands, names of projections, nothing that grows with use.

mod page;
mod process;
mod requests;
mod standing;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use fairway_command::WriterHandle;
use fairway_events::connections;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, text};
use prometheus_client::registry::Registry;

use crate::app::App;
use crate::health::Health;
use crate::payments::breaker::Standing as Breaker;
use crate::payments::provider::Known;
use crate::store::member_commands::Kind;
use page::Page;
use process::Process;
pub use requests::Requests;
use standing::Standing;

/// What a reader accepts of us: the text format of OpenMetrics, which Prometheus asks for first.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How long a look at the database may take: then the page tells what this process knows by itself.
const PATIENCE: Duration = Duration::from_secs(2);

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

/// The page as of now.
///
/// # Errors
/// None in practice: it is written into memory.
pub async fn page(app: &App) -> Result<String, std::fmt::Error> {
    let moment = Moment {
        requests: app.metrics.requests.clone(),
        writer: app.writer.clone(),
        standing: connections::bounded(PATIENCE, Standing::of(app)).await.flatten(),
        process: Process::now(),
        late_answers: app.metrics.late_answers.load(Relaxed),
        throttled: [Kind::Booking, Kind::Change]
            .map(|kind| (kind, app.metrics.throttled[kind as usize].load(Relaxed))),
        uptime: app.metrics.started.elapsed(),
        live_connections: app.live.open(),
        password_hashes: app.passwords.begun(),
        pending_logins: app.login_queue.pending(),
        connections: app.pool.size(),
        idle_connections: app.pool.num_idle(),
        most_connections: app.pool.options().get_max_connections(),
        health: app.health.clone(),
        provider: app.provider.known(),
        methods_age: app.provider.known_methods().map(|known| known.age),
    };
    let mut registry = Registry::default();
    registry.register_collector(Box::new(moment));
    let mut text = String::with_capacity(32 * 1024);
    text::encode(&mut text, &registry)?;
    Ok(text)
}

/// Everything that one page tells.
#[derive(Debug)]
struct Moment {
    requests: Requests,
    writer: WriterHandle,
    /// None: the database did not answer in time.
    standing: Option<Standing>,
    process: Process,
    late_answers: u64,
    throttled: [(Kind, u64); 2],
    uptime: Duration,
    live_connections: usize,
    password_hashes: u64,
    pending_logins: usize,
    connections: u32,
    idle_connections: usize,
    most_connections: u32,
    health: Health,
    provider: Known,
    /// Of the list of ways to pay; none: the provider never told it.
    methods_age: Option<TimeDelta>,
}

impl Collector for Moment {
    fn encode(&self, encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let mut page = Page::on(encoder);
        self.requests.write(&mut page)?;
        page.gauge("fairway_live_connections", "Open connections of /api/live", self.live_connections)?;
        page.counter(
            "fairway_password_hashes",
            "Passwords hashed, to check or to store them",
            self.password_hashes,
        )?;
        page.gauge(
            "fairway_logins_pending",
            "Log-ins that wait for their password to be checked, or whose is",
            self.pending_logins,
        )?;
        self.writer(&mut page)?;
        page.gauge(
            "fairway_database_up",
            "1 when the database answered within 2 seconds",
            self.standing.is_some(),
        )?;
        let used = usize::try_from(self.connections).unwrap_or(0).saturating_sub(self.idle_connections);
        page.gauge("fairway_database_connections_used", "Connections for requests that are in use", used)?;
        page.gauge(
            "fairway_database_connections_idle",
            "Open connections for requests at rest",
            self.idle_connections,
        )?;
        page.gauge(
            "fairway_database_connections_max",
            "The most that are opened for requests",
            self.most_connections,
        )?;
        let tasks = self.health.tasks.counts();
        let restarts = tasks.iter().map(|(task, restarts)| ([("task", *task)], *restarts));
        page.counters(
            "fairway_task_restarts",
            "Times that a background task panicked or ended and was started again",
            restarts,
        )?;
        if let Some(postgres) = self.health.postgres() {
            page.gauge(
                "fairway_postgres_running",
                "1 while the own PostgreSQL takes connections",
                postgres.trouble.is_none(),
            )?;
            page.counter(
                "fairway_postgres_restarts",
                "Times that the own PostgreSQL died and was started again",
                postgres.restarts,
            )?;
        }
        if let Some(room) = self.health.disk() {
            let free = i64::try_from(room.free).unwrap_or(i64::MAX);
            page.gauge("fairway_disk_free_bytes", "Free on the disk of the own PostgreSQL", free)?;
            page.gauge(
                "fairway_disk_short",
                "1 while nothing new is stored for want of room",
                room.is_short,
            )?;
        }
        if let Some(record) = &self.health.acknowledged {
            page.counter(
                "fairway_acknowledged_written",
                "Appends in this node's own record of what it acknowledged",
                record.written(),
            )?;
            page.counter(
                "fairway_acknowledged_dropped",
                "Appends that are missing in it: the disk did not keep up, or refused",
                record.dropped(),
            )?;
        }
        self.provider(&mut page)?;
        if let Some(standing) = &self.standing {
            standing.write(&mut page)?;
        }
        page.counter(
            "fairway_late_answers",
            "Commands answered before the read models showed their effect",
            self.late_answers,
        )?;
        page.counters(
            "fairway_commands_throttled",
            "Commands refused because their member had made as many in the last hour as they may",
            self.throttled.iter().map(|(kind, count)| ([("kind", kind.as_str())], *count)),
        )?;
        self.process.write(&mut page)?;
        page.gauge("fairway_uptime_seconds", "Since the process began to serve", self.uptime.as_secs_f64())?;
        let build = [([("version", env!("CARGO_PKG_VERSION"))], 1)];
        page.gauges("fairway_build_info", "Always 1; the label says which build", build)
    }
}

impl Moment {
    fn provider(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        let Known { standing, opened, failures } = self.provider;
        let standings =
            Breaker::ALL.iter().map(|each| ([("state", each.as_str())], u32::from(*each == standing)));
        page.gauges(
            "fairway_payment_breaker",
            "1 for the state that the breaker before the payment provider is in: closed is well",
            standings,
        )?;
        page.counter(
            "fairway_payment_breaker_opened",
            "Times that the payment provider went away and was spared",
            opened,
        )?;
        page.counter(
            "fairway_payment_failures",
            "Calls to the payment provider without an answer",
            failures,
        )?;
        if let Some(age) = self.methods_age {
            page.gauge(
                "fairway_payment_methods_age_seconds",
                "How long ago the payment provider said how one can pay",
                age.num_seconds(),
            )?;
        }
        Ok(())
    }

    fn writer(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        let stats = self.writer.stats();
        let endings = stats
            .endings()
            .map(|(kind, ending, count)| ([("command", kind), ("outcome", ending.as_str())], count));
        page.counters("fairway_commands", "Commands by kind and outcome", endings)?;
        page.gauge("fairway_writer_running", "1 while commands can be decided", self.writer.is_running())?;
        page.gauge(
            "fairway_event_kinds_held_back",
            "Kinds of events that are not written until every node can read them",
            self.writer.held_back().len(),
        )?;
        page.gauge(
            "fairway_writer_queue_depth",
            "Commands that wait for the writer",
            self.writer.queue_depth(),
        )?;
        page.counter(
            "fairway_writer_head_moved",
            "Appends that found the journal's head moved by another node",
            stats.moved(),
        )?;
        page.counter(
            "fairway_writer_retries",
            "Commands decided again because another node changed what they rest on",
            stats.retries(),
        )?;
        page.counter(
            "fairway_writer_conflicts",
            "Batches in which an id that was presumed new was not",
            stats.conflicts(),
        )?;
        page.counter(
            "fairway_writer_panics",
            "Panics in decisions and of the writer, which went on after each",
            stats.panics(),
        )?;
        page.counter(
            "fairway_journal_rewinds",
            "Times that the journal was found to be older than what this node had seen",
            stats.rewinds(),
        )?;
        page.counter("fairway_writer_failures", "Batches that the database did not take", stats.failures())?;
        page.histogram(
            "fairway_writer_batch_commands",
            "Commands per commit",
            stats.commands_per_commit(),
            1.0,
        )?;
        page.histogram("fairway_writer_batch_events", "Events per commit", stats.events_per_commit(), 1.0)?;
        page.histogram(
            "fairway_writer_commit_duration_seconds",
            "Time of a commit",
            stats.commit_micros(),
            1e-6,
        )
    }
}
