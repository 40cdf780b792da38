//! The project's bench: measures how fast the product's operations are on this machine.
//!
//! Measurements vary over time, so rounds of compared cases are interleaved, and only the ratios between cases are
//! meaningful: a case is compared with a bare append, a bare read or a constant answer. Journals come from the
//! aggregates' own decisions, with the population growing along. `cargo xtask bench [name…]` runs it; without a name, every bench runs. See `tools/bench/README.md`.

mod accounts;
mod bare;
mod bench;
mod bench_writer;
mod benches;
mod chart;
mod client;
mod cpu;
mod database;
mod history;
mod load;
mod node;
mod open_loop;
mod options;
mod portal;
mod random_numbers;
mod readme;
mod report;
mod schedule;
mod targets;
mod worker;
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
        Task::Help => {
            println!("cargo xtask bench [NAME…]: {}", Options::names_and_options());
            return Ok(());
        }
        Task::WriteReadme => return readme::write(&Report::load()?),
        Task::Measure(options) => options,
    };
    let server = Server::from_environment().await?;
    println!("{}", server.description());
    let mut bench = Bench { report: Report::load().unwrap_or_default(), server, options };
    for name in bench.options.names.clone() {
        bench.report.remove_tables_of(name);
        run(name, &mut bench).await?;
        bench.report.save()?;
    }
    targets::print(&bench.report);
    if bench.options.write_readme {
        readme::write(&bench.report)?;
    }
    Ok(())
}
