//! `publish`: publishes the figures for analysts without waiting for the portal, or everything anew.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use fairway_audit::{publication, server};
use fairway_console::say;
use sqlx::PgPool;

/// Arguments of `publish`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Closed months anew, too, as they stand now. Goes on record.
    #[arg(long, requires_all = ["operator", "reason"])]
    pub again: bool,
    /// The name of the operator who wants it. Goes on record.
    #[arg(long, requires = "again")]
    pub operator: Option<String>,
    /// The reason; without personal data, since the record is kept.
    #[arg(long, requires = "again")]
    pub reason: Option<String>,
}

/// Publishes, and prints how many months were.
///
/// # Errors
/// When the database is a replica or refuses.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    server::refuse_replica(pool, "published figures are stored").await?;
    let months = match (&arguments.operator, &arguments.reason) {
        (Some(operator), Some(reason)) => publication::publish_again(pool, operator, reason).await?,
        _ => publication::publish_now(pool).await?,
    };
    say!("{months} closed months published")?;
    Ok(ExitCode::SUCCESS)
}
