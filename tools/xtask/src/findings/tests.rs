//! Tests with shortened outputs and reports of the runners.

use super::*;

fn lines(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

fn counts(passed: u64, failed: u64, skipped: u64) -> Counts {
    Counts { passed, failed, skipped }
}

fn report(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    std::fs::write(&file, text).unwrap();
    (folder, file)
}

#[test]
fn nextest_failures_are_named_with_the_location_and_message_of_the_panic() {
    let text = "
        FAIL [   0.060s] (3/4) shop t::ugly
  stderr ───
    Error: \"an error is returned\"

        FAIL [   0.566s] (4/4) shop t::bad
  stderr ───

    thread 't::bad' (21934) panicked at src/lib.rs:3:43:
    assertion `left == right` failed: three are wanted
      left: 0
    stack backtrace:
────────────
     Summary [   0.567s] 4 tests run: 1 passed (1 slow, 1 flaky), 3 failed, 0 skipped
        SLOW [  61.000s] (1/5) shop t::slow
     SIGABRT [   0.081s] (2/5) shop t::aborted
   FLAKY 2/3 [   0.004s] (2/5) shop t::moody
        FAIL [   0.060s] (3/5) shop t::ugly
        FAIL [   0.566s] (4/5) shop t::bad
error: test run failed";
    let report = nextest(text).unwrap();
    assert_eq!(report.counts, counts(1, 3, 0));
    assert_eq!(
        lines(&report.findings),
        [
            "FAILED shop t::aborted",
            "flaky  shop t::moody",
            "FAILED shop t::ugly: Error: \"an error is returned\"",
            "FAILED shop t::bad: src/lib.rs:3:43: assertion `left == right` failed: three are wanted",
        ]
    );
    assert_eq!(nextest("error: could not compile"), None);
    assert_eq!(
        nextest("     Summary [   0.1s] 1 test run: 1 passed, 0 skipped").unwrap().counts,
        counts(1, 0, 0)
    );
    let interrupted = "noise
     Summary [   1.0s] 5/40 tests run: 3 passed, 1 exec failed, 1 timed out, 0 skipped
        SLOW [  61.000s] (1/40) shop t::slow
  XFAIL [   0.001s] (2/40) shop t::not_executable
     TIMEOUT [  90.000s] (3/40) shop t::hangs";
    assert_eq!(nextest(interrupted).unwrap().counts, counts(3, 2, 0));
}

#[test]
fn the_failures_and_numbers_of_fairway_cluster_are_read() {
    let text = "node-killed: fine\ncommits-lost: NO GOOD: a gap\ntest result: FAILED. 2 passed; 1 failed; 1 ignored\n";
    let report = cluster("faults", text).unwrap();
    assert_eq!(report.counts, counts(2, 1, 1));
    assert_eq!(lines(&report.findings), ["FAILED faults: commits-lost: NO GOOD: a gap"]);
    assert_eq!(
        cluster("faults", "test result: ok. 3 passed; 0 failed; 0 ignored").unwrap().counts,
        counts(3, 0, 0)
    );
    assert_eq!(cluster("faults", "error: could not compile"), None);
}

#[test]
fn vitest_failures_and_files_that_cannot_be_loaded_are_named() {
    let (_folder, file) = report(
        r#"{"testResults": [
            {"name": "/home/me/fairway/webapp/src/a.test.ts", "status": "failed", "message": "", "assertionResults": [
                {"status": "passed", "fullName": "adds"},
                {"status": "skipped", "fullName": "subtracts"},
                {"status": "todo", "fullName": "divides"},
                {"status": "failed", "fullName": "money rounds", "failureMessages": ["\u001b[31mAssertionError: 1 is not 2\u001b[0m\n at x"]}
            ]},
            {"name": "/home/me/fairway/webapp/src/b.test.ts", "status": "failed", "message": "Cannot find module", "assertionResults": []}
        ]}"#,
    );
    let found = vitest(&file).unwrap();
    assert_eq!(found.counts, counts(1, 2, 2));
    assert_eq!(
        lines(&found.findings),
        [
            "FAILED src/a.test.ts › money rounds: AssertionError: 1 is not 2",
            "FAILED src/b.test.ts: Cannot find module",
        ]
    );
    let (_folder, without_results) = report("{}");
    assert!(vitest(&without_results).is_err());
}

