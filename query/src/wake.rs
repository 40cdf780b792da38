//! Signals that there may be something new: the commits of this process, and the positions that other processes announce,
//! received by `LISTEN` on a connection and a task of its own.
//!
//! An announcement may be lost: what waits for one also polls. A connection that was dropped without notice cannot be told
//! from one on which nothing is announced, so after a while without messages the listener sends one to itself over another
//! connection, and connects again when it does not receive that.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use fairway_events::{Position, connections};
use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

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

/// A sign that there may be something new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// A position was announced.
    Announced(Position),
    /// What was known may be wrong: the listening connection was lost or made, so that announcements may have been missed
    /// and the server may be another, or the journal went back.
    Reset,
}

/// Signals, one after the other, without end.
pub(crate) type Signals = Pin<Box<dyn Stream<Item = Signal> + Send>>;

/// What was received and not yet reported. Each position is reported once: one that was kept would outlive a journal
/// that went back.
#[derive(Debug, Clone, Copy, Default)]
struct Received {
    /// The highest position that was announced on the present connection.
    announced: Option<Position>,
    reset: bool,
}

/// Listens on one channel until the stream is dropped.
pub(crate) fn announcements(pool: PgPool, channel: &'static str) -> Signals {
    let received = Arc::new(watch::Sender::new(Received::default()));
    let changes = WatchStream::from_changes(received.subscribe());
    let task = Task::spawn(listen(pool, channel, Arc::clone(&received)));
    Box::pin(changes.filter_map(move |_| {
        let _listening = &task;
        let mut taken = Received::default();
        received.send_if_modified(|received| {
            taken = std::mem::take(received);
            false // nothing new was received
        });
        if taken.reset { Some(Signal::Reset) } else { taken.announced.map(Signal::Announced) }
    }))
}

/// The positions that the writer of this process commits from now on.
pub(crate) fn commits(writer: watch::Receiver<Position>) -> impl Stream<Item = Signal> + Send {
    let mut before = *writer.borrow();
    WatchStream::from_changes(writer).map(move |last| {
        let went_back = last < std::mem::replace(&mut before, last);
        if went_back { Signal::Reset } else { Signal::Announced(last) }
    })
}

/// Waits for a signal that there may be something above a position.
pub(crate) async fn above(signals: &mut Signals, position: Position) {
    let signal =
        signals.filter(|signal| !matches!(signal, Signal::Announced(at) if *at <= position)).next().await;
    if signal.is_none() {
        std::future::pending().await
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
        received.send_modify(|received| *received = Received { announced: None, reset: true });
        tokio::time::sleep(RETRY).await;
    }
}

/// Receives until the connection is lost or silent.
async fn receive(
    pool: &PgPool,
    channel: &'static str,
    received: &watch::Sender<Received>,
) -> Result<std::convert::Infallible, sqlx::Error> {
    // A pool of its own: a dead connection keeps its place in a pool until the kernel closes it.
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
    received.send_modify(|received| received.reset = true);

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
                // A failure shows as a missing message.
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
