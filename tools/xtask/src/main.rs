//! `cargo xtask`: the commands for developers and build machines, in one place and the same on every machine. A new
//! clone needs Rust and Node; xtask installs everything else.

mod analysts;
mod bench;
mod check;
mod chromium;
mod cluster;
mod commands;
mod containers;
mod contract;
mod counts;
mod data_folder;
mod debian;
mod findings;
mod fingerprint;
mod fuzz;
mod http;
mod job;
mod mutants;
mod nextest;
mod node;
mod portal;
mod portal_program;
mod postgres;
mod previous_release;
mod programs;
mod python;
mod root;
mod run;
mod sbom;
mod summary;
mod supply;
mod test;
mod throwaway;
mod tool;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::commands::Command;

fn main() -> ExitCode {
    let arguments = Command::command()
        // Only known at run time: the list of steps, and how long each took last.
        .mut_subcommand("test", |test| test.after_help(test::steps::description()))
        .get_matches();
    let command = match Command::from_arg_matches(&arguments) {
        Ok(command) => command,
        Err(error) => error.exit(),
    };
    if let Err(error) = job::end_children_on_signals() {
        eprintln!("xtask: {error:#}");
        return ExitCode::FAILURE;
    }
    match command.run() {
        Ok(status) => status,
        Err(error) if job::interrupted() => {
            eprintln!("xtask: stopped ({error:#})");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
