//! Checks `docker compose up` on a new clone: no variable has to be set, only this machine reaches the portal, and
//! every secret is random.

use crate::files::{self, DEMONSTRATION};
use crate::production::assert_restricted;

#[test]
fn no_variable_of_the_demonstration_is_required() {
    for (name, after) in DEMONSTRATION.iter().flat_map(|path| files::variables(&files::text(path))) {
        assert!(after.starts_with(":-"), "{name} has to be set");
    }
}

#[test]
fn the_demonstration_is_on_loopback_with_sandbox_payments_and_the_mail_page() {
    let compose = files::merged(DEMONSTRATION);
    let mut published = Vec::new();
    for (name, service) in files::services(&compose) {
        for port in files::items(service, "ports") {
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
    let import = files::items(&compose["services"]["demonstration"], "command");
    assert_eq!(import, ["import", "--if-empty", "/demo-data"]);
    assert_restricted(&compose);
}

#[test]
fn every_secret_is_generated_at_the_first_start_and_mounted_where_it_is_read() {
    let compose = files::merged(DEMONSTRATION);
    let script = files::text("deploy/secrets.sh");
    let generated: Vec<&str> = script.split(|letter: char| letter.is_whitespace() || letter == ';').collect();
    let mut read = 0;
    for (name, service) in files::services(&compose) {
        for (key, value) in files::environment(service) {
            let Some(secret) = value.strip_prefix("/run/secrets/") else { continue };
            assert!(generated.contains(&secret), "{secret} is not generated, {key} of {name}");
            let volumes = files::items(service, "volumes");
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
fn the_script_generates_random_secrets_once_and_never_changes_them() {
    let generate = |folder: &std::path::Path| {
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
    let one = generate(&folder.path().join("one"));
    assert!(one.len() >= 11 && one.iter().all(|(_, secret)| secret.len() == 64), "{}", one.len());
    std::fs::remove_file(&one[0].0).expect("one is to change");
    let second_run = generate(&folder.path().join("one"));
    assert_ne!(second_run[0], one[0]);
    assert_eq!(second_run[1..], one[1..]);
    let other = generate(&folder.path().join("other"));
    assert!(one.iter().zip(&other).all(|(one, other)| one.1 != other.1), "each folder has its own");
}