#[test]
fn playwright_failures_and_flaky_tests_are_named_with_the_whole_error() {
    let (_folder, file) = report(
        r#"{"suites": [{"title": "map.spec.ts", "file": "map.spec.ts",
            "specs": [
                {"title": "moves", "file": "map.spec.ts", "line": 5, "tests": [
                    {"status": "flaky", "results": [
                        {"status": "failed", "errors": [{"message": "Test timeout of 9 ms exceeded."}, {"message": "Error: click: Test timeout\nBrowser logs:\n\n<launching> - waiting for a bus\nCall log:\n  - waiting for getByRole('map')"}]},
                        {"status": "passed", "errors": []}]}]},
                {"title": "fine", "file": "map.spec.ts", "line": 9, "tests": [{"status": "expected", "results": []}]},
                {"title": "later", "file": "map.spec.ts", "line": 12, "tests": [{"status": "skipped", "results": []}]}
            ],
            "suites": [{"title": "on a phone", "file": "map.spec.ts", "specs": [
                {"title": "zooms", "file": "map.spec.ts", "line": 20, "tests": [
                    {"status": "unexpected", "results": [
                        {"status": "failed", "errors": [{"message": "\u001b[2mexpect(\u001b[22mlocator) failed\n\nCall log:\n  - waiting"}]}]}]}
            ]}]
        }], "errors": [{"message": "no such file"}]}"#,
    );
    let Report { counts: found, findings, .. } = playwright(&file).unwrap();
    assert_eq!(found, counts(2, 1, 1));
    assert_eq!(
        lines(&findings),
        [
            "FAILED Playwright itself: no such file",
            "flaky  e2e/map.spec.ts:5 moves: Test timeout of 9 ms exceeded. (- waiting for getByRole('map'))",
            "FAILED e2e/map.spec.ts:20 on a phone › zooms: expect(locator) failed",
        ]
    );
    assert_eq!(findings[2].error, "expect(locator) failed\n\nCall log:\n  - waiting");
    assert_eq!(
        findings[1].error,
        "Test timeout of 9 ms exceeded.\nError: click: Test timeout\nCall log:\n  - waiting for getByRole('map')"
    );
    assert!(playwright(Path::new("nowhere.json")).is_err());
    let (_folder, without_suites) = report("{}");
    assert!(playwright(&without_suites).is_err());
}

#[test]
fn the_summary_shows_the_actual_value_of_an_assertion_on_a_list() {
    let error = "Error: expect(received).toEqual(expected)\n\n- Expected  - 1\n+ Received  + 3\n\n- Array []\n+ Array [\n+   \"color-contrast: <p>\",\n+ ]";
    let finding = Finding::failed("e2e/a.spec.ts:3 is sound", error);
    assert_eq!(
        finding.to_string(),
        "FAILED e2e/a.spec.ts:3 is sound: Error: expect(received).toEqual(expected) (+   \"color-contrast: <p>\",)"
    );
}

#[test]
fn an_exit_code_that_contradicts_the_count_is_a_failure() {
    let report =
        |counts| Report { counts, findings: vec![Finding::failed("a test", "why")], ..Report::default() };
    let one_failed = report(counts(1, 1, 0));
    assert_eq!(check_outcome("x", false, Some(one_failed)).unwrap().counts, counts(1, 1, 0));
    let error = check_outcome("x", false, Some(report(counts(3, 0, 0)))).unwrap_err();
    assert!(error.to_string().ends_with("FAILED a test: why"), "{error}");
    assert!(check_outcome("x", false, None).is_err());
    assert!(check_outcome("x", true, None).is_err());
}
