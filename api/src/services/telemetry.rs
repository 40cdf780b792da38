//! The process's own telemetry: the log to standard error, and traces if configured.

pub mod traces;

use std::io::IsTerminal;

use fairway_console::warn;
use fairway_events::connections::notices;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use self::traces::Traces;
use crate::config::Config;

/// The telemetry of a running process.
#[derive(Debug)]
#[must_use = "the last traces are sent by `finish`"]
pub struct Telemetry {
    traces: Option<Traces>,
}

/// Starts it: lines for people in development, JSON for machines in production, each with the ids of its request. `filter`
/// is in the syntax of tracing's `EnvFilter`.
///
/// # Errors
/// When the collector's address is invalid.
pub fn start(config: &Config, filter: &str) -> anyhow::Result<Telemetry> {
    let filter = EnvFilter::try_new(with_own_crates(filter)).unwrap_or_else(|error| {
        warn!("FAIRWAY_LOG is not understood ({error}); logging at level info");
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

/// The crates of this program beside `fairway_api` that log.
const OWN_CRATES: [&str; 16] = [
    "fairway_club_accounts",
    "fairway_clubs",
    "fairway_content",
    "fairway_endpoint",
    "fairway_import",
    "fairway_members",
    "fairway_notifications",
    "fairway_operator_accounts",
    "fairway_operator_tasks",
    "fairway_operators",
    "fairway_payments",
    "fairway_rounds",
    "fairway_sandbox",
    "fairway_statements",
    "fairway_store",
    "fairway_tasks",
];

/// A level for `fairway_api` is one for every crate of the program, unless the filter names the crate itself.
#[must_use]
pub fn with_own_crates(filter: &str) -> String {
    let levels = filter.split(',').filter_map(|directive| directive.trim().strip_prefix("fairway_api"));
    let levels = levels.filter(|level| level.is_empty() || level.starts_with('='));
    let own = levels.flat_map(|level| OWN_CRATES.map(|name| format!("{name}{level}")));
    own.chain([filter.to_owned()]).collect::<Vec<_>>().join(",")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_name_stands_for_all_its_crates() {
        let own = |level: &str| OWN_CRATES.map(|name| format!("{name}{level}")).join(",");
        assert_eq!(
            with_own_crates("fairway_api=debug,info"),
            format!("{},fairway_api=debug,info", own("=debug"))
        );
        assert_eq!(with_own_crates("info, fairway_api"), format!("{},info, fairway_api", own("")));
        for other in ["info,sqlx=warn", "fairway_api::http=debug", ""] {
            assert_eq!(with_own_crates(other), other);
        }
    }
}
