//! The compose files are what the specification allows, ask for every secret, and give every configuration file of
//! `deploy/ha` the variables that it reads. There need be no Docker on the machine for that.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// Every compose file of the repository.
const FILES: [&str; 2] = ["docker-compose.yml", "deploy/ha/compose.yml"];
/// Names every variable that an operator fills in.
const EXAMPLE: &str = "docker/env.example";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository").to_owned()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The file with its anchors and merges resolved, as Compose reads it.
fn compose(path: &str) -> Value {
    let mut value: serde_norway::Value = serde_norway::from_str(&text(path)).expect("YAML");
    // What is merged in may itself merge, two levels deep.
    for _ in 0..3 {
        value.apply_merge().expect("anchors that are there");
    }
    serde_json::to_value(value).expect("what JSON has too")
}

fn validator() -> jsonschema::Validator {
    let mut schema: Value =
        serde_json::from_str(&text("cluster/tests/compose-spec/compose-spec.json")).expect("JSON");
    // Both came to the specification in 2022, after this schema: a project's name, a secret from the environment.
    schema["properties"]["name"] = json!({ "type": "string" });
    schema["definitions"]["secret"]["properties"]["environment"] = json!({ "type": "string" });
    jsonschema::draft201909::new(&schema).expect("a schema")
}

/// Every `${…}` of a text: the name, and what follows it.
fn variables(text: &str) -> Vec<(String, String)> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
    let parts = code.split("${").skip(1);
    parts
        .map(|part| {
            let end =
                part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').expect("an end");
            (part[..end].to_owned(), part[end..].to_owned())
        })
        .collect()
}

#[test]
fn compose_files_are_what_the_specification_allows() {
    let validator = validator();
    for file in FILES {
        let faults: Vec<String> = validator
            .iter_errors(&compose(file))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{file}");
    }
}

#[test]
fn a_misspelt_key_of_a_service_is_found() {
    let mut file = compose(FILES[1]);
    file["services"]["haproxy"]["comand"] = json!(["haproxy"]);
    assert!(!validator().is_valid(&file));
}

#[test]
fn services_volumes_and_secrets_that_are_named_are_there() {
    for file in FILES {
        let file = compose(file);
        let services = file["services"].as_object().unwrap();
        for (name, service) in services {
            for needed in service["depends_on"].as_object().into_iter().flatten().map(|(needed, _)| needed) {
                assert!(services.contains_key(needed), "{name} depends on {needed}");
            }
            for volume in service["volumes"].as_array().into_iter().flatten() {
                let source = volume.as_str().unwrap().split(':').next().unwrap();
                let is_ours = source.starts_with('.') || file["volumes"].get(source).is_some();
                assert!(is_ours, "{name} mounts {source}");
            }
            for secret in service["secrets"].as_array().into_iter().flatten() {
                assert!(file["secrets"].get(secret.as_str().unwrap()).is_some(), "{name} reads {secret}");
            }
        }
    }
}

#[test]
fn secrets_are_required_and_the_example_names_what_is_to_be_filled_in() {
    let example = text(EXAMPLE);
    let named: BTreeSet<&str> = example
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once('='))
        .map(|pair| pair.0)
        .collect();
    for file in FILES {
        let required: BTreeSet<String> = variables(&text(file))
            .into_iter()
            .filter(|(_, after)| after.starts_with(":?"))
            .map(|(name, _)| name)
            .collect();
        for (name, after) in variables(&text(file)) {
            assert!(named.contains(name.as_str()), "{EXAMPLE} does not name {name} of {file}");
            let has_default = after.starts_with(":-") && !after.starts_with(":-}");
            let is_secret = ["PASSWORD", "SECRET", "TOKEN"].iter().any(|word| name.ends_with(word));
            assert!(!is_secret || required.contains(&name), "{name} of {file} is not required");
            assert!(!is_secret || !has_default, "{name} of {file} has a default that everybody knows");
        }
    }
}

#[test]
fn every_variable_that_a_shared_file_reads_is_given_by_compose() {
    let file = compose(FILES[1]);
    let image = text("deploy/ha/Dockerfile");
    let given = |service: &str| -> BTreeSet<String> {
        let of_service = file["services"][service]["environment"].as_object().unwrap().keys().cloned();
        let words = image.split_whitespace().filter_map(|word| word.split_once('='));
        of_service.chain(words.map(|(name, _)| name.to_owned())).collect()
    };
    let mut read: Vec<(&str, String)> = Vec::new();
    for (name, _) in variables(&text("deploy/ha/haproxy.cfg")) {
        read.push(("haproxy", name));
    }
    for (name, _) in variables(&text("deploy/ha/pgbouncer.sh")) {
        read.push(("pgbouncer", name));
    }
    for (service, script) in [("pgbouncer", "pgbouncer.sh"), ("postgres1", "pre_promote.sh")] {
        let text = text(&format!("deploy/ha/{script}"));
        for part in text.split('$').skip(1).filter(|part| part.starts_with("FAIRWAY")) {
            let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap();
            read.push((service, part[..end].to_owned()));
        }
    }
    for line in text("deploy/ha/post_init.sql").lines().filter_map(|line| line.strip_prefix("\\getenv ")) {
        read.push(("postgres1", line.split_whitespace().last().unwrap().to_owned()));
    }
    assert!(read.len() > 20, "{read:?}");
    for (service, name) in read {
        assert!(given(service).contains(&name), "{service} is not given {name}");
    }
}

#[test]
fn haproxy_takes_its_file_with_the_containers_environment() {
    if Command::new("haproxy").arg("-v").output().is_err() {
        // `cargo xtask cluster` and `faults` run it where it is installed.
        eprintln!("skipped: HAProxy is not installed");
        return;
    }
    let file = compose(FILES[1]);
    let environment = file["services"]["haproxy"]["environment"].as_object().unwrap();
    let config = repository().join("deploy/ha");
    let checked = Command::new("haproxy")
        .args(["-c", "-f", "haproxy.cfg"])
        .current_dir(&config)
        .envs(environment.iter().map(|(name, value)| (name, value.to_string().replace('"', ""))))
        .env("FAIRWAY_HA_CONFIG", &config)
        .env("FAIRWAY_HA_SOCKET", config.join("admin.sock"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{said}");
}
