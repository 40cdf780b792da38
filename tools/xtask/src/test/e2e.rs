//! The browser tests against the real program: its own PostgreSQL in a folder of its own, the demo data, a clock
//! that starts on a known Wednesday.

use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};

use crate::counts::Counts;
use crate::data_folder::DataFolder;
use crate::findings::{self, Finding, Report, Verdict, report_file, settle};
use crate::portal::{Portal, free_address};
use crate::root::scratch;
use crate::{job, node};

/// The instant that the journeys are written for.
const CLOCK: &str = "2026-11-25T09:00:00+01:00";

/// The end of the server's log that is shown beside a failure: enough to see whether it lived, and not so much that
/// the failure itself is pushed out of a build machine's view.
const TAIL: usize = 5;
/// The lines of one test's error, and the tests whose errors are shown once more at the end.
const ERROR: usize = 20;
const ERRORS: usize = 3;

/// Runs Playwright; the report says how many tests passed.
pub(crate) fn playwright(program: &Path, chromium: &Path) -> Result<Report> {
    let data = DataFolder::new("e2e")?;
    let listen = free_address()?;
    let address = format!("http://{listen}");
    let portal = Portal {
        program,
        listen,
        keeps_settings: false,
        environment: vec![
            ("FAIRWAY_DATA_DIR", data.0.to_string_lossy().into_owned()),
            ("FAIRWAY_ENV", "development".to_owned()),
            ("FAIRWAY_CLOCK", CLOCK.to_owned()),
            // All journeys are of a few members, within minutes.
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
    let (status, _) = job::run_and_keep(
        node::npm(&["run", "e2e", "--", "--reporter=list,json"])
            .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report)
            .env("FAIRWAY_BASE_URL", &address)
            // What an operator has beside the address: the program, and the folder with the mails.
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
    settle("Playwright", status.success(), Counts::playwright(&report).ok(), findings)
}

/// The runner printed the errors already, but far above, each with an excerpt of the source.
fn show_errors(findings: &[Finding]) {
    for finding in findings.iter().filter(|finding| finding.verdict == Verdict::Failed).take(ERRORS) {
        println!("\n{}", finding.name);
        for line in finding.error.lines().filter(|line| !line.trim().is_empty()).take(ERROR) {
            println!("  {line}");
        }
    }
}

fn show_end_of(log: &Path) {
    let text = job::strip_colours(&std::fs::read_to_string(log).unwrap_or_default());
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines[lines.len().saturating_sub(TAIL)..] {
        println!("  server: {line}");
    }
}
