//! The project's bench: how fast each path is, measured in one run on the machine at hand.
//!
//! Machines are noisy, so rounds of the cases that are compared are interleaved and the ratios between them are what
//! counts. Run it with `cargo xtask bench [name…]`; without a name, everything. `tools/bench/README.md` explains.

mod bare;
mod bench;
mod benches;
mod chart;
mod client;
mod database;
mod history;
mod node;
mod options;
mod people;
mod portal;
mod readme;
mod report;
mod targets;
mod workload;

use anyhow::Result;

use crate::bench::Bench;
use crate::benches::run;
use crate::database::Server;
use crate::options::{Options, Task};
use crate::report::Report;

#[tokio::main]
async fn main() -> Result<()> {
    let options = match Options::from_arguments(std::env::args().skip(1))? {
        Task::Node { url } => return node::run(&url).await,
        Task::Rebuilds { url } => return node::run_rebuilds(&url).await,
        Task::WriteReadme => return readme::write(&Report::load()?),
        Task::Measure(options) => options,
    };
    let server = Server::from_environment().await?;
    println!("{}", server.description());
    let mut bench = Bench { report: Report::load().unwrap_or_default(), server, options };
    for name in bench.options.names.clone() {
        bench.report.begin(name);
        run(name, &mut bench).await?;
        bench.report.save()?;
    }
    targets::print(&bench.report);
    if bench.options.write_readme {
        readme::write(&bench.report)?;
    }
    Ok(())
}
