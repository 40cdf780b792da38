//! Exit statuses in addition to 0, 1 (failure) and 2 (wrong arguments).

use std::process::ExitCode;

use fairway_console::warn;

/// A name or an id is unknown or ambiguous.
pub(crate) const UNKNOWN: u8 = 3;

/// There are findings that an operator must check.
pub(crate) const FOUND: u8 = 4;

/// Success if nothing was found, else [`FOUND`].
pub(crate) fn unless_found(is_fine: bool) -> ExitCode {
    if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}

/// Prints on standard error what is unknown.
pub(crate) fn unknown(why: &str) -> ExitCode {
    warn!("replay-tool: {why}");
    ExitCode::from(UNKNOWN)
}
