//! The metrics of a serving process.

use chrono::TimeDelta;
use fairway_command::WriterHandle;
use fairway_payments::breaker::BreakerState as Breaker;
use fairway_payments::provider::Known;
use fairway_store::member_commands::Kind;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;

use super::common::Common;
use super::page::Page;
use super::{Requests, text_of};
use crate::app::App;

/// The page with the present values.
///
/// # Errors
/// None in practice: it is written into memory.
pub async fn page(app: &App) -> Result<String, std::fmt::Error> {
    let collector = ServingNumbers {
        common: Common::measure(
            &app.monitoring.pool,
            &app.common.clock,
            &app.monitoring.health,
            app.monitoring.metrics.started,
        )
        .await,
        requests: app.monitoring.metrics.requests.clone(),
        writer: app.common.writer.clone(),
        late_answers: app.common.counts.late_answers(),
        throttled: [Kind::Booking, Kind::Change].map(|kind| (kind, app.common.counts.throttled_of(kind))),
        live_connections: app.rounds.live.open(),
        password_hashes: app.members.passwords.started_hashes(),
        pending_logins: app.members.login_queue.pending(),
        connections: app.common.pool.size(),
        idle_connections: app.common.pool.num_idle(),
        most_connections: app.common.pool.options().get_max_connections(),
        provider: app.payments.provider.known(),
        refusals: [app.common.refusals.written(), app.common.refusals.dropped()],
        methods_age: app.payments.provider.known_methods().map(|known| known.age),
    };
    text_of(collector)
}

/// All values of the page.
#[derive(Debug)]
struct ServingNumbers {
    common: Common,
    requests: Requests,
    writer: WriterHandle,
    late_answers: u64,
    throttled: [(Kind, u64); 2],
    live_connections: usize,
    password_hashes: u64,
    pending_logins: usize,
    connections: u32,
    idle_connections: usize,
    most_connections: u32,
    provider: Known,
    /// Recorded, and dropped.
    refusals: [u64; 2],
    /// Age of the list of payment methods; none: it was never received.
    methods_age: Option<TimeDelta>,
}

impl Collector for ServingNumbers {
    fn encode(&self, encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let mut page = Page::on(encoder);
        self.requests.write(&mut page)?;
        page.gauge("fairway_live_connections", "Open connections of /api/live", self.live_connections)?;
        page.counter(
            "fairway_password_hashes",
            "Passwords hashed, for log-ins and for new passwords",
            self.password_hashes,
        )?;
        page.gauge(
            "fairway_logins_pending",
            "Log-ins whose password check is waiting or running",
            self.pending_logins,
        )?;
        self.writer(&mut page)?;
        let used = usize::try_from(self.connections).unwrap_or(0).saturating_sub(self.idle_connections);
        page.gauge(
            "fairway_database_connections_used",
            "Database connections for requests that are in use",
            used,
        )?;
        page.gauge(
            "fairway_database_connections_idle",
            "Open database connections for requests that are idle",
            self.idle_connections,
        )?;
        page.gauge(
            "fairway_database_connections_max",
            "The most database connections for requests",
            self.most_connections,
        )?;
        self.provider(&mut page)?;
        page.counter(
            "fairway_late_answers",
            "Commands answered before the read models included their events",
            self.late_answers,
        )?;
        page.counters(
            "fairway_commands_throttled",
            "Commands refused because the member reached the hourly limit",
            self.throttled.iter().map(|(kind, count)| ([("kind", kind.as_str())], *count)),
        )?;
        self.common.write(&mut page)
    }
}

impl ServingNumbers {
    fn provider(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        let Known { state, opened, failures } = self.provider;
        let states = Breaker::ALL.iter().map(|each| ([("state", each.as_str())], u32::from(*each == state)));
        page.gauges(
            "fairway_payment_breaker",
            "1 for the current state of the circuit breaker for the payment provider; closed: calls work",
            states,
        )?;
        page.counter(
            "fairway_payment_breaker_opened",
            "Times that the circuit breaker for the payment provider opened",
            opened,
        )?;
        page.counter(
            "fairway_payment_failures",
            "Calls to the payment provider that got no answer",
            failures,
        )?;
        if let Some(age) = self.methods_age {
            page.gauge(
                "fairway_payment_methods_age_seconds",
                "Time since the payment provider last listed its payment methods",
                age.num_seconds(),
            )?;
        }
        Ok(())
    }

    fn writer(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        let [recorded, dropped] = self.refusals;
        page.counter("fairway_refusals_recorded", "Refused commands that were recorded", recorded)?;
        page.counter(
            "fairway_refusals_dropped",
            "Refused commands that were not recorded: too many at once, or too many of one member",
            dropped,
        )?;
        let stats = self.writer.stats();
        let endings = stats
            .outcomes()
            .map(|(kind, ending, count)| ([("command", kind), ("outcome", ending.as_str())], count));
        page.counters("fairway_commands", "Commands by kind and outcome", endings)?;
        page.gauge("fairway_writer_running", "1 while the writer runs", self.writer.is_running())?;
        page.gauge(
            "fairway_event_kinds_held_back",
            "Kinds of events that are not written because some node cannot read them yet",
            self.writer.held_back().len(),
        )?;
        page.gauge(
            "fairway_writer_queue_depth",
            "Commands waiting for the writer",
            self.writer.queue_depth(),
        )?;
        page.counter(
            "fairway_writer_head_moved",
            "Appends rejected because another node had appended first",
            stats.moved(),
        )?;
        page.counter(
            "fairway_writer_retries",
            "Commands decided again because another node changed the streams that they read",
            stats.retries(),
        )?;
        page.counter(
            "fairway_writer_conflicts",
            "Batches with an id that was assumed new and already existed",
            stats.conflicts(),
        )?;
        page.counter(
            "fairway_writer_panics",
            "Panics in decisions and of the writer; the writer continued after each",
            stats.panics(),
        )?;
        page.counter(
            "fairway_journal_rewinds",
            "Times that the journal ended before a position that this node had already read",
            stats.rewinds(),
        )?;
        page.counter(
            "fairway_writer_failures",
            "Batches that the database did not commit",
            stats.failures(),
        )?;
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
