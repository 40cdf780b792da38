//! The process's own telemetry: the log to standard error, and traces if configured.

pub mod traces;

use std::io::IsTerminal;

use fairway_events::connections::notices;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::Config;
use traces::Traces;

/// The telemetry of a running process.
#[derive(Debug)]
#[must_use = "the last traces are sent by `finish`"]
pub struct Telemetry {
    traces: Option<Traces>,
}

/// Starts it: lines for people in development, JSON for machines in production, each with the ids of its request.
///
/// # Errors
/// When the collector's address is invalid.
pub fn start(config: &Config) -> anyhow::Result<Telemetry> {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|error| {
        eprintln!("FAIRWAY_LOG is not understood ({error}); logging at level info");
        EnvFilter::new("info")
    });
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(may_colour());
    let lines = if config.is_production() { lines.json().boxed() } else { lines.boxed() };
    let traces = config.traces_to.as_deref().map(Traces::to).transpose()?;
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(notices::layer())
        .with(traces.as_ref().map(Traces::layer))
        .init();
    Ok(Telemetry { traces })
}

/// No colours in a file or pipe, or when `NO_COLOR` is set (https://no-color.org).
fn may_colour() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

impl Telemetry {
    /// Ends: sends the remaining traces, for a bounded time.
    pub async fn finish(self) {
        if let Some(traces) = self.traces {
            traces.finish().await;
        }
    }
}
