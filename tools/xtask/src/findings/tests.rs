//! Tests with shortened outputs and reports of the runners.

use super::*;

fn lines(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
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
    assert_eq!(
        lines(&nextest(text)),
        [
            "FAILED shop t::aborted",
            "flaky  shop t::moody",
            "FAILED shop t::ugly: Error: \"an error is returned\"",
            "FAILED shop t::bad: src/lib.rs:3:43: assertion `left == right` failed: three are wanted",
        ]
    );
    assert_eq!(nextest("error: could not compile"), []);
}

#[test]
fn vitest_failures_and_files_that_cannot_be_loaded_are_named() {
    let (_folder, file) = report(
        r#"{"testResults": [
            {"name": "/home/me/fairway/webapp/src/a.test.ts", "status": "failed", "message": "", "assertionResults": [
                {"status": "passed", "fullName": "adds"},
                {"status": "failed", "fullName": "money rounds", "failureMessages": ["\u001b[31mAssertionError: 1 is not 2\u001b[0m\n at x"]}
            ]},
            {"name": "/home/me/fairway/webapp/src/b.test.ts", "status": "failed", "message": "Cannot find module", "assertionResults": []}
        ]}"#,
    );
    assert_eq!(
        lines(&vitest(&file).unwrap()),
        [
            "FAILED src/a.test.ts › money rounds: AssertionError: 1 is not 2",
            "FAILED src/b.test.ts: Cannot find module",
        ]
    );
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
                {"title": "fine", "file": "map.spec.ts", "line": 9, "tests": [{"status": "expected", "results": []}]}
            ],
            "suites": [{"title": "on a phone", "file": "map.spec.ts", "specs": [
                {"title": "zooms", "file": "map.spec.ts", "line": 20, "tests": [
                    {"status": "unexpected", "results": [
                        {"status": "failed", "errors": [{"message": "\u001b[2mexpect(\u001b[22mlocator) failed\n\nCall log:\n  - waiting"}]}]}]}
            ]}]
        }], "errors": [{"message": "no such file"}]}"#,
    );
    let findings = playwright(&file).unwrap();
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
    let check = |success, counts| check_outcome("x", success, counts, vec![Finding::failed("a test", "why")]);
    let one_failed = Counts { passed: 1, failed: 1, skipped: 0 };
    assert_eq!(check(false, Some(one_failed)).unwrap().counts, one_failed);
    let error = check(false, Some(Counts { passed: 3, ..Counts::default() })).unwrap_err();
    assert!(error.to_string().ends_with("FAILED a test: why"), "{error}");
    assert!(check(false, None).is_err());
    assert!(check(true, None).is_err());
}
