//! Runs the Rust tests with nextest. `.config/nextest.toml` says which tests belong to the second level: those of a test
//! group whose name begins with `second-`.

use std::process::{Command, Stdio};

use anyhow::Result;
use fairway_postgres::throwaway::Durability;

use crate::findings::{self, Report, check_outcome};
use crate::root::cargo;
use crate::tool::CARGO_NEXTEST;
use crate::{job, throwaway};

/// The oldest version that selects tests by their group.
const OLDEST: (u32, u32, u32) = (0, 9, 133);

/// The tests of the first level.
pub(crate) const FIRST_LEVEL: &str = "not group(/^second-/)";

/// The environment variable with the share of its cases that a search (simulated histories, generated cases) tries,
/// percent.
pub(crate) const SEARCH_PERCENT: &str = "FAIRWAY_SEARCH_PERCENT";

/// Runs the tests of a filter, of the given packages, with a throw-away PostgreSQL.
pub(crate) fn run(packages: &[&str], filter: &str, configure: impl FnOnce(&mut Command)) -> Result<Report> {
    let server = throwaway::start(Durability::None)?;
    // Two more than there are processors: a test waits for its database and for time limits.
    let threads = std::thread::available_parallelism().map_or(2, usize::from) + 2;
    let mut command = cargo();
    make_available(&mut command)?;
    command.args(["nextest", "run"]).args(packages).args([
        "--no-fail-fast",
        "--status-level",
        "slow",
        "--no-tests",
        "fail",
    ]);
    command.args(["--test-threads", &threads.to_string(), "--filterset", filter]);
    command.env(throwaway::TEST_URL, server.url());
    configure(&mut command);
    let (status, text) = job::run_and_capture(&mut command)?;
    check_outcome("cargo nextest", status.success(), findings::nextest(&text))
}

/// The names of the tests with `#[ignore]`: another test starts them with what they need, or a person does.
pub(crate) fn ignored() -> Result<Vec<String>> {
    let mut command = cargo();
    make_available(&mut command)?;
    command.args(["nextest", "list", "--run-ignored", "only", "--message-format", "oneline"]);
    Ok(job::output(&mut command)?.lines().map(str::to_owned).collect())
}

/// Lets a cargo command find nextest: the installed one, or one that is built for this machine.
pub(crate) fn make_available(cargo: &mut Command) -> Result<()> {
    if is_installed() { Ok(()) } else { CARGO_NEXTEST.add_to_path(cargo) }
}

fn is_installed() -> bool {
    let mut command = Command::new("cargo-nextest");
    let output = command.args(["nextest", "--version"]).stdin(Stdio::null()).stderr(Stdio::null()).output();
    output.is_ok_and(|output| version(&String::from_utf8_lossy(&output.stdout)) >= Some(OLDEST))
}

/// Reads `cargo-nextest-nextest 0.9.143 (…)`.
fn version(text: &str) -> Option<(u32, u32, u32)> {
    let mut numbers = text.split_whitespace().nth(1)?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_nextest_does_not_count_as_installed() {
        let text = "cargo-nextest 0.9.143 (60fa45f63 2026-08-04)\nrelease: 0.9.143\n";
        assert_eq!(version(text), Some((0, 9, 143)));
        assert!(version("cargo-nextest 0.9.99\n") < Some(OLDEST));
        assert!(version("") < Some(OLDEST));
    }
}
