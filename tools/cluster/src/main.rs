//! `fairway-cluster`: the portal as it runs on several machines, on one: three etcd, three PostgreSQL under Patroni,
//! HAProxy, two web nodes, two projectors, from Debian's packages and with the files of `deploy/ha`.
//!
//! It exists so that what an outage does can be seen and measured before a member sees it. It holds no rule of golf and no
//! SQL: it starts programs, asks them over HTTP, and ends them. `cargo xtask cluster` builds it and calls it.
//!
//! Reading order: [`layout`] says which folder, port and password is whose, [`keep`] keeps one program running,
//! [`service`] is such a program as the rest sees it, [`database`], [`proxies`] and [`portal`] say how each is started, and
//! [`cluster`] starts and stops them all; [`faults`] hurts them.
#![cfg(target_os = "linux")]

mod cluster;
mod database;
mod faults;
mod keep;
mod layout;
mod portal;
mod processes;
mod programs;
mod proxies;
mod service;
mod wait;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Runs the whole portal on one machine as it runs on several.
#[derive(Debug, Parser)]
#[command(name = "fairway-cluster", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start everything, print the addresses, and stop it in order on Ctrl-C or SIGTERM. The data stay.
    Run(cluster::Options),
    /// Try faults on a cluster of their own, under load, and count what was lost.
    Faults(faults::Options),
    /// Keep one program running. Called by this program itself.
    #[command(hide = true)]
    Keep(keep::Arguments),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Keep(arguments) => keep::keep(&arguments),
        Command::Faults(options) => on_a_runtime(faults::campaign(options)),
        Command::Run(options) => on_a_runtime(cluster::until_interrupted(options)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fairway-cluster: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn on_a_runtime(task: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Runtime::new()?.block_on(task)
}
