//! Checks whether a stopped projection can continue, and waits until it does.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use fairway_audit::projections::{Unreadable, blocking, read};
use fairway_console::{say, warn};
use fairway_query::{ProjectionState, ProjectionStatus};
use serde_json::json;
use sqlx::PgPool;

use crate::exit;

/// The pause between two reads.
const PAUSE: Duration = Duration::from_millis(250);

/// Arguments of `projections resume`.
#[derive(Debug, Args)]
pub struct Resume {
    /// The projections; none: all that stand still.
    #[arg(value_name = "PROJECTION")]
    pub names: Vec<String>,
    /// How long to wait for a projector. It looks every 5 seconds by itself.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub patience: u64,
}

impl Resume {
    pub(super) async fn run(&self, pool: &PgPool, json: bool) -> Result<ExitCode> {
        let all = read(pool).await?;
        if let Some(unknown) = self.names.iter().find(|name| !all.iter().any(|status| status.name == **name))
        {
            let known: Vec<&str> = all.iter().map(|status| status.name.as_str()).collect();
            let why = format!("no projection is called {unknown}; there are {}", known.join(", "));
            return Ok(exit::unknown(&why));
        }
        let mut all_resumed = true;
        let wanted = |status: &&ProjectionStatus| self.names.is_empty() || self.names.contains(&status.name);
        for status in all.iter().filter(wanted) {
            if status.state == ProjectionState::Running {
                if !self.names.is_empty() {
                    print(json, &status.name, true, "runs")?;
                }
                continue;
            }
            let (is_resumed, text) = self.one(pool, status).await?;
            all_resumed &= is_resumed;
            print(json, &status.name, is_resumed, &text)?;
        }
        Ok(exit::unless_found(all_resumed))
    }

    /// Whether one projection continues, and the text to print.
    async fn one(&self, pool: &PgPool, status: &ProjectionStatus) -> Result<(bool, String)> {
        if status.state == ProjectionState::Stopped
            && let Some(event) = blocking(pool, status.position).await?
            && !event.readable_here
        {
            let advice = "deploy the version that can, and the projector goes on by itself";
            return Ok((false, format!("stands before {}; {advice}", describe(&event))));
        }
        // Printed before the wait, so that the operator can start a projector if none runs.
        warn!(
            "{}: at position {}, waits for a projector, {} s at most",
            status.name, status.position, self.patience
        );
        let resumed = async {
            loop {
                let now = read(pool).await?;
                let now = now.into_iter().find(|now| now.name == status.name);
                let now = now.context("the projection is gone")?;
                if now.state == ProjectionState::Running && now.position > status.position {
                    return anyhow::Ok(now.position);
                }
                tokio::time::sleep(PAUSE).await;
            }
        };
        match tokio::time::timeout(Duration::from_secs(self.patience), resumed).await {
            Ok(position) => Ok((true, format!("goes on, at position {}", position?))),
            Err(_elapsed) => {
                let error = status.last_error.as_deref().unwrap_or("no reason is recorded");
                let text = format!(
                    "did not go on within {} s ({error}); does `fairway serve` or `fairway project` run, in a \
                     version that can read its event?",
                    self.patience
                );
                Ok((false, text))
            }
        }
    }
}

/// The event that stops a projection, and whether this version can read it.
pub(super) fn describe(Unreadable { position, event, version, readable_here }: &Unreadable) -> String {
    let readability = if *readable_here {
        "this version can read it: `replay-tool projections resume` waits for the projector to go on"
    } else {
        "this version cannot read it either"
    };
    format!("position {position}, {event} version {version}; {readability}")
}

fn print(json: bool, name: &str, is_resumed: bool, text: &str) -> std::io::Result<()> {
    if json {
        say!("{}", json!({ "name": name, "goes_on": is_resumed, "what": text }))
    } else {
        say!("{name}: {text}")
    }
}
