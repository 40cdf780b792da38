//! `deploy/release.sh` with a `docker` that only writes down how it is called. `containers` runs the script for real.

use std::path::Path;
use std::process::Command;

/// One web server runs before, and another one once they are scaled.
const DOCKER: &str = r#"#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
'compose ps --quiet fairway') echo old ;;
'compose ps --all --quiet fairway') printf 'old\nnew\n' ;;
'compose up'*--wait*) exit "$HEALTHY" ;;
esac
"#;

/// Whether the script succeeds, and the calls that change something.
fn release(healthy: bool) -> (bool, Vec<String>) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let docker = folder.path().join("docker");
    std::fs::write(&docker, DOCKER).expect("a program");
    std::fs::set_permissions(&docker, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository");
    let calls = folder.path().join("calls");
    let output = Command::new("sh")
        .arg(repository.join("deploy/release.sh"))
        .env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()))
        .env("CALLS", &calls)
        .env("HEALTHY", if healthy { "0" } else { "1" })
        .output()
        .expect("sh");
    let calls = std::fs::read_to_string(&calls).expect("calls");
    let changes = calls.lines().filter(|call| !call.contains(" ps ") && !call.contains(" logs "));
    (output.status.success(), changes.map(str::to_owned).collect())
}

const UNTIL_HEALTHY: [&str; 3] = [
    "compose build",
    "compose rm --force roles migrate",
    "compose up --detach --no-build --no-recreate --wait --wait-timeout 300 --scale fairway=2 fairway",
];

#[test]
fn the_old_web_servers_end_once_as_many_new_ones_are_healthy() {
    let (succeeded, calls) = release(true);
    assert!(succeeded);
    let end = ["stop old", "rm old", "compose up --detach --no-build --scale fairway=1"];
    assert_eq!(calls, [UNTIL_HEALTHY, end].concat());
}

#[test]
fn a_release_that_does_not_become_healthy_is_removed_and_the_old_one_goes_on() {
    let (succeeded, calls) = release(false);
    assert!(!succeeded);
    assert_eq!(calls, [&UNTIL_HEALTHY[..], &["rm --force new"]].concat());
}
