//! Read your own writes: waiting until the member-facing projections have passed a position.
//!
//! Where the projectors run in the same process the wait costs nothing but memory. Elsewhere a [`Follower`] hears the
//! announcements of the projecting process, and looks for itself only while somebody waits or after a long silence.
//!
//! The journal can go back, with everything that follows from it, when a standby takes over that had not heard of the
//! last commits. So what is known is only believed while nothing has happened that may have changed it.

use std::time::Duration;

use fairway_events::{Position, connections};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::Projection;
use crate::wake::{Ear, Sign};

/// The channel on which a projector announces how far it has come.
pub(crate) const PROJECTED: &str = "fairway_projected";

/// How often a follower looks while somebody waits, in case an announcement was lost.
const WAITING_POLL: Duration = Duration::from_millis(100);

/// How often a follower looks while nobody does.
const IDLE_POLL: Duration = Duration::from_secs(5);

/// How long a look may take. Past that its connection is given up.
const LOOK: Duration = Duration::from_secs(2);

/// What is known of how far the projections have come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    position: Position,
    seen: Instant,
    /// False from a failed look until the next one that succeeds.
    certain: bool,
}

impl Reached {
    pub(crate) fn nothing() -> Self {
        // Trust is reckoned from the first time that somebody asks: before this, then.
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

/// Where it is told how far the member-facing projections have come. It outlives who tells: a projector or a follower
/// that takes the place of another is given the same, and nobody who waits has to know. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ProgressSender {
    reached: watch::Sender<Reached>,
    /// How many wait.
    waiting: watch::Sender<usize>,
}

impl Default for ProgressSender {
    fn default() -> Self {
        Self { reached: watch::Sender::new(Reached::nothing()), waiting: watch::Sender::new(0) }
    }
}

impl ProgressSender {
    /// For those who wait.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { reached: self.reached.subscribe(), waiting: self.waiting.clone() }
    }

    /// What is told, as it changes.
    pub(crate) fn told(&self) -> watch::Receiver<Reached> {
        self.reached.subscribe()
    }

    /// How many wait, as it changes.
    pub(crate) fn waiting(&self) -> watch::Receiver<usize> {
        self.waiting.subscribe()
    }

    /// What was seen counts, also when it is less than what was known.
    pub(crate) fn see(&self, position: Position) {
        self.reached.send_if_modified(|reached| {
            let news = reached.position != position || !reached.is_certain();
            *reached = Reached { position, seen: Instant::now(), certain: true };
            news
        });
    }

    /// What was known is not relied on until it is seen again.
    pub(crate) fn doubt(&self) {
        self.reached.send_if_modified(|reached| std::mem::replace(&mut reached.certain, false));
    }

    /// Waits until somebody waits for what is in doubt: then it is worth a look.
    pub(crate) async fn asked(&self, waiting: &mut watch::Receiver<usize>) {
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
    /// How many wait; read by who keeps this current.
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

/// Counts who waits, for as long as they do.
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
    /// The last position that every member-facing projection is known to have passed, those that stand before an event
    /// which cannot be read left aside. Lower than before when the journal went back.
    #[must_use]
    pub fn reached(&self) -> Position {
        self.reached.borrow().position
    }

    /// Waits until the projections are known to be elsewhere than at `position`: beyond it as a rule, before it when
    /// the journal went back. Says where. Nobody is hurried by this; where there is nobody left to tell, it waits for
    /// ever.
    pub async fn beyond(&self, position: Position) -> Position {
        let mut reached = self.reached.clone();
        let elsewhere = reached.wait_for(|reached| reached.position != position).await;
        // Nothing that is borrowed outlives this line: the future is moved between threads.
        let elsewhere = elsewhere.map(|reached| reached.position).ok();
        match elsewhere {
            Some(elsewhere) => elsewhere,
            None => std::future::pending().await,
        }
    }

    /// Waits until every member-facing projection has passed `position`, at most `patience`.
    ///
    /// # Errors
    /// [`NotYet`] when they have not. What was stored is stored: this never turns a success into a failure.
    pub async fn wait_until(&self, position: Position, patience: Duration) -> Result<(), NotYet> {
        let passed = |reached: &Reached| reached.position >= position && reached.is_certain();
        if passed(&self.reached.borrow()) {
            return Ok(());
        }
        let _waiting = Waiting::of(&self.waiting);
        let mut reached = self.reached.clone();
        match tokio::time::timeout(patience, reached.wait_for(passed)).await {
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
        let mut ear = Ear::new(self.pool.clone(), PROJECTED);
        let mut waiting = self.sender.waiting();
        let mut looked = Instant::now();
        loop {
            let pause = if *waiting.borrow_and_update() > 0 { WAITING_POLL } else { IDLE_POLL };
            tokio::select! {
                sign = ear.sign() => self.attend(sign).await,
                () = tokio::time::sleep_until(looked + pause) => {
                    self.look().await;
                    looked = Instant::now();
                }
                _ = waiting.changed() => {}
            }
        }
    }

    async fn attend(&self, sign: Sign) {
        let known = *self.sender.reached.borrow();
        match sign {
            // Announced after its commit: no need to look.
            Sign::Announced(position) if position >= known.position && known.is_certain() => {
                self.sender.see(position);
            }
            // An announcement that came late, or a journal that went back.
            Sign::Announced(_) => self.look().await,
            Sign::Link => {
                self.sender.doubt();
                self.look().await;
            }
        }
    }

    async fn look(&self) {
        match look(&self.pool).await {
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
                    // The tables are of another journal: the projector says so, and nothing in them is anybody's.
                    self.sender.doubt();
                } else {
                    self.sender.see(position);
                }
            }
            Err(error) => {
                connections::distrust_after(&error);
                self.sender.doubt();
                tracing::warn!(error = %error, "cannot see how far the projections have come");
            }
        }
    }
}

/// How far the projections are that members see, and the journal.
async fn look(pool: &PgPool) -> Result<(Position, Position), sqlx::Error> {
    let names: Vec<&str> = Projection::member_facing().map(Projection::name).collect();
    connections::within(pool, LOOK, async |connection| {
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
        sender.see(1_000);
        assert_eq!(progress.wait_until(101, Duration::ZERO).await, Ok(()));
        connections::distrust_all();
        assert_eq!(
            progress.wait_until(101, Duration::ZERO).await,
            Err(NotYet { wanted: 101, reached: 1_000 })
        );
        // The same is news to who waits.
        let waiting = progress.wait_until(101, Duration::from_secs(60));
        let (waited, ()) = tokio::join!(waiting, async { sender.see(1_000) });
        assert_eq!(waited, Ok(()));
        sender.see(100);
        assert!(progress.wait_until(101, Duration::ZERO).await.is_err());
        // As a task, since that is how it is used.
        assert_eq!(tokio::spawn(async move { progress.beyond(1_000).await }).await.unwrap(), 100);
    }
}
