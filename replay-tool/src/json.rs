//! Answers for programs, written as JSON.

use std::io::{Result, Write};

use serde::Serialize;

/// Writes a value on one line, without the line's end. An error of `out` is returned as it is: serde_json's own hides it
/// from those who look for its cause.
pub(crate) fn write(out: &mut impl Write, value: &(impl Serialize + ?Sized)) -> Result<()> {
    Ok(serde_json::to_writer(out, value)?)
}

/// Writes a value for people too, over several lines, without the end of the last.
pub(crate) fn write_pretty(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    Ok(serde_json::to_writer_pretty(out, value)?)
}
