//! Receiving positions that other processes announce, by `LISTEN`, on a connection and a task of its own.
//!
//! An announcement is a hint: whoever waits for one also polls. A connection that was dropped without notice cannot be told
//! from one on which nothing is announced, so after a while without messages the listener sends one to itself over another
//! connection, and connects again when it does not receive that.

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

/// After so long without a message the listener sends one to itself.
const QUIET: Duration = Duration::from_secs(2);

/// How long its own message, or the connection itself, may take. `QUIET` and this bound how long a dead connection is
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

/// What a listener reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// A position was announced.
    Announced(Position),
    /// The connection was lost, or made: what was announced meanwhile was not received, and the server may be another.
    Reconnected,
}

/// What was received and not yet reported. Each signal is reported once: a position that was kept would outlive a journal
/// that went back.
#[derive(Debug, Default)]
struct Received {
    /// The highest position that was announced on the present connection.
    announced: Option<Position>,
    reconnected: bool,
}

impl Received {
    fn take(&mut self) -> Option<Signal> {
        if std::mem::take(&mut self.reconnected) {
            return Some(Signal::Reconnected);
        }
        self.announced.take().map(Signal::Announced)
    }
}

/// Listens on one channel.
#[derive(Debug)]
pub(crate) struct Listener {
    received: Arc<watch::Sender<Received>>,
    changes: watch::Receiver<Received>,
    _task: Task,
}

impl Listener {
    pub(crate) fn new(pool: PgPool, channel: &'static str) -> Self {
        let received = Arc::new(watch::Sender::new(Received::default()));
        let changes = received.subscribe();
        let _task = Task::spawn(listen(pool, channel, Arc::clone(&received)));
        Self { received, changes, _task }
    }

    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) -> Signal {
        loop {
            self.changes.mark_unchanged();
            let mut signal = None;
            self.received.send_if_modified(|received| {
                signal = received.take();
                false // nothing new was received
            });
            if let Some(signal) = signal {
                return signal;
            }
            if self.changes.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Waits until a position above `reached` is announced, or may have been announced without being received.
    pub(crate) async fn above(&mut self, reached: Position) {
        loop {
            match self.next().await {
                Signal::Announced(position) if position <= reached => {}
                Signal::Announced(_) | Signal::Reconnected => return,
            }
        }
    }
}

async fn listen(pool: PgPool, channel: &'static str, received: Arc<watch::Sender<Received>>) {
    while !pool.is_closed() {
        tokio::select! {
            () = pool.close_event() => return,
            Err(error) = receive(&pool, channel, &received) => {
                tracing::debug!(channel, error = %error, "listening was interrupted");
            }
        }
        received.send_modify(|received| *received = Received { announced: None, reconnected: true });
        tokio::time::sleep(RETRY).await;
    }
}

/// Receives until the connection is lost or silent.
async fn receive(
    pool: &PgPool,
    channel: &'static str,
    received: &watch::Sender<Received>,
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
    let (probe, mut listener) = timeout(ANSWER, async {
        let session: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut listener).await?;
        let probe = format!("fairway_pulse_{session}");
        listener.listen_all([probe.as_str(), channel]).await?;
        Ok::<_, sqlx::Error>((probe, listener))
    })
    .await
    .map_err(|_elapsed| silent())??;
    received.send_modify(|received| received.reconnected = true);

    let mut probed = false;
    loop {
        match timeout(if probed { ANSWER } else { QUIET }, listener.try_recv()).await {
            Ok(Ok(Some(message))) => {
                probed = false;
                if message.channel() == channel
                    && let Ok(position) = message.payload().parse()
                {
                    received
                        .send_modify(|received| received.announced = received.announced.max(Some(position)));
                }
            }
            Ok(Ok(None)) => return Err(silent()),
            Ok(Err(error)) => return Err(error),
            Err(_elapsed) if probed => return Err(silent()),
            Err(_elapsed) => {
                probed = true;
                // A failure shows as silence.
                let _ = notify(pool, &probe, "").await;
            }
        }
    }
}

/// Sends one message, on any connection, in bounded time. It need not outlive a crash: so it waits neither for the disk
/// nor for a standby, whose absence would otherwise look like a network that is gone.
pub(crate) async fn notify(pool: &PgPool, channel: &str, payload: &str) -> Result<(), sqlx::Error> {
    let sent = connections::within(pool, ANSWER, async |connection| {
        sqlx::query("SELECT pg_notify($1, $2), set_config('synchronous_commit', 'off', true)")
            .bind(channel)
            .bind(payload)
            .execute(connection)
            .await?;
        Ok(())
    })
    .await;
    if let Err(error) = &sent {
        connections::distrust_after(error);
    }
    sent
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
