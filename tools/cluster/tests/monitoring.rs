//! What tells that something is wrong, tried by the programs that run it: every alert fires on what it is for and is
//! silent otherwise, and Prometheus, Alertmanager and Caddy take their files. Each is skipped where its program is missing;
//! `cargo xtask test` brings them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository").to_owned()
}

fn yaml(path: &str) -> Value {
    let text = std::fs::read_to_string(repository().join(path)).expect("a file of the repository");
    serde_norway::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs a program in the repository and gives its standard output; none where it is not installed.
fn said_by(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Option<String> {
    let command = &mut Command::new(program);
    let output = command.args(arguments).envs(environment.iter().copied()).current_dir(repository()).output();
    let Ok(output) = output else {
        eprintln!("skipped: {program} is not installed");
        return None;
    };
    let complaint = String::from_utf8_lossy(&output.stderr);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{program} {arguments:?}: {said}{complaint}");
    Some(said)
}

#[test]
fn every_alert_fires_and_is_silent_in_a_rule_test() {
    let rules = yaml("deploy/prometheus/alerts.yml");
    let groups = rules["groups"].as_array().expect("groups");
    let rules = groups.iter().flat_map(|group| group["rules"].as_array().expect("rules"));
    let mut tested: BTreeMap<&str, (bool, bool)> =
        rules.map(|rule| (rule["alert"].as_str().expect("a name"), (false, false))).collect();
    assert!(tested.len() > 20, "{tested:?}");
    let tests = yaml("deploy/prometheus/alerts.test.yml");
    for test in tests["tests"].as_array().expect("tests") {
        for case in test["alert_rule_test"].as_array().expect("cases") {
            let name = case["alertname"].as_str().expect("a name");
            let (fires, is_silent) = tested.get_mut(name).unwrap_or_else(|| panic!("no alert {name}"));
            let expected = case["exp_alerts"].as_array().expect("what is expected");
            *fires |= !expected.is_empty();
            *is_silent |= expected.is_empty();
        }
    }
    let missing: Vec<_> = tested.iter().filter(|(_, both)| **both != (true, true)).collect();
    assert!(missing.is_empty(), "(fires, is silent) is not tested of {missing:?}");
    said_by("promtool", &["test", "rules", "deploy/prometheus/alerts.test.yml"], &[]);
}

#[test]
fn prometheus_takes_its_configuration() {
    // Alone: the file of the token is the containers'.
    said_by("promtool", &["check", "config", "--syntax-only", "deploy/prometheus/prometheus.yml"], &[]);
}

#[test]
fn alertmanager_wakes_somebody_for_a_page_and_nobody_for_a_ticket() {
    let config = "--config.file=deploy/alertmanager.yml";
    said_by("amtool", &["check-config", "deploy/alertmanager.yml"], &[]);
    for severity in ["page", "ticket"] {
        let label = format!("severity={severity}");
        let routed = said_by("amtool", &["config", "routes", "test", config, &label], &[]);
        assert!(routed.is_none_or(|routed| routed.trim() == severity), "{severity}");
    }
    let rules = yaml("deploy/prometheus/alerts.yml");
    let groups = rules["groups"].as_array().expect("groups");
    for rule in groups.iter().flat_map(|group| group["rules"].as_array().expect("rules")) {
        let severity = rule["labels"]["severity"].as_str().expect("a severity");
        assert!(["page", "ticket"].contains(&severity), "{rule}");
    }
}

#[test]
fn caddy_takes_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_str().expect("a path");
    let arguments = ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"];
    let environment = [
        ("HOME", home),
        ("XDG_DATA_HOME", home),
        ("FAIRWAY_HOST", "golf.example"),
        ("FAIRWAY_CONTACT_EMAIL", "klantenservice@golf.example"),
    ];
    said_by("caddy", &arguments, &environment);
}
