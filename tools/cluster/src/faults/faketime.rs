//! Changes the clock of programs that read it through the C library, with libfaketime. etcd is a Go program and reads the
//! clock without that library, so its clock cannot be changed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The folders in which Debian's package has the library, one for each architecture.
const FOLDERS: [&str; 2] = ["/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime"];
const LIBRARY: &str = "libfaketime.so.1";
/// So far is the clock of the check off, in seconds: a hundred days.
const CHECKED: i32 = 8_640_000;

fn library() -> Option<PathBuf> {
    FOLDERS.iter().map(|folder| Path::new(folder).join(LIBRARY)).find(|file| file.is_file())
}

/// The environment of a program whose clock is so many seconds ahead. Times of waiting stay right, as they do on a machine
/// whose clock is set wrong.
pub(super) fn environment(seconds: i32) -> Vec<(String, String)> {
    let library = library().unwrap_or_default().display().to_string();
    [
        ("LD_PRELOAD", library),
        ("FAKETIME", format!("{seconds:+}s")),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into()
}

/// Fails with the reason why no clock can be changed.
pub(super) fn obstacle() -> Result<()> {
    library().context("Debian's package libfaketime is not installed")?;
    let seconds = |environment: Vec<(String, String)>| -> Result<i64> {
        let output = Command::new("date").arg("+%s").envs(environment).output()?;
        Ok(String::from_utf8(output.stdout)?.trim().parse()?)
    };
    let ahead = seconds(environment(CHECKED))? - seconds(Vec::new())?;
    ensure!(ahead > i64::from(CHECKED) - 60, "libfaketime does not load: a clock was {ahead} s ahead");
    Ok(())
}
