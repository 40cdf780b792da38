//! Runs the browser tests with the real program, in a new data folder with its own PostgreSQL, with the demo data, and
//! with a clock that starts on a fixed Wednesday.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::counts::Counts;
use crate::data_folder::DataFolder;
use crate::findings::{self, Finding, Report, Verdict, check_outcome, report_file};
use crate::portal::{Portal, free_address};
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

/// The tests run in this many parts at once, each with a program, a data folder and a browser of its own: a test is
/// mostly waiting, and tests that share members or clubs must not run beside each other on one portal.
const PARTS: u8 = 2;

/// Runs the journeys of a project of `webapp/playwright.config.ts`, which says to which level each belongs.
pub(crate) fn playwright(project: &str) -> Result<Report> {
    let (program, chromium) = (target().join("debug/fairway"), chromium::ensure()?);
    // One after another: two parts that ask at once could be given the same address.
    let addresses =
        (1..=PARTS).map(|part| Ok((part, free_address()?, free_address()?))).collect::<Result<Vec<_>>>()?;
    let outcomes: Vec<Result<Outcome>> = thread::scope(|scope| {
        let parts: Vec<_> = addresses
            .into_iter()
            .map(|(part, listen, push)| {
                let (program, chromium) = (&program, &chromium);
                scope.spawn(move || run_part(project, part, (listen, push), program, chromium))
            })
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|_| Err(anyhow!("a part panicked"))))
            .collect()
    });

    let (mut passed, mut counts, mut findings) = (true, Some(Counts::default()), Vec::new());
    for outcome in outcomes {
        let outcome = outcome?;
        if !outcome.passed {
            println!("\nthe end of the server's log, which is {}:", outcome.log.display());
            show_end_of(&outcome.log);
        }
        passed &= outcome.passed;
        counts = counts.zip(outcome.counts).map(|(mut sum, part)| {
            sum += part;
            sum
        });
        findings.extend(outcome.findings);
    }
    show_errors(&findings);
    check_outcome("Playwright", passed, counts, findings)
}

/// The outcome of one part.
struct Outcome {
    passed: bool,
    /// None without a readable report.
    counts: Option<Counts>,
    findings: Vec<Finding>,
    log: PathBuf,
}

/// `push` is where the tests receive what the portal sends to members' devices.
fn run_part(
    project: &str,
    part: u8,
    (listen, push): (SocketAddr, SocketAddr),
    program: &Path,
    chromium: &Path,
) -> Result<Outcome> {
    let data = DataFolder::new(&format!("e2e-{part}"))?;
    // A name and no number: a passkey belongs to one.
    let address = format!("http://localhost:{}", listen.port());
    let push_service = format!("http://{push}");
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
    let log = scratch().join(format!("e2e-server-{part}.log"));
    let mut serving = portal
        .serve(|command| {
            let file = File::create(&log).with_context(|| format!("cannot create {}", log.display()))?;
            command.stderr(Stdio::from(file.try_clone()?)).stdout(Stdio::from(file));
            Ok(())
        })
        .inspect_err(|_| show_end_of(&log))?;

    let report = report_file(&format!("playwright-{part}.json"))?;
    let project = format!("--project={project}");
    let shard = format!("--shard={part}/{PARTS}");
    let output = format!("--output=test-results/{part}");
    let (status, _) = job::run_and_capture(
        node::npm(&["run", "e2e", "--", "--reporter=list,json", &project, &shard, &output])
            .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report)
            .env("FAIRWAY_BASE_URL", &address)
            // For tests that act as an operator: the program, and the folder with the mails.
            .env("FAIRWAY_BIN", program)
            .env("FAIRWAY_DATA_DIR", &data.0)
            .env("FAIRWAY_PUSH_SERVICES", &push_service)
            .env("CHROMIUM_PATH", chromium),
    )?;
    Ok(Outcome {
        passed: status.success() && serving.is_running(),
        counts: Counts::playwright(&report).ok(),
        findings: findings::playwright(&report).unwrap_or_default(),
        log,
    })
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
