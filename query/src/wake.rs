//! Hearing positions that other processes announce, over `LISTEN`, on a connection and a task of its own.
//!
//! An announcement is a hint: who waits for one also looks for itself now and then. A connection that was dropped
//! without a word sounds like silence, so silence is not believed: after a while the ear calls itself over another
//! connection, and listens anew when it does not hear that.

use std::sync::Arc;
use std::time::Duration;

use fairway_events::{Position, connections};
use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long to wait before listening again after the connection was lost or refused.
const RETRY: Duration = Duration::from_millis(500);

/// After so long a silence the ear calls itself.
const QUIET: Duration = Duration::from_secs(2);

/// How long its own call, or the connection itself, may take. `QUIET` and this bound how long a dead connection is
/// listened to.
const ANSWER: Duration = Duration::from_secs(2);

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

/// What an ear hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    /// A position was announced.
    Announced(Position),
    /// The connection was lost, or made: what was announced meanwhile was not heard, and the server may be another.
    Link,
}

/// What was heard and not yet attended to. Each sign is given once: a position that was kept would outlive a journal
/// that went back.
#[derive(Debug, Default)]
struct Heard {
    /// The highest of what was announced on the present connection.
    announced: Option<Position>,
    link: bool,
}

impl Heard {
    fn take(&mut self) -> Option<Sign> {
        if std::mem::take(&mut self.link) {
            return Some(Sign::Link);
        }
        self.announced.take().map(Sign::Announced)
    }
}

/// Listens on one channel.
#[derive(Debug)]
pub(crate) struct Ear {
    heard: Arc<watch::Sender<Heard>>,
    changes: watch::Receiver<Heard>,
    _task: Task,
}

impl Ear {
    pub(crate) fn new(pool: PgPool, channel: &'static str) -> Self {
        let heard = Arc::new(watch::Sender::new(Heard::default()));
        let changes = heard.subscribe();
        let _task = Task::spawn(listen(pool, channel, Arc::clone(&heard)));
        Self { heard, changes, _task }
    }

    /// Waits for the next sign.
    pub(crate) async fn sign(&mut self) -> Sign {
        loop {
            self.changes.mark_unchanged();
            let mut sign = None;
            self.heard.send_if_modified(|heard| {
                sign = heard.take();
                false // taking is no news
            });
            if let Some(sign) = sign {
                return sign;
            }
            if self.changes.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Waits until a position above `reached` is announced, or it may have been without having been heard.
    pub(crate) async fn above(&mut self, reached: Position) {
        loop {
            match self.sign().await {
                Sign::Announced(position) if position <= reached => {}
                Sign::Announced(_) | Sign::Link => return,
            }
        }
    }
}

async fn listen(pool: PgPool, channel: &'static str, heard: Arc<watch::Sender<Heard>>) {
    while !pool.is_closed() {
        tokio::select! {
            () = pool.close_event() => return,
            Err(error) = hear(&pool, channel, &heard) => {
                tracing::debug!(channel, error = %error, "listening was interrupted");
            }
        }
        heard.send_modify(|heard| *heard = Heard { announced: None, link: true });
        tokio::time::sleep(RETRY).await;
    }
}

/// Hears until the connection is lost or says nothing any more.
async fn hear(
    pool: &PgPool,
    channel: &'static str,
    heard: &watch::Sender<Heard>,
) -> Result<std::convert::Infallible, sqlx::Error> {
    // A pool of its own: a silent connection keeps its place in a pool until the kernel gives it up.
    let own = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(ANSWER)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with((*pool.connect_options()).clone());
    let mut listener = PgListener::connect_with(&own).await?;
    listener.eager_reconnect(false);
    let (pulse, mut listener) = timeout(ANSWER, async {
        let session: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut listener).await?;
        let pulse = format!("fairway_pulse_{session}");
        listener.listen_all([pulse.as_str(), channel]).await?;
        Ok::<_, sqlx::Error>((pulse, listener))
    })
    .await
    .map_err(|_elapsed| silent())??;
    heard.send_modify(|heard| heard.link = true);

    let mut called = false;
    loop {
        match timeout(if called { ANSWER } else { QUIET }, listener.try_recv()).await {
            Ok(Ok(Some(message))) => {
                called = false;
                if message.channel() == channel
                    && let Ok(position) = message.payload().parse()
                {
                    heard.send_modify(|heard| heard.announced = heard.announced.max(Some(position)));
                }
            }
            Ok(Ok(None)) => return Err(silent()),
            Ok(Err(error)) => return Err(error),
            Err(_elapsed) if called => return Err(silent()),
            Err(_elapsed) => {
                called = true;
                // A failure shows as silence.
                let _ = notify(pool, &pulse, "").await;
            }
        }
    }
}

/// Sends one message, on any connection, in bounded time. It need not outlive a crash: so it waits neither for the disk
/// nor for a standby, whose absence would otherwise look like a network that is gone.
pub(crate) async fn notify(pool: &PgPool, channel: &str, payload: &str) -> Result<(), sqlx::Error> {
    let told = connections::within(pool, ANSWER, async |connection| {
        sqlx::query("SELECT pg_notify($1, $2), set_config('synchronous_commit', 'off', true)")
            .bind(channel)
            .bind(payload)
            .execute(connection)
            .await?;
        Ok(())
    })
    .await;
    if let Err(error) = &told {
        connections::distrust_after(error);
    }
    told
}

fn silent() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the listening connection is silent"))
}

/// Waits until something after `position` was committed by the writer of this process, or its journal went back; for
/// ever where there is none to watch. Each change counts once.
pub(crate) async fn committed(writer: Option<&mut watch::Receiver<Position>>, position: Position) {
    if let Some(writer) = writer {
        let mut before = Position::MIN;
        loop {
            let last = *writer.borrow_and_update();
            if last > position || last < before {
                return;
            }
            before = last;
            if writer.changed().await.is_err() {
                break;
            }
        }
    }
    std::future::pending().await
}
