//! Read your own writes: waiting until the member-facing projections have passed a position.
//!
//! Where the projectors run in the same process the wait costs nothing but memory. Elsewhere a [`Follower`] receives the
//! announcements of the projecting process, and reads the checkpoints itself only while a caller waits or after a long
//! time without announcements.
//!
//! The journal can go back, with everything that follows from it, when a standby takes over that does not have the
//! last commits. So a known position is relied on only while nothing has happened that may have changed it.

use std::time::Duration;

use fairway_events::{Position, connections};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_stream::StreamExt;

use crate::Projection;
use crate::wake::{Signal, announcements};

/// The channel on which a projector announces how far it has come.
pub(crate) const PROJECTED: &str = "fairway_projected";

/// How often a follower reads the checkpoints while a caller waits, in case an announcement was lost.
const WAITING_POLL: Duration = Duration::from_millis(100);

/// How often it does while no caller waits.
const IDLE_POLL: Duration = Duration::from_secs(5);

/// How long reading them may take. Past that the connection is given up.
const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// What is known of how far the projections have come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    position: Position,
    seen: Instant,
    /// False from a failed read until the next one that succeeds.
    certain: bool,
}

impl Reached {
    pub(crate) fn nothing() -> Self {
        // Trust counts from the first time that it is asked for: so ask before this value is made.
        let _now = connections::is_trusted(Duration::ZERO);
        Self { position: 0, seen: Instant::now(), certain: true }
    }

    pub(crate) const fn position(&self) -> Position {
        self.position
    }

    /// Whether it is relied on: not after any connection of the process has failed, since the next one may lead to a
    /// server that knows less.
    fn is_certain(&self) -> bool {
        self.certain && connections::is_trusted(self.seen.elapsed())
    }
}

/// Reports how far the member-facing projections have come. It outlives the projector or follower that uses it: the next
/// one is given the same sender, and callers that wait notice nothing. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ProgressSender {
    reached: watch::Sender<Reached>,
    /// How many callers wait.
    waiting: watch::Sender<usize>,
}

impl Default for ProgressSender {
    fn default() -> Self {
        Self { reached: watch::Sender::new(Reached::nothing()), waiting: watch::Sender::new(0) }
    }
}

impl ProgressSender {
    /// For callers that wait.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { reached: self.reached.subscribe(), waiting: self.waiting.clone() }
    }

    /// What is reported, as it changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Reached> {
        self.reached.subscribe()
    }

    /// How many callers wait, as it changes.
    pub(crate) fn waiting(&self) -> watch::Receiver<usize> {
        self.waiting.subscribe()
    }

    /// Reports a position that was read, also when it is lower than the known one.
    pub(crate) fn set(&self, position: Position) {
        self.reached.send_if_modified(|reached| {
            let changed = reached.position != position || !reached.is_certain();
            *reached = Reached { position, seen: Instant::now(), certain: true };
            changed
        });
    }

    /// The known position is not relied on until the next report.
    pub(crate) fn mark_uncertain(&self) {
        self.reached.send_if_modified(|reached| std::mem::replace(&mut reached.certain, false));
    }

    /// Waits until a caller waits while the known position is uncertain: then it is worth reading.
    pub(crate) async fn requested(&self, waiting: &mut watch::Receiver<usize>) {
        while waiting.changed().await.is_ok() {
            if *waiting.borrow_and_update() > 0 && !self.reached.borrow().is_certain() {
                return;
            }
        }
    }
}

/// How far the member-facing projections have come. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Progress {
    reached: watch::Receiver<Reached>,
    /// How many callers wait; read by what keeps this current.
    waiting: watch::Sender<usize>,
}

/// The projections did not come so far in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the projections are at position {reached}, not at {wanted}")]
pub struct NotYet {
    /// What was waited for.
    pub wanted: Position,
    /// Where they are.
    pub reached: Position,
}

/// Counts a caller for as long as it waits.
struct Waiting<'a>(&'a watch::Sender<usize>);

