//! Runs the browser tests with the real program, in a new data folder with its own PostgreSQL, with the demo data, and
//! with a clock that starts on a fixed Wednesday.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::data_folder::DataFolder;
use crate::findings::{self, Finding, Report, Verdict, check_outcome, report_file};
use crate::portal::{Portal, Serving, free_address};
use crate::root::{scratch, target};
use crate::{chromium, job, node};

/// The instant at which the portal's clock starts; the tests expect it.
const CLOCK: &str = "2026-11-25T09:00:00+01:00";

/// The number of lines of the server's log that are shown with a failure: enough to see whether the server ran. More
/// lines would hide the failure, because a build machine shows only the end of the output.
const MAX_LOG_LINES: usize = 5;
/// The number of lines per error, and of errors, that are shown again at the end.
const MAX_ERROR_LINES: usize = 20;
const MAX_ERRORS: usize = 3;

/// Each worker has a program, a data folder and a browser of its own: a test is mostly waiting, and tests that share
/// members or clubs must not run beside each other on one portal.
const WORKERS: u8 = 2;

/// This variable has a regular expression: only the journeys run whose titles match it.
pub(crate) const JOURNEYS: &str = "FAIRWAY_JOURNEYS";

/// A portal for one worker.
struct WorkersPortal {
    // In this order: it ends before its folder is removed.
    serving: Serving,
    _data: DataFolder,
    log: PathBuf,
    /// The variables by which the tests find it.
    variables: Value,
}

/// Runs the journeys of a project of `webapp/playwright.config.ts`, which says to which level each belongs.
pub(crate) fn playwright(project: &str) -> Result<Report> {
    let (program, chromium) = (target().join("debug/fairway"), chromium::ensure()?);
    // One after another: two portals that ask at once could be given the same address.
    let mut portals = (1..=WORKERS).map(|number| start(number, &program)).collect::<Result<Vec<_>>>()?;
    let variables: Vec<&Value> = portals.iter().map(|portal| &portal.variables).collect();
    let report = report_file("playwright.json")?;
    let project = format!("--project={project}");
    let mut npm = node::npm(&["run", "e2e", "--", "--reporter=list,json", &project]);
    if let Ok(titles) = std::env::var(JOURNEYS) {
        npm.args(["--grep", &titles]);
    }
    npm.env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report)
        .env("FAIRWAY_E2E_PORTALS", serde_json::to_string(&variables)?)
        // For tests that act as an operator.
        .env("FAIRWAY_BIN", &program)
        .env("CHROMIUM_PATH", chromium)
        .envs(chromium::headless_shell().map(|shell| ("CHROMIUM_SHELL_PATH", shell)));
    let (status, _) = job::run_and_capture(&mut npm)?;
    let all_run = portals.iter_mut().all(|portal| portal.serving.is_running());
    let passed = status.success() && all_run;
    if !passed {
        for portal in &portals {
            println!("\nthe end of the server's log, which is {}:", portal.log.display());
            show_end_of(&portal.log);
        }
    }
    let report = findings::playwright(&report).ok();
    show_errors(report.as_ref().map_or(&[], |report| &report.findings));
    check_outcome("Playwright", passed, report)
}

fn start(number: u8, program: &Path) -> Result<WorkersPortal> {
    let data = DataFolder::new(&format!("e2e-{number}"))?;
    let listen = free_address()?;
    // A name and no number: a passkey belongs to one.
    let address = format!("http://localhost:{}", listen.port());
    // Where the tests receive what the portal sends to members' devices.
    let push_service = format!("http://{}", free_address()?);
    let portal = Portal {
        program,
        listen,
        inherits_settings: false,
        environment: vec![
            ("FAIRWAY_DATA_DIR", data.0.to_string_lossy().into_owned()),
            ("FAIRWAY_ENV", "development".to_owned()),
            ("FAIRWAY_CLOCK", CLOCK.to_owned()),
            // A few members send all requests within minutes, so the rate limits are switched off.
            ("FAIRWAY_BOOKINGS_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_CHANGES_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_PUBLIC_URL", address.clone()),
            ("FAIRWAY_PUSH_SERVICES", push_service.clone()),
        ],
    };
    portal.import_demo_data()?;
    let log = scratch().join(format!("e2e-server-{number}.log"));
    let serving = portal
        .serve(|command| {
            let file = File::create(&log).with_context(|| format!("cannot create {}", log.display()))?;
            command.stderr(Stdio::from(file.try_clone()?)).stdout(Stdio::from(file));
            Ok(())
        })
        .inspect_err(|_| show_end_of(&log))?;
    let variables = json!({
        "FAIRWAY_BASE_URL": address,
        "FAIRWAY_DATA_DIR": data.0,
        "FAIRWAY_PUSH_SERVICES": push_service,
    });
    Ok(WorkersPortal { serving, _data: data, log, variables })
}

/// Prints the errors again, because Playwright printed them far above the end of the output.
fn show_errors(findings: &[Finding]) {
    for finding in findings.iter().filter(|finding| finding.verdict == Verdict::Failed).take(MAX_ERRORS) {
        println!("\n{}", finding.name);
        for line in finding.error.lines().filter(|line| !line.trim().is_empty()).take(MAX_ERROR_LINES) {
            println!("  {line}");
        }
    }
}

fn show_end_of(log: &Path) {
    let text = job::strip_colours(&std::fs::read_to_string(log).unwrap_or_default());
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines[lines.len().saturating_sub(MAX_LOG_LINES)..] {
        println!("  server: {line}");
    }
}
