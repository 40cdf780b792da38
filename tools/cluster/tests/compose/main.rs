//! Checks that the Compose files conform to the specification, alone and merged for each deployment, and that each
//! deployment has its required properties. Docker is not needed; if it is installed, Compose checks the files too.

mod demonstration;
mod files;
mod images;
mod production;
mod several_machines;

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, json};

use crate::files::{DEMONSTRATION, DEPLOYMENTS, PRODUCTION, SEVERAL_MACHINES};

/// Names every variable that an operator sets.
const EXAMPLE: &str = "deploy/docker/env.example";

fn validator() -> jsonschema::Validator {
    let schema: Value =
        serde_json::from_str(&files::text("tools/cluster/tests/compose-spec/compose-spec.json"))
            .expect("JSON");
    jsonschema::draft7::new(&schema).expect("a schema")
}

#[test]
fn compose_files_conform_to_the_specification_alone_and_merged() {
    let validator = validator();
    let alone = DEPLOYMENTS.into_iter().flatten().map(|path| (*path, files::file(path)));
    let merged = DEPLOYMENTS.into_iter().map(|paths| (paths[paths.len() - 1], files::merged(paths)));
    for (name, compose) in alone.chain(merged) {
        let errors: Vec<String> = validator
            .iter_errors(&compose)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_misspelt_key_of_a_service_is_detected() {
    let mut compose = files::merged(PRODUCTION);
    compose["services"]["caddy"]["comand"] = json!(["caddy"]);
    assert!(!validator().is_valid(&compose));
}

#[test]
fn referenced_services_volumes_networks_and_secrets_exist() {
    for deployment in DEPLOYMENTS {
        let compose = files::merged(deployment);
        let services = files::services(&compose);
        let folder = files::repository().join(deployment[0]).parent().expect("its folder").to_owned();
        for (name, service) in services {
            for needed in service["depends_on"].as_object().into_iter().flatten().map(|(needed, _)| needed) {
                assert!(services.contains_key(needed), "{name} depends on {needed}");
            }
            for volume in files::items(service, "volumes") {
                let source = volume.split(':').next().expect("a source");
                let exists = match source {
                    path if path.starts_with('.') => folder.join(path).exists(),
                    variable if variable.starts_with("${") => true,
                    named => compose["volumes"].get(named).is_some(),
                };
                assert!(exists, "{name} of {deployment:?} mounts {source}");
            }
            for secret in files::items(service, "secrets") {
                assert!(compose["secrets"].get(secret).is_some(), "{name} reads {secret}");
            }
            let list = files::items(service, "networks").into_iter().map(str::to_owned);
            let map = service["networks"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
            for network in list.chain(map) {
                assert!(compose["networks"].get(&network).is_some(), "{name} is in {network}");
            }
        }
    }
}

#[test]
fn the_env_example_names_every_variable_and_no_secret_has_a_default() {
    let example = files::text(EXAMPLE);
    let named: BTreeSet<&str> = example
        .lines()
        .filter_map(|line| line.trim_start_matches("# ").split_once('='))
        .map(|pair| pair.0)
        .collect();
    let mut used = BTreeSet::new();
    for path in DEPLOYMENTS.into_iter().flatten() {
        for (name, after) in files::variables(&files::text(path)) {
            assert!(named.contains(name.as_str()), "{EXAMPLE} does not name {name} of {path}");
            let has_default = after.starts_with(":-") && !after.starts_with(":-}");
            let is_secret = ["PASSWORD", "SECRET", "TOKEN", "KEY"].iter().any(|word| name.ends_with(word));
            assert!(!is_secret || !has_default, "{name} of {path} has a default that everybody knows");
            used.insert(name);
        }
    }
    // Compose itself reads these.
    used.extend(["COMPOSE_FILE", "COMPOSE_PROFILES"].map(str::to_owned));
    let unused: Vec<_> = named.iter().filter(|name| !used.contains(**name)).collect();
    assert!(unused.is_empty(), "{EXAMPLE} names what no file reads: {unused:?}");
}

#[test]
fn docker_compose_accepts_every_deployment() {
    let compose = |arguments: &[&str]| {
        let mut docker = Command::new("docker");
        docker.arg("compose").args(arguments).current_dir(files::repository());
        docker
    };
    if !compose(&["version"]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no docker compose");
        return;
    }
    for deployment in [DEMONSTRATION, PRODUCTION, SEVERAL_MACHINES] {
        let options = deployment.iter().flat_map(|path| ["--file", path]);
        let arguments: Vec<&str> = options.chain(["config", "--quiet"]).collect();
        let required: BTreeSet<String> = deployment
            .iter()
            .flat_map(|path| files::variables(&files::text(path)))
            .filter(|(_, after)| after.starts_with(":?"))
            .map(|(name, _)| name)
            .collect();
        let mut without_variables = compose(&arguments);
        for name in &required {
            without_variables.env_remove(name);
        }
        let output = without_variables.output().expect("Compose");
        assert_eq!(output.status.success(), required.is_empty(), "{deployment:?} with nothing set");
        // Any value works; a path is valid for both folders and names.
        let output = compose(&arguments).envs(required.iter().map(|name| (name, "/srv/fairway"))).output();
        let output = output.expect("Compose");
        assert!(output.status.success(), "{deployment:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// `\ir` of psql reads a file relative to the script that names it.
#[test]
fn every_script_has_what_it_includes_at_the_place_that_it_names() {
    let mut included = 0;
    for deployment in [DEMONSTRATION, PRODUCTION] {
        for (name, service) in files::services(&files::merged(deployment)) {
            let mounted: Vec<(&str, &str)> = files::items(service, "volumes")
                .into_iter()
                .filter_map(|volume| volume.strip_prefix("./")?.strip_suffix(":ro")?.split_once(':'))
                .collect();
            for (ours, theirs) in mounted.iter().filter(|(ours, _)| ours.ends_with(".sql")) {
                let text = files::text(ours);
                for relative in text.lines().filter_map(|line| line.strip_prefix("\\ir ")) {
                    for (script, of) in [(ours, 0), (theirs, 1)] {
                        let place = beside(script, relative);
                        let found = mounted.iter().any(|pair| [pair.0, pair.1][of] == place);
                        assert!(found, "{name} mounts {script} without {place}");
                    }
                    included += 1;
                }
            }
        }
    }
    assert_eq!(included, 4, "roles.sql and Grafana's login.sql, twice");
    assert!(files::text("deploy/ha/Dockerfile").contains(" database/roles.sql database/limits.sql "));
}

fn beside(script: &str, relative: &str) -> String {
    let mut folders: Vec<&str> = script.split('/').collect();
    folders.pop();
    for part in relative.split('/') {
        if part == ".." {
            folders.pop();
        } else {
            folders.push(part);
        }
    }
    folders.join("/")
}
