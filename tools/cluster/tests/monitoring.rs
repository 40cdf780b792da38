//! Checks the configuration of the monitoring with the programs that read it: every alert fires in the situation that
//! it is for and is silent otherwise, and Prometheus, Alertmanager and Caddy accept their files. A test is skipped if
//! its program is not installed; `cargo xtask test` installs them.

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

/// Runs a program in the repository and returns its standard output; none if it is not installed.
fn output_of(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Option<String> {
    let command = &mut Command::new(program);
    let output = command.args(arguments).envs(environment.iter().copied()).current_dir(repository()).output();
    let Ok(output) = output else {
        eprintln!("skipped: {program} is not installed");
        return None;
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{program} {arguments:?}: {stdout}{stderr}");
    Some(stdout)
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
    output_of("promtool", &["test", "rules", "deploy/prometheus/alerts.test.yml"], &[]);
}

#[test]
fn prometheus_accepts_its_configuration() {
    // Syntax only: the token's file exists in the containers only.
    output_of("promtool", &["check", "config", "--syntax-only", "deploy/prometheus/prometheus.yml"], &[]);
}

#[test]
fn alertmanager_routes_pages_and_tickets_to_different_receivers() {
    let config = "--config.file=deploy/alertmanager.yml";
    output_of("amtool", &["check-config", "deploy/alertmanager.yml"], &[]);
    for severity in ["page", "ticket"] {
        let label = format!("severity={severity}");
        let routed = output_of("amtool", &["config", "routes", "test", config, &label], &[]);
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
fn caddy_accepts_its_configuration() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_str().expect("a path");
    let arguments = ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"];
    let environment = [
        ("HOME", home),
        ("XDG_DATA_HOME", home),
        ("FAIRWAY_HOST", "golf.example"),
        ("FAIRWAY_OPERATOR_HOST", "beheer.golf.example"),
        ("FAIRWAY_CONTACT_EMAIL", "klantenservice@golf.example"),
    ];
    output_of("caddy", &arguments, &environment);
}
