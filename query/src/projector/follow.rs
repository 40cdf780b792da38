//! The projector as a task: when it runs a step, when it waits, and how it handles failures.

use std::time::{Duration, Instant};

use fairway_events::{Position, journal};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio_stream::StreamExt;

use super::Projector;
use super::backoff::Backoff;
use super::checkpoints::record_failure;
use super::failure::Failure;
use crate::error::with_causes;
use crate::progress::{KnownPosition, PROJECTED};
use crate::reservations::store_left_standings;
use crate::wake::{Signals, Task, announcements, commits, notify, signal_above};
use crate::{Projection, ProjectorError, Schema};

/// The longest pause while the database is unavailable: an attempt costs nothing.
const UNAVAILABLE_PAUSE: Duration = Duration::from_secs(1);

impl Projector {
    /// Follows the journal until `shutdown` completes. `writer` is the last position that a writer in this process
    /// committed; other processes announce theirs by `NOTIFY`, and a slow poll finds events whose announcement was
    /// lost.
    ///
    /// Dropping the future, as on shutdown, rolls back the current batch at most.
    pub async fn run(
        self,
        writer: Option<watch::Receiver<Position>>,
        shutdown: impl Future<Output = ()> + Send,
    ) {
        let announced = announcements(self.pool.clone(), journal::CHANNEL);
        let signals = match writer {
            Some(writer) => Box::pin(commits(writer).merge(announced)),
            None => announced,
        };
        tokio::select! {
            () = shutdown => {}
            () = self.follow(signals) => {}
        }
    }

    /// As [`Projector::run`], but by polling only: for projections that no caller waits for. The events
    /// between two polls are projected together, which costs far less than one transaction per batch of the writer.
    pub async fn run_polling(self, shutdown: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = shutdown => {}
            () = self.follow(Box::pin(tokio_stream::pending())) => {}
        }
    }

    async fn follow(mut self, mut signals: Signals) {
        let _announcer = self
            .is_authoritative()
            .then(|| Task::spawn(announce(self.pool.clone(), self.sender.subscribe())));
        let mut waiting = self.sender.waiting();
        let mut backoff = Backoff::new(self.options.pauses, self.options.batch);
        let mut unavailable = false;
        let mut looked_for_former_release: Option<Instant> = None;
        loop {
            let error = match self.run_once(backoff.batch()).await {
                Ok(step) => {
                    if std::mem::take(&mut unavailable) {
                        tracing::info!(
                            position = step.position,
                            "the projector is connected to the database again"
                        );
                    }
                    backoff.succeeded();
                    let is_due = looked_for_former_release.is_none_or(|at| at.elapsed() >= self.options.poll);
                    if is_due && self.is_authoritative() {
                        looked_for_former_release = Some(Instant::now());
                        if let Err(error) = store_left_standings(&self.pool, self.options.timeout).await {
                            tracing::warn!(error = %error, "when places ended cannot be stored yet");
                        }
                    }
                    if !step.more {
                        tokio::select! {
                            () = signal_above(&mut signals, step.position) => {}
                            () = self.sender.requested(&mut waiting) => {}
                            () = tokio::time::sleep(self.options.poll) => {}
                        }
                    }
                    continue;
                }
                Err(error) => error,
            };
            let failure = Failure::from(&error);
            match failure {
                Failure::Locked => {
                    tracing::debug!(
                        "another projector has locked the checkpoints, or another session the tables"
                    );
                }
                Failure::TimedOut | Failure::Unavailable => {
                    self.sender.mark_uncertain();
                    if failure == Failure::TimedOut {
                        backoff.timed_out();
                    }
                    if !std::mem::replace(&mut unavailable, true) {
                        let error = with_causes(&error);
                        tracing::warn!(
                            error,
                            "the projector lost the database and retries until it answers again"
                        );
                    }
                    tokio::select! {
                        () = tokio::time::sleep(backoff.pause().min(UNAVAILABLE_PAUSE)) => {}
                        // A signal shows that the database may be available again.
                        Some(_) = signals.next() => {}
                    }
                }
                Failure::Rejected => {
                    let pause = backoff.pause();
                    self.report_failure(&error, pause).await;
                    tokio::time::sleep(pause).await;
                }
            }
        }
    }

    /// Whether its position is that of all member-facing live tables. A projector of twins, or of some projections
    /// only, must not announce its position.
    pub(super) fn is_authoritative(&self) -> bool {
        let projections = &self.options.projections;
        self.options.schema == Schema::live()
            && Projection::member_facing().all(|projection| projections.contains(&projection))
    }

    async fn report_failure(&self, error: &ProjectorError, pause: Duration) {
        let pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
        let causes = with_causes(error);
        tracing::error!(error = %causes, pause_ms, "the projector cannot write and tries again");
        // Projections that are stopped before an unreadable event did not take part in the step.
        let projections = self.options.projections.iter().copied();
        let tried: Vec<_> = projections.filter(|projection| !self.memory.is_stopped(*projection)).collect();
        let (schema, timeout) = (&self.options.schema, self.options.timeout);
        if let Err(error) = record_failure(&self.pool, schema, &tried, error, timeout).await {
            tracing::warn!(error = %error, "the projector's state cannot be recorded");
        }
    }
}

