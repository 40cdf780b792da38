//! Read your own writes: waiting until the member-facing projections have passed a position.
//!
//! Where the projectors run in the same process the wait costs nothing but memory. Elsewhere a [`Follower`] hears the
//! announcements of the projecting process, and looks for itself only while somebody waits or after a long silence.

use std::sync::Arc;
use std::time::Duration;

use fairway_events::Position;
use sqlx::PgPool;
use tokio::sync::watch;

use crate::Projection;
use crate::wake::{Ear, above, raise};

/// The channel on which a projector announces how far it has come.
pub(crate) const PROJECTED: &str = "fairway_projected";

/// How often a follower looks while somebody waits, in case an announcement was lost.
const WAITING_POLL: Duration = Duration::from_millis(100);

/// How often a follower looks while nobody does.
const IDLE_POLL: Duration = Duration::from_secs(5);

/// How far the member-facing projections have come. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Progress {
    reached: watch::Receiver<Position>,
    /// The furthest position that anybody waits for; read by a follower.
    wanted: Arc<watch::Sender<Position>>,
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

impl Progress {
    pub(crate) fn of(reached: watch::Receiver<Position>) -> Self {
        Self { reached, wanted: Arc::new(watch::Sender::new(0)) }
    }

    /// For a process without projectors: run the follower beside it.
    #[must_use]
    pub fn follow(pool: PgPool) -> (Self, Follower) {
        let (sender, reached) = watch::channel(0);
        let progress = Self::of(reached);
        let wanted = progress.wanted.subscribe();
        (progress, Follower { pool, reached: sender, wanted })
    }

    /// The last position that every member-facing projection is known to have passed.
    #[must_use]
    pub fn reached(&self) -> Position {
        *self.reached.borrow()
    }

    /// Waits until the projections are known to be beyond `position`, and says how far they are. Nobody is hurried
    /// by this; where there is nobody left to tell, it waits for ever.
    pub async fn beyond(&self, position: Position) -> Position {
        above(Some(&mut self.reached.clone()), position).await
    }

    /// Waits until every member-facing projection has passed `position`, at most `patience`.
    ///
    /// # Errors
    /// [`NotYet`] when they have not. What was stored is stored: this never turns a success into a failure.
    pub async fn wait_until(&self, position: Position, patience: Duration) -> Result<(), NotYet> {
        raise(&self.wanted, position);
        let mut reached = self.reached.clone();
        let passed = tokio::time::timeout(patience, reached.wait_for(|reached| *reached >= position)).await;
        match passed {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(NotYet { wanted: position, reached: self.reached() }),
        }
    }
}

/// Keeps a [`Progress`] current in a process without projectors.
#[derive(Debug)]
pub struct Follower {
    pool: PgPool,
    reached: watch::Sender<Position>,
    wanted: watch::Receiver<Position>,
}

impl Follower {
    /// Follows until `shutdown` completes.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = shutdown => {}
            () = self.follow() => {}
        }
    }

    async fn follow(mut self) {
        let mut ear = Ear::new(self.pool.clone(), PROJECTED);
        loop {
            let reached = *self.reached.borrow();
            let pause = if *self.wanted.borrow_and_update() > reached { WAITING_POLL } else { IDLE_POLL };
            tokio::select! {
                announced = ear.above(reached) => raise(&self.reached, announced),
                () = tokio::time::sleep(pause) => self.look().await,
                changed = self.wanted.changed() => if changed.is_err() {
                    return; // nobody is left to ask
                },
            }
        }
    }

    async fn look(&self) {
        match checkpoint(&self.pool).await {
            Ok(position) => raise(&self.reached, position),
            Err(error) => tracing::warn!(error = %error, "cannot see how far the projections have come"),
        }
    }
}

async fn checkpoint(pool: &PgPool) -> Result<Position, sqlx::Error> {
    let names: Vec<&str> = Projection::MEMBER_FACING.iter().map(|projection| projection.name()).collect();
    let position: Option<Position> =
        sqlx::query_scalar("SELECT min(position) FROM projections WHERE name = ANY($1)")
            .bind(names)
            .fetch_one(pool)
            .await?;
    Ok(position.unwrap_or(0))
}
