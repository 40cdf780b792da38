//! Exit statuses beside 0, and 1 and 2 for failures and wrong arguments.

use std::process::ExitCode;

/// Nothing, or more than one thing, is known under a name or an id.
pub(crate) const UNKNOWN: u8 = 3;

/// Something was found that an operator must look at.
pub(crate) const FOUND: u8 = 4;

/// Success where nothing was found, else [`FOUND`].
pub(crate) fn unless_found(is_fine: bool) -> ExitCode {
    if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FOUND) }
}

/// Says on standard error what is not known.
pub(crate) fn unknown(why: &str) -> ExitCode {
    eprintln!("replay-tool: {why}");
    ExitCode::from(UNKNOWN)
}
