//! The reasons for which the program ends, and the steps of the shutdown.

use std::fmt;
use std::time::Duration;

use fairway_command::WriterHandle;
use fairway_console::warn;
use fairway_store::database::Pools;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// How often the writer is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The signal that service managers send.
pub(super) const SIGTERM: &str = "SIGTERM";

/// How long background tasks may take to end; there are two rounds, tasks that hold the writer first.
pub(super) const TASKS: Duration = Duration::from_secs(2);
/// How long closing the connections may take.
const CLOSE: Duration = Duration::from_secs(2);
/// The whole shutdown without the own PostgreSQL: the steps above, and time to send the remaining traces.
pub(super) const END: Duration = Duration::from_secs(30);
/// The additional time for the last checkpoint of the own PostgreSQL.
pub(super) const END_OF_POSTGRES: Duration = Duration::from_secs(50);

/// Why the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A signal, by its name.
    Asked(&'static str),
    /// A background task, by its name, ended repeatedly.
    TaskGivenUp(&'static str),
    /// No command can be decided any more.
    WriterEnded,
    /// No request can be served any more.
    ServerEnded,
}

impl Stop {
    /// A requested end is a success; any other end is a failure by its exit status, so that a service manager starts
    /// the process again.
    pub(super) fn into_result(self) -> anyhow::Result<()> {
        match self {
            Self::Asked(_) => Ok(()),
            Self::TaskGivenUp(_) | Self::WriterEnded | Self::ServerEnded => {
                anyhow::bail!("{self}; start it again")
            }
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked(signal) => f.write_str(signal),
            Self::TaskGivenUp(task) => write!(f, "the background task `{task}` ended repeatedly"),
            Self::WriterEnded => f.write_str("the writer ended"),
            Self::ServerEnded => f.write_str("the HTTP server ended"),
        }
    }
}

/// Completes at the first SIGTERM or ctrl-c. Where signals cannot be received it never completes; SIGKILL ends the
/// program.
pub(super) async fn asked_to_stop() -> Stop {
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => Stop::Asked(SIGTERM),
        _ = interrupt.recv() => Stop::Asked("SIGINT"),
    }
}

/// After SIGTERM, serves on until load balancers have noticed that the node is not ready. Ends early at a second
/// signal, or when requests cannot be served any more.
pub(super) async fn drain(
    seconds: Duration,
    draining: &watch::Sender<bool>,
    ended: impl Future<Output = ()>,
) {
    draining.send_replace(true);
    if seconds.is_zero() {
        return;
    }
    tracing::info!(
        seconds = seconds.as_secs(),
        "not ready any more; still serving until load balancers have noticed"
    );
    tokio::select! {
        () = tokio::time::sleep(seconds) => {}
        again = asked_to_stop() => tracing::info!(%again, "second stop request: ending immediately"),
        () = ended => {}
    }
}

/// Completes when the writer has ended for good; it restarts itself where possible.
pub(super) async fn until_ended(writer: &WriterHandle) {
    while writer.is_running() {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// The last resort: ends the process after this time, from a thread that waits for nothing else. Every step has a time
/// limit of its own; this one covers the unforeseen.
pub(super) fn exit_after(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        warn!("fairway: the shutdown took longer than {} s; exiting anyway", limit.as_secs());
        std::process::exit(1);
    });
}

/// Closes the connections; those that do not close in time are left to the operating system.
pub(super) async fn close(pools: &Pools) {
    if tokio::time::timeout(CLOSE, pools.close()).await.is_err() {
        tracing::warn!("not every database connection was closed in time");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_requested_end_is_a_success() {
        assert!(Stop::Asked("SIGTERM").into_result().is_ok());
        for (stop, mentioned) in [
            (Stop::TaskGivenUp("seal"), "`seal`"),
            (Stop::WriterEnded, "writer"),
            (Stop::ServerEnded, "HTTP server"),
        ] {
            let error = stop.into_result().expect_err("a failure").to_string();
            assert!(error.contains(mentioned), "{error}");
        }
    }
}
