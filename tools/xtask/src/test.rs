//! `cargo xtask test`: installs what the tests need, and runs all checks and tests, from formatting to the browser
//! tests.

mod e2e;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use fairway_postgres::throwaway::Durability;

use crate::counts::Counts;
use crate::findings::{self, Report, check_outcome, report_file};
use crate::programs::{build_programs, has_nextest};
use crate::root::{cargo, target};
use crate::summary::Steps;
use crate::{check, chromium, cluster, contract, debian, job, node, postgres, previous_release, throwaway};

/// A part of the tests that a developer can run alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Check,
    Rust,
    Web,
    Contract,
    E2e,
    Faults,
}

impl Part {
    /// The part with a name from the command line.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "check" => Some(Self::Check),
            "rust" => Some(Self::Rust),
            "web" => Some(Self::Web),
            "contract" => Some(Self::Contract),
            "e2e" => Some(Self::E2e),
            "faults" => Some(Self::Faults),
            _ => None,
        }
    }
}

/// Runs one part, or everything. The fast steps come first, so that simple mistakes are found within seconds.
pub(crate) fn test(only: Option<Part>) -> ExitCode {
    let includes = |part: Part| only.is_none_or(|only| only == part);
    let mut steps = Steps::new();
    steps.step("the web app's packages", node::packages);
    if includes(Part::Check) {
        check::quick(&mut steps);
    }
    if only != Some(Part::Check) {
        // Also before the Rust tests: the program embeds the web app, so building it later would build the program
        // twice.
        steps.step("build the web app", node::build);
    }
    if includes(Part::Check) {
        check::thorough(&mut steps);
    }
    if includes(Part::Rust) {
        let previous =
            steps.step_with_value("the previous release, to run beside this one", previous_release::build);
        steps.counted("Prometheus, Alertmanager and Caddy", monitoring);
        steps.counted("Rust tests", rust_tests);
        steps.counted("beside the previous release", || side_by_side_test(previous.flatten().as_deref()));
    }
    if includes(Part::Web) {
        steps.counted("Vitest", vitest);
        steps.step("size of the first screens", || job::run(&mut node::npm(&["run", "size"])));
    }
    if includes(Part::Contract) || includes(Part::E2e) {
        steps.step("PostgreSQL", postgres::ensure);
        steps.step("build the program", || match only {
            // Only this program, because this part does not need the tests' programs.
            Some(_) => job::run(cargo().args(["build", "--package", "fairway"])),
            None => build_programs(),
        });
    }
    if includes(Part::Contract) {
        steps.counted("the API against its description", contract::short_run);
        steps.step("a client generated from the description", contract::client);
    }
    if includes(Part::E2e) {
        let chromium = steps.step_with_value("Chromium", chromium::ensure);
        steps.counted("Playwright", || {
            e2e::playwright(&target().join("debug/fairway"), &chromium.context("no Chromium")?)
        });
    }
    if includes(Part::Faults) {
        if only.is_some() {
            steps.step("build the programs", || {
                let packages = ["fairway", "replay-tool", "fairway-cluster"].map(|name| ["--package", name]);
                job::run(cargo().arg("build").args(packages.as_flattened()))
            });
        }
        steps.counted("faults on a cluster", cluster::short_faults);
    }
    steps.finish()
}

fn rust_tests() -> Result<Report> {
    let server = throwaway::start(Durability::None)?;
    let url = (throwaway::TEST_URL, server.url());
    if !has_nextest() {
        let (status, text) =
            job::run_and_capture(cargo().args(["test", "--workspace", "--no-fail-fast"]).envs([url]))?;
        return check_outcome(
            "cargo test",
            status.success(),
            Counts::cargo_test(&text),
            findings::cargo_test(&text),
        );
    }
    // Two more than there are processors: a test waits for its database and for time limits.
    let threads = std::thread::available_parallelism().map_or(2, usize::from) + 2;
    let threads = threads.to_string();
    let arguments = [
        "nextest",
        "run",
        "--workspace",
        "--no-fail-fast",
        "--status-level",
        "slow",
        "--test-threads",
        &threads,
    ];
    let (status, text) = job::run_and_capture(cargo().args(arguments).env(url.0, &url.1))?;
    let mut report =
        check_outcome("cargo nextest", status.success(), Counts::nextest(&text), findings::nextest(&text))?;
    // nextest does not run the examples in the documentation.
    let (status, text) =
        job::run_and_capture(cargo().args(["test", "--workspace", "--doc"]).env(url.0, &url.1))?;
    let counts = Counts::cargo_test(&text).or(Some(Counts::default()));
    report += check_outcome("doc tests", status.success(), counts, findings::cargo_test(&text))?;
    Ok(report)
}

/// Installs the programs that some tests run. When they are missing and cannot be installed, those tests are skipped.
fn monitoring() -> Result<Report> {
    const PACKAGES: &[&str] = &["prometheus", "prometheus-alertmanager", "caddy"];
    let Err(error) = debian::ensure(PACKAGES) else { return Ok(Report::default()) };
    println!("skipped: package {} missing ({error:#})", debian::missing(PACKAGES).join(", "));
    Ok(Report { counts: Counts { skipped: 1, ..Counts::default() }, findings: Vec::new() })
}

/// Runs the one test that needs the program of the previous release. Other runs ignore this test.
fn side_by_side_test(previous: Option<&Path>) -> Result<Report> {
    let Some(previous) = previous else {
        let counts = Counts { skipped: 1, ..Counts::default() };
        return Ok(Report { counts, findings: Vec::new() });
    };
    let cluster = throwaway::start(Durability::None)?;
    let mut test = cargo();
    test.args(["test", "--workspace", "--test", "portal", "--", "--ignored", "side_by_side"])
        .env(throwaway::TEST_URL, cluster.url())
        .env(previous_release::PROGRAM, previous);
    let (status, text) = job::run_and_capture(&mut test)?;
    check_outcome("cargo test", status.success(), Counts::cargo_test(&text), findings::cargo_test(&text))
}

fn vitest() -> Result<Report> {
    let report = report_file("vitest.json")?;
    let output_file = format!("--outputFile.json={}", report.display());
    let mut npm = node::npm(&["run", "test", "--", "--reporter=default", "--reporter=json", &output_file]);
    let (status, _) = job::run_and_capture(&mut npm)?;
    let findings = findings::vitest(&report).unwrap_or_default();
    check_outcome("Vitest", status.success(), Counts::vitest(&report).ok(), findings)
}
