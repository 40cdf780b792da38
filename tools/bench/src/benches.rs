//! The measurements by name. Each makes its own databases, so that none works on another's rows, and adds its tables
//! to the report.

mod booking;
mod cancel;
mod footprint;
mod growth;
mod hot;
mod http;
mod lag;
mod nodes;
mod peers;
mod rebuild;
mod web;

use anyhow::Result;

pub(crate) use growth::power;

use crate::database::Server;
use crate::options::Options;
use crate::report::{Report, Row, Table};

/// What every bench works with.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) server: Server,
    pub(crate) options: Options,
    pub(crate) report: Report,
}

impl Bench {
    /// Prints a table and keeps it.
    pub(crate) fn report(&mut self, bench: &str, title: &str, rows: Vec<Row>) {
        self.report.add(Table {
            bench: bench.to_owned(),
            title: title.to_owned(),
            machine: self.server.description().to_owned(),
            rows,
        });
    }
}

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
        "growth" => growth::run(bench).await,
        "footprint" => footprint::run(bench).await,
        "web" => web::run(bench).await,
        other => anyhow::bail!("there is no bench `{other}`"),
    }
}
