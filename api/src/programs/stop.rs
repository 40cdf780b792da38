//! Why the program ends, and that it does.

use std::fmt;
use std::time::Duration;

use fairway_command::WriterHandle;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::store::database::Pools;

/// How often it is looked whether the writer runs.
const LOOK: Duration = Duration::from_millis(500);

/// The signal by which service managers ask.
pub(super) const SIGTERM: &str = "SIGTERM";

/// How long background tasks may take to end; they are asked twice, those that hold the writer first.
pub(super) const TASKS: Duration = Duration::from_secs(2);
/// How long connections may take to say goodbye.
const CLOSE: Duration = Duration::from_secs(2);
/// The whole end without the own PostgreSQL: the steps above, and a moment for traces that are still to be sent.
pub(super) const END: Duration = Duration::from_secs(30);
/// What the own PostgreSQL may take for its last checkpoint, at most, after that.
pub(super) const END_OF_POSTGRES: Duration = Duration::from_secs(50);

/// The reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A signal, by its name.
    Asked(&'static str),
    /// A background task, by its name, ended again and again.
    TaskGivenUp(&'static str),
    /// Nothing can be decided any more.
    WriterEnded,
    /// Nobody can be served any more.
    ServerEnded,
}

impl Stop {
    /// An end that was asked for is a success; any other end is a failure by its exit status, so that a service manager
    /// starts the process again.
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
            Self::TaskGivenUp(task) => write!(f, "the background task `{task}` ended again and again"),
            Self::WriterEnded => f.write_str("the writer ended"),
            Self::ServerEnded => f.write_str("the HTTP server ended"),
        }
    }
}

/// Completes at the first SIGTERM or ctrl-c. Where signals cannot be received, never: the program then ends by force.
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

/// After SIGTERM, lets balancers find out that nobody new is to be sent here, and serves on meanwhile. Ends early when
/// somebody asks again, or when nobody could be served any more.
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
        "not ready any more; serving on until balancers have noticed"
    );
    tokio::select! {
        () = tokio::time::sleep(seconds) => {}
        again = asked_to_stop() => tracing::info!(%again, "asked again: ending at once"),
        () = ended => {}
    }
}

/// Completes when the writer, which restarts itself where that helps, has ended for good.
pub(super) async fn until_ended(writer: &WriterHandle) {
    while writer.is_running() {
        tokio::time::sleep(LOOK).await;
    }
}

/// The last resort: ends the process after this time, from a thread that waits for nothing else. Every step of the end
/// is bounded by itself; this bounds what was not thought of.
pub(super) fn exit_after(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        eprintln!("fairway: the end took longer than {} s; exiting all the same", limit.as_secs());
        std::process::exit(1);
    });
}

/// Closes the connections; those that do not answer are left to the kernel.
pub(super) async fn close(pools: &Pools) {
    if tokio::time::timeout(CLOSE, pools.close()).await.is_err() {
        tracing::warn!("the database did not let go of every connection in time");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_end_that_was_asked_for_is_a_success() {
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
