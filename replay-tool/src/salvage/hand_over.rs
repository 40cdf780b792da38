//! Passes what is missing to `fairway book-again`: this tool neither decides nor writes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

use super::print;
use super::search::Report;
use crate::connect::ConnectionOptions;

/// The `fairway` program, beside this one or in `PATH`.
///
/// # Errors
/// When there is none.
pub(super) fn program() -> Result<PathBuf> {
    let beside = std::env::current_exe().ok().map(|tool| tool.with_file_name("fairway"));
    let in_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let found = beside
        .into_iter()
        .chain(in_path.into_iter().flatten().map(|folder| folder.join("fairway")))
        .find(|program| program.is_file());
    match found {
        Some(program) => Ok(program),
        None => bail!(
            "the program `fairway` is neither beside this one nor in PATH: write the output of `replay-tool salvage \
             --json` into a file and give it to `fairway book-again` where that is"
        ),
    }
}

/// Runs it with the report as input, on the same database and data folder. It inherits standard output and error.
///
/// # Errors
/// When it cannot be run, or does not read its input.
pub(super) fn run(
    fairway: &Path,
    connection: &ConnectionOptions,
    report: &Report,
    (operator, reason): (&str, &str),
    dry_run: bool,
) -> Result<ExitStatus> {
    let mut command = Command::new(fairway);
    command.args(["book-again", "-", "--operator", operator, "--reason", reason]);
    if dry_run {
        command.arg("--dry-run");
    }
    command.env("FAIRWAY_DATA_DIR", &connection.data_dir).stdin(Stdio::piped());
    if let Some(url) = &connection.database_url {
        command.env("DATABASE_URL", url);
    }
    if let Some(file) = &connection.database_url_file {
        command.env("DATABASE_URL_FILE", file);
    }
    if let Some(file) = &connection.password_file {
        command.env("PGPASSWORD_FILE", file);
    }
    let mut child = command.spawn().with_context(|| format!("{} cannot be run", fairway.display()))?;
    if let Some(mut input) = child.stdin.take() {
        let lines = print::json_lines(report)?;
        // A program that has ended prints the reason itself.
        if let Err(error) = input.write_all(&lines)
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            return Err(error).context("`fairway book-again` does not read what it is given");
        }
    }
    child.wait().context("`fairway book-again` cannot be waited for")
}
