//! `fairway-cluster`: the portal's deployment for several machines, run on one machine: three etcd, three PostgreSQL
//! under Patroni, HAProxy, two web nodes, two projectors, from Debian's packages and with the files of `deploy/ha`.
//!
//! It exists so that the effect of an outage can be observed and measured before it happens to members. It contains no
//! domain rule, and no SQL but the probe's that counts writable servers: it starts programs, queries them over HTTP, and
//! stops them. `cargo xtask cluster` builds it and calls it.
//!
//! Reading order: [`layout`] assigns folders, ports and passwords, [`supervisor`] keeps one program running,
//! [`service`] is the handle of a supervised program, [`database`], [`proxies`] and [`portal`] start the programs, and
//! [`cluster`] starts and stops all of them; [`faults`] injects faults and records histories. [`containers`] starts the
//! compose files of every deployment with Docker.
#![cfg(target_os = "linux")]

mod cluster;
mod containers;
mod database;
mod faults;
mod layout;
mod load_record;
mod member;
mod portal;
mod processes;
mod programs;
mod proxies;
mod service;
mod supervisor;
mod wait;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Runs on one machine the whole portal as it is deployed on several.
#[derive(Debug, Parser)]
#[command(name = "fairway-cluster", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start everything, print the addresses, and stop it in order on Ctrl-C or SIGTERM. The data are kept.
    Run(cluster::Options),
    /// Inject faults into a separate cluster under load, and count lost writes.
    Faults(faults::Options),
    /// Start the compose files for real, book, and restore.
    Containers(containers::Options),
    /// Keep one program running. Called by this program itself.
    #[command(name = "keep", hide = true)]
    Supervise(supervisor::Arguments),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Supervise(arguments) => supervisor::supervise(&arguments),
        Command::Faults(options) => block_on(faults::run_campaign(options)),
        Command::Containers(options) => block_on(containers::start_each(options)),
        Command::Run(options) => block_on(cluster::run_until_stopped(options)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fairway-cluster: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn block_on(task: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Runtime::new()?.block_on(task)
}
