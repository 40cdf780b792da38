//! The metrics of the database: positions of projections, waiting mails and orders. Every serving process reports the
//! same, also if the projectors run elsewhere; so aggregate these with `max by`, not with `sum`.

use chrono::{DateTime, Utc};
use fairway_clock::clock::Clock;
use fairway_query::{OpenOrders, ProjectionState, ProjectionStatus, ReadError, Reads, WaitingTotals};
use fairway_store::PgPool;
use fairway_store::log_archive::LogArchive;
use fairway_store::{log_archive, outbox, push_messages};
use fairway_text::error_chain::Chain;

use super::page::Page;

/// The values of one query.
#[derive(Debug)]
pub(super) struct DatabaseState {
    now: DateTime<Utc>,
    projections: Vec<ProjectionStatus>,
    mail: outbox::QueueCounts,
    push: push_messages::QueueCounts,
    orders: OpenOrders,
    waiting: WaitingTotals,
    log_archive: Option<LogArchive>,
}

impl DatabaseState {
    /// None when the database does not answer.
    pub(super) async fn measure(pool: &PgPool, clock: &Clock) -> Option<Self> {
        let reads = Reads::new(pool.clone());
        let querying = async {
            Ok::<_, ReadError>(Self {
                projections: reads.projections().await?,
                mail: outbox::counts(pool).await?,
                push: push_messages::counts(pool).await?,
                orders: reads.open_order_totals().await?,
                waiting: reads.waiting_totals(clock.today()).await?,
                log_archive: log_archive::state(pool).await?,
                now: clock.now(),
            })
        };
        querying
            .await
            .inspect_err(
                |error| tracing::warn!(error = %Chain(error), "the database's metrics cannot be read"),
            )
            .ok()
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        let head = self.projections.first().map_or(0, |status| status.head);
        page.gauge("fairway_journal_position", "The journal's last position", head)?;
        self.projections(page)?;
        page.gauge("fairway_mail_queued", "Mails waiting to be sent", self.mail.queued)?;
        page.gauge(
            "fairway_mail_retrying",
            "Waiting mails of which a delivery failed at least once",
            self.mail.retrying,
        )?;
        page.gauge(
            "fairway_mail_failed",
            "Stored mails that are not sent again after repeated failures",
            self.mail.failed,
        )?;
        page.gauge(
            "fairway_mail_oldest_seconds",
            "Waiting time of the oldest waiting mail; 0 when none waits",
            self.since(self.mail.oldest_queued_at),
        )?;
        page.gauge("fairway_push_queued", "Messages for devices that wait to be sent", self.push.queued)?;
        page.gauge(
            "fairway_push_oldest_seconds",
            "Waiting time of the oldest message for a device that is due; 0 when none is",
            self.since(self.push.oldest_queued_at),
        )?;
        page.gauge("fairway_orders_open", "Orders whose payment has no outcome yet", self.orders.count)?;
        page.gauge(
            "fairway_orders_open_oldest_seconds",
            "Age of the oldest open order; 0 when none is open",
            self.since(self.orders.oldest),
        )?;
        page.gauge(
            "fairway_refunds_due",
            "Refunds that the provider has not confirmed",
            self.orders.refunds_due,
        )?;
        page.gauge(
            "fairway_waiting_days",
            "Clubs' days, today and later, for which groups without an offer wait",
            self.waiting.days,
        )?;
        page.gauge(
            "fairway_waiting_offers",
            "Groups on waiting lists that are offered places",
            self.waiting.offers,
        )?;
        page.gauge(
            "fairway_waiting_offer_overdue_seconds",
            "Time since the end of the oldest offer that has lapsed and was not ended; 0 when there is none",
            self.since(self.waiting.first_end),
        )?;
        self.log_archive.map_or(Ok(()), |archive| archived(archive, self.since(archive.archived_at), page))
    }

    fn projections(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        fn each<'a, R>(
            statuses: impl IntoIterator<Item = &'a ProjectionStatus>,
            value: impl Fn(&ProjectionStatus) -> R,
        ) -> impl Iterator<Item = ([(&'a str, &'a str); 1], R)> {
            statuses.into_iter().map(move |status| ([("projection", status.name.as_str())], value(status)))
        }
        let all = &self.projections;
        page.gauges(
            "fairway_projection_position",
            "Position of the last event that a projection has processed",
            each(all, |status| status.position),
        )?;
        page.gauges(
            "fairway_projection_lag_events",
            "Events in the journal that a projection has not processed",
            each(all, ProjectionStatus::lag),
        )?;
        page.gauges(
            "fairway_projection_lag_seconds",
            "Age of the oldest event that a projection has not processed; 0 when it has processed all",
            each(all, |status| self.since(status.waiting_since)),
        )?;
        page.gauges(
            "fairway_projection_age_seconds",
            "Age of the last event that a projection has processed",
            each(all.iter().filter(|status| status.as_of.is_some()), |status| self.since(status.as_of)),
        )?;
        page.gauges(
            "fairway_projection_running",
            "0 when a projection is stopped at an unreadable event or the database rejects its writes",
            each(all, |status| status.state == ProjectionState::Running),
        )
    }

    /// Seconds since then; 0 without an instant, or when another node's clock is ahead.
    fn since(&self, instant: Option<DateTime<Utc>>) -> f64 {
        instant
            .and_then(|instant| (self.now - instant).to_std().ok())
            .map_or(0.0, |passed| passed.as_secs_f64())
    }
}

/// The state of the database's log archive; `age` in seconds.
fn archived(archive: LogArchive, age: f64, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
    page.gauge(
        "fairway_log_archive_failing",
        "1 while the database cannot copy its log to the archive that backups need",
        archive.is_failing,
    )?;
    page.gauge(
        "fairway_log_archive_age_seconds",
        "Time since a segment of the log was last archived; 0 when none was archived yet",
        age,
    )
}

#[cfg(test)]
mod tests {
    use prometheus_client::collector::Collector;
    use prometheus_client::encoding::DescriptorEncoder;
    use prometheus_client::registry::Registry;

    use super::*;

    #[derive(Debug)]
    struct Archive(LogArchive);

    impl Collector for Archive {
        fn encode(&self, encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
            archived(self.0, 90.0, &mut Page::on(encoder))
        }
    }

    #[test]
    fn a_failing_log_archive_is_reported_under_the_names_that_the_alerts_use() {
        for (is_failing, wanted) in [(true, 1), (false, 0)] {
            let mut registry = Registry::default();
            registry.register_collector(Box::new(Archive(LogArchive { is_failing, archived_at: None })));
            let mut text = String::new();
            prometheus_client::encoding::text::encode(&mut text, &registry).expect("a page");
            assert!(text.contains(&format!("\nfairway_log_archive_failing {wanted}\n")), "{text}");
            assert!(text.contains("\nfairway_log_archive_age_seconds 90"), "{text}");
        }
        let alerts = include_str!("../../../../deploy/prometheus/alerts.yml");
        for name in ["fairway_log_archive_failing)", "fairway_log_archive_age_seconds)"] {
            assert!(alerts.contains(name), "no alert looks at {name}");
        }
    }
}
