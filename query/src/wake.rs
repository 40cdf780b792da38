//! Hearing positions that other processes announce, over `LISTEN`, on a connection and a task of its own.
//!
//! An announcement is a hint: who waits for one also looks for itself now and then.

use std::time::Duration;

use fairway_events::Position;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How long to wait before listening again after the connection was refused.
const RETRY: Duration = Duration::from_secs(1);

/// A task that ends with its owner.
#[derive(Debug)]
pub(crate) struct Task(JoinHandle<()>);

impl Task {
    pub(crate) fn spawn(future: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(tokio::spawn(future))
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Listens on one channel.
#[derive(Debug)]
pub(crate) struct Ear {
    highest: watch::Receiver<Position>,
    _task: Task,
}

impl Ear {
    pub(crate) fn new(pool: PgPool, channel: &'static str) -> Self {
        let (heard, highest) = watch::channel(0);
        Self { highest, _task: Task::spawn(listen(pool, channel, heard)) }
    }

    /// Waits until a position above `reached` is announced, and returns it.
    pub(crate) async fn above(&mut self, reached: Position) -> Position {
        above(Some(&mut self.highest), reached).await
    }
}

/// Waits until a watched position is above `reached`; for ever where there is none to watch.
pub(crate) async fn above(watched: Option<&mut watch::Receiver<Position>>, reached: Position) -> Position {
    if let Some(watched) = watched
        && let Ok(position) = watched.wait_for(|position| *position > reached).await
    {
        return *position;
    }
    std::future::pending().await
}

async fn listen(pool: PgPool, channel: &'static str, heard: watch::Sender<Position>) {
    while !pool.is_closed() {
        if let Err(error) = hear(&pool, channel, &heard).await {
            tracing::debug!(channel, error = %error, "listening was interrupted");
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn hear(
    pool: &PgPool,
    channel: &'static str,
    heard: &watch::Sender<Position>,
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(channel).await?;
    loop {
        let announcement = listener.recv().await?;
        if let Ok(position) = announcement.payload().parse() {
            raise(heard, position);
        }
    }
}

/// Moves a watched position forward, never back.
pub(crate) fn raise(watched: &watch::Sender<Position>, position: Position) {
    watched.send_if_modified(|highest| {
        let higher = position > *highest;
        *highest = (*highest).max(position);
        higher
    });
}
