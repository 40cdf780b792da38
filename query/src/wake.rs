//! Signals that there may be new events: the commits of this process, and the positions that other processes announce,
//! received by `LISTEN` in a separate task with its own connection.
//!
//! An announcement may be lost, so callers also poll. A connection that was dropped without notice looks like one on
//! which nothing is announced. So after a time without messages the listener sends a message to itself over another
//! connection, and connects again when it does not receive that message.

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

/// After this time without a message the listener sends one to itself.
const PROBE_AFTER: Duration = Duration::from_secs(2);

/// How long its own message, or opening the connection, may take. `PROBE_AFTER` plus this is the longest time for which
/// the listener uses a dead connection.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// A task that is aborted when this value is dropped.
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

/// There may be new events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// A position was announced.
    Announced(Position),
    /// The known position may be wrong: the journal went back, or the listening connection was lost or opened, so that
    /// announcements may have been missed and the server may be another one.
    Reset,
}

/// A stream of signals that does not end.
pub(crate) type Signals = Pin<Box<dyn Stream<Item = Signal> + Send>>;

/// The signals received and not yet reported. Each position is reported once: a stored position would be wrong after
/// the journal went back.
#[derive(Debug, Clone, Copy, Default)]
struct Received {
    /// The highest position that was announced on the current connection.
    announced: Option<Position>,
    reset: bool,
}

/// Listens on one channel until the stream is dropped.
pub(crate) fn announcements(pool: PgPool, channel: &'static str) -> Signals {
    let received = Arc::new(watch::Sender::new(Received::default()));
    let changes = WatchStream::from_changes(received.subscribe());
    let task = Task::spawn(listen(pool, channel, Arc::clone(&received)));
    Box::pin(changes.filter_map(move |_| {
        let _listening = &task; // aborted when the stream is dropped
        let mut unreported = Received::default();
        received.send_if_modified(|received| {
            unreported = std::mem::take(received);
            false // nothing new was received
        });
        if unreported.reset { Some(Signal::Reset) } else { unreported.announced.map(Signal::Announced) }
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

/// Waits for a signal that there may be events after a position.
pub(crate) async fn signal_above(signals: &mut Signals, position: Position) {
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
    // A separate pool: a dead connection counts towards a pool's maximum until the kernel closes it.
    let own = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(PROBE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with((*pool.connect_options()).clone());
    let mut listener = PgListener::connect_with(&own).await?;
    listener.eager_reconnect(false);
    let (probe, mut listener) = timeout(PROBE_TIMEOUT, async {
        let session: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut listener).await?;
        let probe = format!("fairway_pulse_{session}");
        listener.listen_all([probe.as_str(), channel]).await?;
        Ok::<_, sqlx::Error>((probe, listener))
    })
    .await
    .map_err(|_elapsed| silent_connection())??;
    received.send_modify(|received| received.reset = true);

    let mut probed = false;
    loop {
        match timeout(if probed { PROBE_TIMEOUT } else { PROBE_AFTER }, listener.try_recv()).await {
            Ok(Ok(Some(message))) => {
                probed = false;
                if message.channel() == channel
                    && let Ok(position) = message.payload().parse()
                {
                    received
                        .send_modify(|received| received.announced = received.announced.max(Some(position)));
                }
            }
            Ok(Ok(None)) => return Err(silent_connection()),
            Ok(Err(error)) => return Err(error),
            Err(_elapsed) if probed => return Err(silent_connection()),
            Err(_elapsed) => {
                probed = true;
                // A failure is noticed as a missing message.
                let _ = notify(pool, &probe, "").await;
            }
        }
    }
}

/// Sends one message, on any connection of the pool, within a time limit. The message may be lost in a crash, so it
/// waits neither for the disk nor for a standby: a missing standby would otherwise look like a network failure.
pub(crate) async fn notify(pool: &PgPool, channel: &str, payload: &str) -> Result<(), sqlx::Error> {
    let sent = connections::within(pool, PROBE_TIMEOUT, async |connection| {
        sqlx::query("SELECT pg_notify($1, $2), set_config('synchronous_commit', 'off', true)")
            .bind(channel)
            .bind(payload)
            .execute(connection)
            .await?;
        Ok(())
    })
    .await;
    if let Err(error) = &sent {
        connections::invalidate_after(error);
    }
    sent
}

fn silent_connection() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the listening connection is silent"))
}
