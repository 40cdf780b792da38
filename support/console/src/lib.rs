//! Standard output and standard error of the programs. `println!` panics when nobody reads the output any more, as in
//! `… | head`; [`say!`] returns an error, which ends the command, and [`end`] makes a quiet success of it.
//!
//! Not by the signal SIGPIPE: it would end `fairway serve` too, and leave a PostgreSQL behind that the command had started.

use std::fmt;
use std::io::{Error, ErrorKind, Result, Stdout, Write};
use std::process::ExitCode;

/// Writes a line to standard output. Evaluates to [`std::io::Result`].
#[macro_export]
macro_rules! say {
    ($($text:tt)+) => { $crate::print(::std::format_args!("{}\n", ::std::format_args!($($text)+))) };
}

/// Writes a line to standard error. One that nobody reads is lost, and changes nothing.
#[macro_export]
macro_rules! warn {
    ($($text:tt)+) => { $crate::print_error(::std::format_args!($($text)+)) };
}

/// The cause of a failed write to a standard output that nobody reads any more. A type of its own: a connection to the
/// database that breaks is an error of the same kind, and no success.
#[derive(Debug)]
struct NobodyReads;

impl fmt::Display for NobodyReads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nobody reads the output any more")
    }
}

impl std::error::Error for NobodyReads {}

/// Standard output, whose errors [`end`] recognises.
#[derive(Debug)]
pub struct Output(Stdout);

/// Standard output for longer texts. Without a buffer around it each line is a call of the system.
#[must_use]
pub fn output() -> Output {
    Output(std::io::stdout())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.write(bytes).map_err(recognisable)
    }

    fn flush(&mut self) -> Result<()> {
        self.0.flush().map_err(recognisable)
    }
}

fn recognisable(error: Error) -> Error {
    match error.kind() {
        ErrorKind::BrokenPipe => Error::new(ErrorKind::BrokenPipe, NobodyReads),
        _ => error,
    }
}

/// Writes a text to standard output, at once.
///
/// # Errors
/// When nobody reads it any more, or the disk that it goes to is full.
pub fn print(text: impl fmt::Display) -> Result<()> {
    let mut out = output();
    write!(out, "{text}")?;
    out.flush()
}

/// Writes a line to standard error, as [`warn!`] does.
pub fn print_error(line: impl fmt::Display) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// The exit status of a program. A failure is printed as `PROGRAM: …`, except that nobody reads the output any more: the
/// reader had enough.
pub fn end(program: &str, outcome: anyhow::Result<ExitCode>) -> ExitCode {
    match outcome {
        Ok(status) => status,
        Err(error) if is_unread(&error) => ExitCode::SUCCESS,
        Err(error) => {
            warn!("{program}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_unread(error: &anyhow::Error) -> bool {
    let inner = |cause: &(dyn std::error::Error + 'static)| {
        let error = cause.downcast_ref::<Error>().and_then(Error::get_ref);
        error.is_some_and(|inner| inner.is::<NobodyReads>())
    };
    error.chain().any(inner)
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn only_an_output_that_nobody_reads_is_no_failure() {
        let unread = || recognisable(Error::from(ErrorKind::BrokenPipe));
        assert!(is_unread(&unread().into()));
        assert!(is_unread(&Err::<(), _>(unread()).context("the file cannot be written").unwrap_err()));
        assert!(!is_unread(&Error::from(ErrorKind::BrokenPipe).into()), "a connection to the database");
        assert!(!is_unread(&recognisable(Error::from(ErrorKind::StorageFull)).into()));
    }
}
