//! What `docker compose up` on a fresh clone promises: nothing has to be set, nobody but this machine reaches it, and no
//! secret is known to anybody else.

use crate::files::{self, DEMONSTRATION};
use crate::production::assert_confined;

#[test]
fn nothing_has_to_be_set() {
    for (name, after) in DEMONSTRATION.iter().flat_map(|path| files::variables(&files::text(path))) {
        assert!(after.starts_with(":-"), "{name} has to be set");
    }
}

#[test]
fn the_demonstration_is_on_loopback_with_sandbox_payments_and_the_mail_page() {
    let compose = files::together(DEMONSTRATION);
    let mut published = Vec::new();
    for (name, service) in files::services(&compose) {
        for port in files::words(service, "ports") {
            assert!(port.starts_with("127.0.0.1:"), "{name} is published at {port}");
            published.push(name.as_str());
        }
    }
    published.sort_unstable();
    assert_eq!(published, ["fairway", "grafana", "prometheus"]);
    let environment = files::environment(&compose["services"]["fairway"]);
    for (key, wanted) in [
        ("FAIRWAY_ENV", "development"),
        ("FAIRWAY_LOOPBACK_BY_HOST", "yes"),
        ("FAIRWAY_PAYMENTS", "sandbox"),
        ("FAIRWAY_MAIL", "file"),
    ] {
        assert!(environment.iter().any(|(name, value)| *name == key && value == wanted), "{key}");
    }
    let import = files::words(&compose["services"]["demonstration"], "command");
    assert_eq!(import, ["import", "--if-empty", "/demo-data"]);
    assert_confined(&compose);
}

#[test]
fn every_secret_is_made_at_the_first_start_and_given_to_who_reads_it() {
    let compose = files::together(DEMONSTRATION);
    let script = files::text("deploy/secrets.sh");
    let made: Vec<&str> = script.split(|letter: char| letter.is_whitespace() || letter == ';').collect();
    let mut read = 0;
    for (name, service) in files::services(&compose) {
        for (key, value) in files::environment(service) {
            let Some(secret) = value.strip_prefix("/run/secrets/") else { continue };
            assert!(made.contains(&secret), "nobody makes {secret}, {key} of {name}");
            let volumes = files::words(service, "volumes");
            assert!(
                volumes.contains(&"demonstration-secrets:/run/secrets:ro"),
                "{name} cannot read {secret}"
            );
            read += 1;
        }
    }
    assert!(read > 10, "{read}");
}

#[test]
fn the_script_makes_long_random_secrets_once_and_leaves_them_alone_afterwards() {
    let make = |folder: &std::path::Path| {
        let script = files::repository().join("deploy/secrets.sh");
        let status = std::process::Command::new("sh").arg(script).arg(folder).status().expect("sh");
        assert!(status.success());
        let entries =
            std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
        let mut secrets: Vec<(std::path::PathBuf, String)> =
            entries.map(|path| (path.clone(), std::fs::read_to_string(path).expect("a secret"))).collect();
        secrets.sort();
        secrets
    };
    let folder = tempfile::tempdir().expect("a folder");
    let one = make(&folder.path().join("one"));
    assert!(one.len() >= 11 && one.iter().all(|(_, secret)| secret.len() == 64), "{}", one.len());
    std::fs::remove_file(&one[0].0).expect("one is to change");
    let again = make(&folder.path().join("one"));
    assert_ne!(again[0], one[0]);
    assert_eq!(again[1..], one[1..]);
    let other = make(&folder.path().join("other"));
    assert!(one.iter().zip(&other).all(|(one, other)| one.1 != other.1), "each folder has its own");
}
