//! `cargo xtask test`: brings what the tests need and runs all of them, from formatting to the browser.

mod e2e;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use fairway_postgres::throwaway::Durability;

use crate::counts::Counts;
use crate::findings::{self, Report, report_file, settle};
use crate::programs::{build_programs, has_nextest};
use crate::root::{cargo, target};
use crate::summary::Steps;
use crate::{check, chromium, cluster, contract, debian, job, node, postgres, previous_release, throwaway};

/// What a developer may run alone.
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
    /// The part of that name on the command line.
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

/// Runs one part, or everything. The cheap steps come first, so that a slip is found in seconds.
pub(crate) fn test(only: Option<Part>) -> ExitCode {
    let does = |part: Part| only.is_none_or(|only| only == part);
    let mut steps = Steps::new();
    steps.step("the web app's packages", node::packages);
    if does(Part::Check) {
        check::quick(&mut steps);
    }
    if only != Some(Part::Check) {
        // Also for the Rust tests: the program embeds it, and building it later would build the program twice.
        steps.step("build the web app", node::build);
    }
    if does(Part::Check) {
        check::thorough(&mut steps);
    }
    if does(Part::Rust) {
        let previous = steps.preparing("the release before, to run beside this one", previous_release::build);
        steps.counted("Prometheus, Alertmanager and Caddy", monitoring);
        steps.counted("Rust tests", rust_tests);
        steps.counted("beside the release before", || beside(previous.flatten().as_deref()));
    }
    if does(Part::Web) {
        steps.counted("Vitest", vitest);
        steps.step("bytes of the first screens", || job::run(&mut node::npm(&["run", "size"])));
    }
    if does(Part::Contract) || does(Part::E2e) {
        steps.step("PostgreSQL", postgres::ensure);
        steps.step("build the program", || match only {
            // Alone, without the tests that would have to be built too.
            Some(_) => job::run(cargo().args(["build", "--package", "fairway"])),
            None => build_programs(),
        });
    }
    if does(Part::Contract) {
        steps.counted("the API as it is described", contract::few);
        steps.step("a client made from the description", contract::client);
    }
    if does(Part::E2e) {
        let chromium = steps.preparing("Chromium", chromium::ensure);
        steps.counted("Playwright", || {
            e2e::playwright(&target().join("debug/fairway"), &chromium.context("no Chromium")?)
        });
    }
    if does(Part::Faults) {
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
            job::run_and_keep(cargo().args(["test", "--workspace", "--no-fail-fast"]).envs([url]))?;
        return settle(
            "cargo test",
            status.success(),
            Counts::cargo_test(&text),
            findings::cargo_test(&text),
        );
    }
    let arguments = ["nextest", "run", "--workspace", "--no-fail-fast", "--status-level", "slow"];
    let (status, text) = job::run_and_keep(cargo().args(arguments).env(url.0, &url.1))?;
    let mut report =
        settle("cargo nextest", status.success(), Counts::nextest(&text), findings::nextest(&text))?;
    // nextest leaves the examples in the documentation out.
    let (status, text) =
        job::run_and_keep(cargo().args(["test", "--workspace", "--doc"]).env(url.0, &url.1))?;
    let counts = Counts::cargo_test(&text).or(Some(Counts::default()));
    report += settle("doc tests", status.success(), counts, findings::cargo_test(&text))?;
    Ok(report)
}

/// What some tests run for real. Where it is missing and cannot be installed those say that they skipped.
fn monitoring() -> Result<Report> {
    const PACKAGES: &[&str] = &["prometheus", "prometheus-alertmanager", "caddy"];
    let Err(error) = debian::ensure(PACKAGES) else { return Ok(Report::default()) };
    println!("skipped: package {} missing ({error:#})", debian::missing(PACKAGES).join(", "));
    Ok(Report { counts: Counts { skipped: 1, ..Counts::default() }, findings: Vec::new() })
}

/// The one test that needs the program of the release before; it is ignored otherwise.
fn beside(previous: Option<&Path>) -> Result<Report> {
    let Some(previous) = previous else {
        let counts = Counts { skipped: 1, ..Counts::default() };
        return Ok(Report { counts, findings: Vec::new() });
    };
    let cluster = throwaway::start(Durability::None)?;
    let mut test = cargo();
    test.args(["test", "--workspace", "--test", "portal", "--", "--ignored", "side_by_side"])
        .env(throwaway::TEST_URL, cluster.url())
        .env(previous_release::PROGRAM, previous);
    let (status, text) = job::run_and_keep(&mut test)?;
    settle("cargo test", status.success(), Counts::cargo_test(&text), findings::cargo_test(&text))
}

fn vitest() -> Result<Report> {
    let report = report_file("vitest.json")?;
    let to = format!("--outputFile.json={}", report.display());
    let mut npm = node::npm(&["run", "test", "--", "--reporter=default", "--reporter=json", &to]);
    let (status, _) = job::run_and_keep(&mut npm)?;
    let findings = findings::vitest(&report).unwrap_or_default();
    settle("Vitest", status.success(), Counts::vitest(&report).ok(), findings)
}
