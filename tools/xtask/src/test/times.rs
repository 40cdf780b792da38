//! How long each step took when it last passed on this machine, for `cargo xtask test --help`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seconds by the name of the step.
pub(crate) type Times = BTreeMap<String, u64>;

/// The times of the last run; empty before the first.
pub(crate) fn last(folder: &Path) -> Times {
    let text = std::fs::read_to_string(file(folder)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Replaces the times of the steps that passed now. Only help reads them, so that a failure to write is no failure.
pub(crate) fn store<'a>(folder: &Path, passed: impl Iterator<Item = (&'a str, Duration)>) {
    let mut times = last(folder);
    times.extend(passed.map(|(name, duration)| (name.to_owned(), duration.as_secs())));
    let _only_for_help = serde_json::to_string(&times).map(|text| std::fs::write(file(folder), text));
}

fn file(folder: &Path) -> PathBuf {
    folder.join("times.json")
}
