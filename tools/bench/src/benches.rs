//! The measurements by name. Each creates its own databases, so that none uses another's rows, and adds its tables to
//! the report.

mod analysts;
mod booking;
mod cancel;
mod export;
mod footprint;
mod growth;
mod hot;
mod http;
mod lag;
mod nodes;
mod operators;
mod rebuild;
mod rush;
mod statements;
mod web;

use anyhow::Result;

use crate::bench::Bench;

pub(crate) use booking::ONE_BACKEND;
pub(crate) use cancel::{NOBODY_WAITS, SOMEBODY_WAITS};

/// Runs the bench of that name.
///
/// # Errors
/// When a measurement cannot be made.
pub(crate) async fn run(name: &str, bench: &mut Bench) -> Result<()> {
    match name {
        "booking" => booking::run(bench).await,
        "hot" => hot::run(bench).await,
        "cancel" => cancel::run(bench).await,
        "nodes" => nodes::run(bench).await,
        "lag" => lag::run(bench).await,
        "rebuild" => rebuild::run(bench).await,
        "http" => http::run(bench).await,
        "rush" => rush::run(bench).await,
        "growth" => growth::run(bench).await,
        "operators" => operators::run(bench).await,
        "statements" => statements::run(bench).await,
        "export" => export::run(bench).await,
        "analysts" => analysts::run(bench).await,
        "footprint" => footprint::run(bench).await,
        "web" => web::run(bench).await,
        other => anyhow::bail!("there is no bench `{other}`"),
    }
}
