//! Read your own writes: a caller waits until the member-facing projections have passed a position.
//!
//! Where the projectors run in the same process, waiting needs no query. In other processes a [`Follower`] receives the
//! announcements of the projecting process, and reads the checkpoints itself only while a caller waits or after a long
//! time without announcements.
//!
//! The journal and the read models can go back: when a standby is promoted that does not have the last commits. So a
//! known position is used only as long as no connection has failed since it was read.

use std::time::Duration;

use fairway_events::{Position, connections};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_stream::StreamExt;

use crate::wake::{Signal, announcements};
use crate::{Changes, Projection};

/// The channel on which a projector announces its position.
pub(crate) const PROJECTED: &str = "fairway_projected";

/// How often a follower reads the checkpoints while a caller waits, because an announcement may be lost.
const WAITING_POLL: Duration = Duration::from_millis(100);

/// How often it reads them while no caller waits.
const IDLE_POLL: Duration = Duration::from_secs(5);

/// How long reading them may take. After that the connection is dropped.
const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// The last known position of the projections.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownPosition {
    position: Position,
    read_at: Instant,
    /// False from a failed read until the next one that succeeds.
    certain: bool,
}

impl KnownPosition {
    pub(crate) fn initial() -> Self {
        Self { position: 0, read_at: Instant::now(), certain: true }
    }

    pub(crate) const fn position(&self) -> Position {
        self.position
    }

    /// Whether it may be used: not after a connection of the process has failed, since the next connection may lead to
    /// a server with an older journal.
    fn is_certain(&self) -> bool {
        self.certain && connections::is_after_last_failure(self.read_at.into())
    }
}

/// Reports the position of the member-facing projections. It outlives the projector or follower that uses it: the next
/// one gets the same sender, so that waiting callers keep waiting. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ProgressSender {
    reached: watch::Sender<KnownPosition>,
    /// How many callers wait.
    waiting: watch::Sender<usize>,
    changes: Changes,
}

impl Default for ProgressSender {
    fn default() -> Self {
        Self {
            reached: watch::Sender::new(KnownPosition::initial()),
            waiting: watch::Sender::new(0),
            changes: Changes::default(),
        }
    }
}

impl ProgressSender {
    /// A receiver for callers that wait.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            reached: self.reached.subscribe(),
            waiting: self.waiting.clone(),
            changes: self.changes.clone(),
        }
    }

    /// The changes by the projector of this process; nothing is reported in a process without one.
    pub(crate) fn changes(&self) -> Changes {
        self.changes.clone()
    }

    /// The reported position, as it changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<KnownPosition> {
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
            *reached = KnownPosition { position, read_at: Instant::now(), certain: true };
            changed
        });
    }

    /// Marks the known position as uncertain until the next report.
    pub(crate) fn mark_uncertain(&self) {
        self.reached.send_if_modified(|reached| std::mem::replace(&mut reached.certain, false));
    }

    /// Waits until a caller waits while the known position is uncertain, so that it must be read.
    pub(crate) async fn requested(&self, waiting: &mut watch::Receiver<usize>) {
        while waiting.changed().await.is_ok() {
            if *waiting.borrow_and_update() > 0 && !self.reached.borrow().is_certain() {
                return;
            }
        }
    }
}

/// The position of the member-facing projections. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Progress {
    reached: watch::Receiver<KnownPosition>,
    /// How many callers wait; read by the projector or follower that updates the position.
    waiting: watch::Sender<usize>,
    changes: Changes,
}

/// The projections did not reach the position in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the projections are at position {reached}, not at {wanted}")]
pub struct ModelsBehind {
    /// The position that the caller waited for.
    pub wanted: Position,
    /// The projections' position.
    pub reached: Position,
}

/// Counts a caller for as long as it waits.
struct Waiting<'a>(&'a watch::Sender<usize>);

impl<'a> Waiting<'a> {
    fn begin(count: &'a watch::Sender<usize>) -> Self {
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

    /// The same, as far as it is certain: 0 from a failed connection or read until the position is read again.
    #[must_use]
    pub fn certain(&self) -> Position {
        let reached = *self.reached.borrow();
        if reached.is_certain() { reached.position } else { 0 }
    }

    /// The changes by the projector of this process, for caches.
    #[must_use]
    pub const fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Waits until the known position differs from `position`, and returns it: usually it is higher, and lower when the
    /// journal went back. The follower does not poll faster for this; when no sender is left, it never returns.
    pub async fn changed_from(&self, position: Position) -> Position {
        let mut reached = self.reached.clone();
        let changed = reached.wait_for(|reached| reached.position != position).await;
        // The borrow ends here: the future is moved between threads.
        let changed = changed.map(|reached| reached.position).ok();
        match changed {
            Some(changed) => changed,
            None => std::future::pending().await,
        }
    }

    /// Waits until every member-facing projection has passed `position`, at most `timeout`.
    ///
    /// # Errors
    /// [`ModelsBehind`] when they have not. The caller's event is stored all the same, so its command succeeded.
    pub async fn wait_until(&self, position: Position, timeout: Duration) -> Result<(), ModelsBehind> {
        let passed = |reached: &KnownPosition| reached.position >= position && reached.is_certain();
        if passed(&self.reached.borrow()) {
            return Ok(());
        }
        let _waiting = Waiting::begin(&self.waiting);
        let mut reached = self.reached.clone();
        match tokio::time::timeout(timeout, reached.wait_for(passed)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(ModelsBehind { wanted: position, reached: self.reached() }),
        }
    }
}

/// Updates a [`Progress`] in a process without projectors.
#[derive(Debug)]
pub struct Follower {
    pool: PgPool,
    sender: ProgressSender,
}

impl Follower {
    /// A follower for a process without projectors. It does nothing until it is run.
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
            // A position is announced after its commit, so it need not be read.
            Signal::Announced(position) if position >= known.position && known.is_certain() => {
                self.sender.set(position);
            }
            // The announcement is late, or the journal went back.
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
                    // The tables belong to another journal: the projector reports that, and no wait may end.
                    self.sender.mark_uncertain();
                } else {
                    self.sender.set(position);
                }
            }
            Err(error) => {
                connections::invalidate_after(&error);
                self.sender.mark_uncertain();
                tracing::warn!(error = %error, "cannot read the projections' positions");
            }
        }
    }
}

/// The position of the member-facing projections, and the journal's head.
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
    async fn after_a_connection_failed_no_wait_ends_until_the_position_is_read_again() {
        let sender = ProgressSender::default();
        let progress = sender.progress();
        sender.set(1_000);
        assert_eq!(progress.wait_until(101, Duration::ZERO).await, Ok(()));
        assert_eq!(progress.certain(), 1_000);
        connections::invalidate_all();
        assert_eq!(progress.certain(), 0);
        assert_eq!(
            progress.wait_until(101, Duration::ZERO).await,
            Err(ModelsBehind { wanted: 101, reached: 1_000 })
        );
        // The same position, reported again, ends a wait.
        let waiting = progress.wait_until(101, Duration::from_secs(60));
        let (waited, ()) = tokio::join!(waiting, async { sender.set(1_000) });
        assert_eq!(waited, Ok(()));
        sender.set(100);
        assert!(progress.wait_until(101, Duration::ZERO).await.is_err());
        // Spawned, because the future must be `Send`.
        assert_eq!(tokio::spawn(async move { progress.changed_from(1_000).await }).await.unwrap(), 100);
    }
}
