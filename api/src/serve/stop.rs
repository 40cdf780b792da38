//! Why the program ends.

use std::fmt;

use tokio::signal::unix::{SignalKind, signal};

/// The reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A signal, by its name.
    Asked(&'static str),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked(signal) => f.write_str(signal),
        }
    }
}

/// Completes at the first SIGTERM or ctrl-c. Where signals cannot be heard, never: the program then ends by force.
pub(super) async fn asked_to_stop() -> Stop {
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => Stop::Asked("SIGTERM"),
        _ = interrupt.recv() => Stop::Asked("SIGINT"),
    }
}
