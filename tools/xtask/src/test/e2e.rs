//! Runs the browser tests with the real program, in a new data folder with its own PostgreSQL, with the demo data, and
//! with a clock that starts on a fixed Wednesday.

use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};

use crate::counts::Counts;
use crate::data_folder::DataFolder;
use crate::findings::{self, Finding, Report, Verdict, check_outcome, report_file};
use crate::portal::{Portal, free_address};
use crate::root::scratch;
use crate::{job, node};

/// The instant at which the portal's clock starts; the tests expect it.
const CLOCK: &str = "2026-11-25T09:00:00+01:00";

/// The number of lines of the server's log that are shown with a failure: enough to see whether the server ran. More
/// lines would hide the failure, because a build machine shows only the end of the output.
const MAX_LOG_LINES: usize = 5;
/// The number of lines per error, and of errors, that are shown again at the end.
const MAX_ERROR_LINES: usize = 20;
const MAX_ERRORS: usize = 3;

/// Runs Playwright; the report says how many tests passed.
pub(crate) fn playwright(program: &Path, chromium: &Path) -> Result<Report> {
    let data = DataFolder::new("e2e")?;
    let listen = free_address()?;
    let address = format!("http://{listen}");
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
        ],
    };
    portal.import_demo_data()?;
    let log = scratch().join("e2e-server.log");
    let mut serving = portal
        .serve(|command| {
            let file = File::create(&log).with_context(|| format!("cannot create {}", log.display()))?;
            command.stderr(Stdio::from(file.try_clone()?)).stdout(Stdio::from(file));
            Ok(())
        })
        .inspect_err(|_| show_end_of(&log))?;

    let report = report_file("playwright.json")?;
    let (status, _) = job::run_and_capture(
        node::npm(&["run", "e2e", "--", "--reporter=list,json"])
            .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report)
            .env("FAIRWAY_BASE_URL", &address)
            // For tests that act as an operator: the program, and the folder with the mails.
            .env("FAIRWAY_BIN", program)
            .env("FAIRWAY_DATA_DIR", &data.0)
            .env("CHROMIUM_PATH", chromium),
    )?;
    let findings = findings::playwright(&report).unwrap_or_default();
    show_errors(&findings);
    if !status.success() || !serving.is_running() {
        println!("\nthe end of the server's log, which is {}:", log.display());
        show_end_of(&log);
    }
    check_outcome("Playwright", status.success(), Counts::playwright(&report).ok(), findings)
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
