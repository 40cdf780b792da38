//! `deploy/release.sh` with a `docker` that only writes down how it is called. `containers` runs the script for real.

use std::path::Path;
use std::process::Command;

/// One web server runs before, and another one once they are scaled.
const DOCKER: &str = r#"#!/bin/sh
echo "$COMPOSE_FILE: $*" >> "$CALLS"
case "$*" in
'compose ps --quiet fairway') echo old ;;
'compose ps --all --quiet fairway') printf 'old\nnew\n' ;;
'inspect --format '*config_files*' old') echo one.yml,two.yml ;;
'compose up'*--wait*)
    case "$OUTCOME" in
    healthy) ;;
    interrupted) kill -TERM "$PPID" ;;
    *) exit 1 ;;
    esac ;;
esac
"#;

/// Whether the script succeeds, and the calls that change something.
fn release(outcome: &str) -> (bool, Vec<String>) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let docker = folder.path().join("docker");
    std::fs::write(&docker, DOCKER).expect("a program");
    std::fs::set_permissions(&docker, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    // A copy, beside which nobody's `.env` stands.
    let deploy = folder.path().join("repository/deploy");
    std::fs::create_dir_all(&deploy).expect("a folder");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository");
    let script = deploy.join("release.sh");
    std::fs::copy(repository.join("deploy/release.sh"), &script).expect("a copy");
    let calls = folder.path().join("calls");
    let output = Command::new("sh")
        .arg(script)
        .env_remove("COMPOSE_FILE")
        .env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()))
        .env("CALLS", &calls)
        .env("OUTCOME", outcome)
        .output()
        .expect("sh");
    let calls = std::fs::read_to_string(&calls).expect("calls");
    let reads = [" ps ", " logs ", "inspect "];
    let changes = calls.lines().filter(|call| !reads.iter().any(|read| call.contains(read)));
    let of_the_portal = changes.map(|call| {
        call.strip_prefix("one.yml:two.yml: ").expect("the files that the portal was started with").to_owned()
    });
    (output.status.success(), of_the_portal.collect())
}

const UNTIL_HEALTHY: [&str; 3] = [
    "compose build",
    "compose rm --force roles migrate",
    "compose up --detach --no-build --no-recreate --wait --wait-timeout 300 --scale fairway=2 fairway",
];

#[test]
fn the_old_web_servers_end_once_as_many_new_ones_are_healthy() {
    let (succeeded, calls) = release("healthy");
    assert!(succeeded);
    let end = ["stop old", "rm old", "compose up --detach --no-build --scale fairway=1"];
    assert_eq!(calls, [UNTIL_HEALTHY, end].concat());
}

#[test]
fn a_release_that_does_not_become_healthy_is_removed_and_the_old_one_goes_on() {
    for outcome in ["unhealthy", "interrupted"] {
        let (succeeded, calls) = release(outcome);
        assert!(!succeeded, "{outcome}");
        let end = ["rm --force new", "compose rm --force --stop roles migrate"];
        assert_eq!(calls, [&UNTIL_HEALTHY[..], &end].concat(), "{outcome}");
    }
}
