//! The compose files are what the specification allows, in each of the ways in which they are run together, and hold what
//! their way promises. There need be no Docker on the machine for that; where it is, Compose itself is asked too.

mod demonstration;
mod files;
mod images;
mod production;
mod several;

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, json};

use crate::files::{DEMONSTRATION, PRODUCTION, SEVERAL, WAYS};

/// Names every variable that an operator fills in.
const EXAMPLE: &str = "deploy/docker/env.example";

fn validator() -> jsonschema::Validator {
    let schema: Value =
        serde_json::from_str(&files::text("tools/cluster/tests/compose-spec/compose-spec.json"))
            .expect("JSON");
    jsonschema::draft7::new(&schema).expect("a schema")
}

#[test]
fn compose_files_are_what_the_specification_allows_alone_and_together() {
    let validator = validator();
    let alone = WAYS.into_iter().flatten().map(|path| (*path, files::file(path)));
    let together = WAYS.into_iter().map(|paths| (paths[paths.len() - 1], files::together(paths)));
    for (name, compose) in alone.chain(together) {
        let faults: Vec<String> = validator
            .iter_errors(&compose)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_misspelt_key_of_a_service_is_found() {
    let mut compose = files::together(PRODUCTION);
    compose["services"]["caddy"]["comand"] = json!(["caddy"]);
    assert!(!validator().is_valid(&compose));
}

#[test]
fn services_volumes_networks_and_secrets_that_are_named_are_there() {
    for way in WAYS {
        let compose = files::together(way);
        let services = files::services(&compose);
        let folder = files::repository().join(way[0]).parent().expect("its folder").to_owned();
        for (name, service) in services {
            for needed in service["depends_on"].as_object().into_iter().flatten().map(|(needed, _)| needed) {
                assert!(services.contains_key(needed), "{name} depends on {needed}");
            }
            for volume in files::words(service, "volumes") {
                let source = volume.split(':').next().expect("a source");
                let is_there = match source {
                    path if path.starts_with('.') => folder.join(path).exists(),
                    variable if variable.starts_with("${") => true,
                    named => compose["volumes"].get(named).is_some(),
                };
                assert!(is_there, "{name} of {way:?} mounts {source}");
            }
            for secret in files::words(service, "secrets") {
                assert!(compose["secrets"].get(secret).is_some(), "{name} reads {secret}");
            }
            let list = files::words(service, "networks").into_iter().map(str::to_owned);
            let map = service["networks"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
            for network in list.chain(map) {
                assert!(compose["networks"].get(&network).is_some(), "{name} is in {network}");
            }
        }
    }
}

#[test]
fn the_example_names_what_is_to_be_filled_in_and_no_secret_has_a_default() {
    let example = files::text(EXAMPLE);
    let named: BTreeSet<&str> = example
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once('='))
        .map(|pair| pair.0)
        .collect();
    let mut used = BTreeSet::new();
    for path in WAYS.into_iter().flatten() {
        for (name, after) in files::variables(&files::text(path)) {
            assert!(named.contains(name.as_str()), "{EXAMPLE} does not name {name} of {path}");
            let has_default = after.starts_with(":-") && !after.starts_with(":-}");
            let is_secret = ["PASSWORD", "SECRET", "TOKEN", "KEY"].iter().any(|word| name.ends_with(word));
            assert!(!is_secret || !has_default, "{name} of {path} has a default that everybody knows");
            used.insert(name);
        }
    }
    // What Compose itself reads.
    used.insert("COMPOSE_PROFILES".to_owned());
    let unused: Vec<_> = named.iter().filter(|name| !used.contains(**name)).collect();
    assert!(unused.is_empty(), "{EXAMPLE} names what no file reads: {unused:?}");
}

#[test]
fn compose_itself_takes_every_way_where_docker_is() {
    let compose = |arguments: &[&str]| {
        let mut docker = Command::new("docker");
        docker.arg("compose").args(arguments).current_dir(files::repository());
        docker
    };
    if !compose(&["version"]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no docker compose");
        return;
    }
    for way in [DEMONSTRATION, PRODUCTION, SEVERAL] {
        let options = way.iter().flat_map(|path| ["--file", path]);
        let arguments: Vec<&str> = options.chain(["config", "--quiet"]).collect();
        let required: BTreeSet<String> = way
            .iter()
            .flat_map(|path| files::variables(&files::text(path)))
            .filter(|(_, after)| after.starts_with(":?"))
            .map(|(name, _)| name)
            .collect();
        let mut bare = compose(&arguments);
        for name in &required {
            bare.env_remove(name);
        }
        let said = bare.output().expect("Compose");
        assert_eq!(said.status.success(), required.is_empty(), "{way:?} with nothing set");
        // A path serves for a name too.
        let said = compose(&arguments).envs(required.iter().map(|name| (name, "/srv/fairway"))).output();
        let said = said.expect("Compose");
        assert!(said.status.success(), "{way:?}: {}", String::from_utf8_lossy(&said.stderr));
    }
}