impl<'a> Waiting<'a> {
    fn of(count: &'a watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl Progress {
    /// The last position that every member-facing projection is known to have passed, except those that are stopped
    /// before an event which cannot be read. Lower than before when the journal went back.
    #[must_use]
    pub fn reached(&self) -> Position {
        self.reached.borrow().position
    }

    /// Waits until the projections are known to be elsewhere than at `position`: beyond it as a rule, before it when
    /// the journal went back. Returns that position. It does not make the
    /// follower poll faster; when no sender is left, it never returns.
    pub async fn beyond(&self, position: Position) -> Position {
        let mut reached = self.reached.clone();
        let elsewhere = reached.wait_for(|reached| reached.position != position).await;
        // The borrow ends here: the future is moved between threads.
        let elsewhere = elsewhere.map(|reached| reached.position).ok();
        match elsewhere {
            Some(elsewhere) => elsewhere,
            None => std::future::pending().await,
        }
    }

    /// Waits until every member-facing projection has passed `position`, at most `timeout`.
    ///
    /// # Errors
    /// [`NotYet`] when they have not. What was stored is stored: this never turns a success into a failure.
    pub async fn wait_until(&self, position: Position, timeout: Duration) -> Result<(), NotYet> {
        let passed = |reached: &Reached| reached.position >= position && reached.is_certain();
        if passed(&self.reached.borrow()) {
            return Ok(());
        }
        let _waiting = Waiting::of(&self.waiting);
        let mut reached = self.reached.clone();
        match tokio::time::timeout(timeout, reached.wait_for(passed)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(NotYet { wanted: position, reached: self.reached() }),
        }
    }
}

/// Keeps a [`Progress`] current in a process without projectors.
#[derive(Debug)]
pub struct Follower {
    pool: PgPool,
    sender: ProgressSender,
}

impl Follower {
    /// For a process without projectors. It does nothing until it is run.
    #[must_use]
    pub const fn new(pool: PgPool, sender: ProgressSender) -> Self {
        Self { pool, sender }
    }

    /// Follows until `shutdown` completes.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = shutdown => {}
            () = self.follow() => {}
        }
    }

    async fn follow(self) {
        let mut signals = announcements(self.pool.clone(), PROJECTED);
        let mut waiting = self.sender.waiting();
        let mut read_at = Instant::now();
        loop {
            let pause = if *waiting.borrow_and_update() > 0 { WAITING_POLL } else { IDLE_POLL };
            tokio::select! {
                Some(signal) = signals.next() => self.handle(signal).await,
                () = tokio::time::sleep_until(read_at + pause) => {
                    self.refresh().await;
                    read_at = Instant::now();
                }
                _ = waiting.changed() => {}
            }
        }
    }

    async fn handle(&self, signal: Signal) {
        let known = *self.sender.reached.borrow();
        match signal {
            // Announced after its commit: no need to read it.
            Signal::Announced(position) if position >= known.position && known.is_certain() => {
                self.sender.set(position);
            }
            // An announcement that came late, or a journal that went back.
            Signal::Announced(_) => self.refresh().await,
            Signal::Reset => {
                self.sender.mark_uncertain();
                self.refresh().await;
            }
        }
    }

    async fn refresh(&self) {
        match read_positions(&self.pool).await {
            Ok((position, head)) => {
                let known = self.sender.reached.borrow().position;
                if head < known {
                    tracing::error!(
                        known,
                        position,
                        head,
                        "the journal went back, and the read models with it"
                    );
                }
                if position > head {
                    // The tables are of another journal: the projector reports that, and they answer no wait.
                    self.sender.mark_uncertain();
                } else {
                    self.sender.set(position);
                }
            }
            Err(error) => {
                connections::distrust_after(&error);
                self.sender.mark_uncertain();
                tracing::warn!(error = %error, "cannot read the projections' positions");
            }
        }
    }
}

/// How far the projections are that members see, and the journal.
async fn read_positions(pool: &PgPool) -> Result<(Position, Position), sqlx::Error> {
    let names: Vec<&str> = Projection::member_facing().map(Projection::name).collect();
    connections::within(pool, READ_TIMEOUT, async |connection| {
        sqlx::query_as(include_str!("progress/reached.sql")).bind(names).fetch_one(connection).await
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_known_before_a_connection_failed_satisfies_nobody_until_it_is_seen_again() {
        let sender = ProgressSender::default();
        let progress = sender.progress();
        sender.set(1_000);
        assert_eq!(progress.wait_until(101, Duration::ZERO).await, Ok(()));
        connections::distrust_all();
        assert_eq!(
            progress.wait_until(101, Duration::ZERO).await,
            Err(NotYet { wanted: 101, reached: 1_000 })
        );
        // The same position, reported again, ends a wait.
        let waiting = progress.wait_until(101, Duration::from_secs(60));
        let (waited, ()) = tokio::join!(waiting, async { sender.set(1_000) });
        assert_eq!(waited, Ok(()));
        sender.set(100);
        assert!(progress.wait_until(101, Duration::ZERO).await.is_err());
        // As a task, since that is how it is used.
        assert_eq!(tokio::spawn(async move { progress.beyond(1_000).await }).await.unwrap(), 100);
    }
}