/// Announces to other processes how far the projections have come: after the commit and on another connection, because
/// `NOTIFY` holds a global lock until its commit. Positions that are known meanwhile are announced together.
async fn announce(pool: PgPool, mut known: watch::Receiver<KnownPosition>) {
    let mut announced = 0;
    while known.wait_for(|known| known.position() != announced).await.is_ok() {
        announced = known.borrow_and_update().position();
        if let Err(error) = notify(&pool, PROJECTED, &announced.to_string()).await {
            tracing::debug!(error = %error, "the projections' position could not be announced");
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;
    use crate::ProjectorOptions;

    #[test]
    fn a_commit_of_the_same_process_ends_a_pause_once() {
        let (committed, writer) = watch::channel(1);
        let mut signals: Signals = Box::pin(commits(writer));
        let mut next_signal = || signals.next().now_or_never().map(|signal| signal.is_some());
        assert_eq!(next_signal(), None, "nothing happened yet");
        committed.send(2).unwrap();
        assert_eq!(next_signal(), Some(true));
        assert_eq!(next_signal(), None, "each commit is one signal");
    }

    #[test]
    fn a_commit_above_the_projected_position_wakes_the_projector_and_so_does_a_journal_that_went_back() {
        let (last, writer) = watch::channel(0);
        last.send(7).unwrap();
        let mut signals: Signals = Box::pin(commits(writer));
        let mut wakes = |position| signal_above(&mut signals, position).now_or_never().is_some();
        assert!(wakes(6));
        assert!(!wakes(7));
        last.send(8).unwrap();
        assert!(wakes(7));
        let mut waiting = Box::pin(signal_above(&mut signals, 8));
        assert!(waiting.as_mut().now_or_never().is_none());
        last.send(3).unwrap();
        assert!(waiting.now_or_never().is_some());
    }

    #[tokio::test]
    async fn without_signals_the_wait_never_ends() {
        let mut signals: Signals = Box::pin(tokio_stream::pending());
        assert_eq!(signal_above(&mut signals, 1).now_or_never(), None);
    }

    #[tokio::test]
    async fn only_a_projector_of_everything_that_members_see_is_authoritative() {
        let pool = PgPool::connect_lazy("postgres://localhost/never_reached").unwrap();
        let is_authoritative = |options| Projector::new(pool.clone(), options).is_authoritative();
        assert!(is_authoritative(ProjectorOptions::default()));
        assert!(is_authoritative(ProjectorOptions {
            projections: Projection::ALL.to_vec(),
            ..Default::default()
        }));
        let some = Projection::member_facing().skip(1).collect();
        assert!(!is_authoritative(ProjectorOptions { projections: some, ..Default::default() }));
        let schema = Schema::named("twins").unwrap();
        assert!(!is_authoritative(ProjectorOptions { schema, ..Default::default() }));
    }
}
