//! The command line: every command with its options and its help, which starts nothing.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser};

use crate::{
    bench, chromium, cluster, contract, fuzz, mutants, portal_program, postgres, run, sbom, test, throwaway,
};

/// The project's own commands. Each answers `--help`.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
#[command(
    after_help = "FAIRWAY_POSTGRES_BIN names a folder with PostgreSQL's programs, CHROMIUM_PATH a Chromium."
)]
pub(crate) enum Command {
    /// Builds everything and serves the portal on http://localhost:8080, with demo data
    #[command(
        after_help = "FAIRWAY_LISTEN, FAIRWAY_DATA_DIR and every other key of `fairway --help` may be set."
    )]
    Run,
    /// Runs the portal's own program for the data of `run`: `cargo xtask fairway analyst-login eva`
    #[command(after_help = "`cargo xtask fairway -- --help` builds the program and prints its own help.")]
    Fairway(PassedOn),
    /// Builds the operators' tool and asks the journal of the portal of `run`
    #[command(after_help = "`cargo xtask replay-tool -- --help` builds the tool and prints its own help.")]
    ReplayTool(PassedOn),
    /// Checks and tests: what a person runs on a change
    Test(test::Options),
    /// Formatting, lints, length and headers of the sources, names in the documents
    Check,
    /// Tests the APIs against their descriptions with Schemathesis
    Contract(contract::Options),
    /// Measures on a durable throw-away PostgreSQL
    #[command(after_help = "\
        Names of benches; without one, all. --quick measures a tenth, --full up to 10 million events,\n\
        `rush --search` finds the highest rate at which answers stay short,\n\
        --write-readme writes the figures to tools/bench/README.md, which explains each bench.\n\
        `cargo xtask bench -- --help` builds the bench and prints their names.")]
    Bench(PassedOn),
    /// Searches with libFuzzer for inputs that are read wrongly
    Fuzz(fuzz::Options),
    /// Changes the code and checks that a test fails
    Mutants(mutants::Options),
    /// Writes the bill of materials of the released programs (CycloneDX) to target/sbom
    Sbom,
    /// Starts a throw-away PostgreSQL for tests that are run by hand, until Ctrl-C
    Postgres,
    /// Runs the portal as on several machines: etcd, Patroni, HAProxy, two nodes
    #[command(
        after_help = "--pgbouncer puts a pooler between. `cargo xtask cluster -- --help` builds the program and prints all."
    )]
    Cluster(PassedOn),
    /// Kills, freezes or disconnects the parts of such a cluster under load
    #[command(after_help = "\
        --rounds N, --only KIND…, --short; --histories N [--seed S] records what clients are told under two faults at\n\
        once, and judges it. `cargo xtask faults -- --help` builds the program and prints all.")]
    Faults(PassedOn),
    /// Installs PostgreSQL's programs with npm, without root
    FetchPostgres,
    /// Finds or installs a Chromium for the browser tests, and prints its path
    FetchChromium,
}

/// Arguments of a program that xtask builds; the program defines them.
#[derive(Args)]
pub(crate) struct PassedOn {
    /// Passed on to the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Command {
    /// Carries out the command. Checks and tests say by the exit status whether they passed.
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self {
            Self::Test(options) => return test::test(&options),
            Self::Check => return test::run(&[test::Part::Check], &[]),
            Self::Fairway(PassedOn { arguments }) => return portal_program::run("fairway", &arguments),
            Self::ReplayTool(PassedOn { arguments }) => {
                return portal_program::run("replay-tool", &arguments);
            }
            Self::Run => run::run()?,
            Self::Contract(options) => contract::contract(&options)?,
            Self::Bench(PassedOn { arguments }) => bench::bench(&arguments)?,
            Self::Fuzz(options) => fuzz::fuzz(&options)?,
            Self::Mutants(options) => mutants::mutants(&options)?,
            Self::Sbom => sbom::write()?,
            Self::Postgres => throwaway::until_interrupted()?,
            Self::Cluster(PassedOn { arguments }) => cluster::cluster(&arguments)?,
            Self::Faults(PassedOn { arguments }) => cluster::faults(&arguments)?,
            Self::FetchPostgres => postgres::fetch()?,
            Self::FetchChromium => println!("{}", chromium::ensure()?.display()),
        }
        Ok(ExitCode::SUCCESS)
    }
}
