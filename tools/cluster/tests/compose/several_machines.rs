//! Checks that `deploy/ha/compose.yml` sets what the configuration files in its folder read, and requires what an
//! operator must set.

use std::collections::BTreeSet;
use std::process::Command;

use crate::files::{self, SEVERAL_MACHINES};
use crate::production::assert_restricted;

#[test]
fn secrets_mail_and_public_address_are_required() {
    let required: BTreeSet<String> = files::variables(&files::text(SEVERAL_MACHINES[0]))
        .into_iter()
        .filter(|(_, after)| after.starts_with(":?"))
        .map(|(name, _)| name)
        .collect();
    for name in [
        "FAIRWAY_SECRET",
        "FAIRWAY_MAIL",
        "FAIRWAY_PUBLIC_URL",
        "FAIRWAY_TRUSTED_PROXIES",
        "POSTGRES_PASSWORD",
    ] {
        assert!(required.contains(name), "{name} is not required");
    }
}

#[test]
fn containers_of_several_machines_are_restricted_limited_and_health_checked() {
    let compose = files::merged(SEVERAL_MACHINES);
    assert_restricted(&compose);
    for (name, service) in files::services(&compose) {
        // The image's own check is the web server's.
        if files::items(service, "command") == ["project"] {
            let check = files::items(&service["healthcheck"], "test");
            assert_eq!(check, ["CMD", "fairway", "healthcheck", "project"], "{name}");
            assert!(service["environment"]["FAIRWAY_PROJECT_LISTEN"].is_string(), "{name} does not listen");
        }
        for port in files::items(service, "ports") {
            assert!(port.starts_with("127.0.0.1:"), "{name} is published at {port}");
        }
    }
}

/// etcd has no passwords: who writes to it decides which server is the primary.
#[test]
fn the_portals_processes_reach_haproxy_and_neither_etcd_nor_postgresql() {
    let compose = files::merged(SEVERAL_MACHINES);
    let mut portals = 0;
    for (name, service) in files::services(&compose) {
        let networks = files::items(service, "networks");
        let expected: &[&str] = match name.trim_end_matches(char::is_numeric) {
            "etcd" => &["consensus"],
            "postgres" => &["consensus", "database"],
            "haproxy" => &["database", "front"],
            _ => &["front"],
        };
        assert_eq!(networks, expected, "{name}");
        portals += usize::from(service["image"] == "fairway:local");
    }
    assert!(portals > 4, "{portals}");
    for network in ["consensus", "database"] {
        assert_eq!(compose["networks"][network]["internal"], true, "{network}");
    }
}

/// An erasure writes its ledger to a disk that stays, where a node reads it at its start.
#[test]
fn operators_commands_write_the_ledger_of_a_node() {
    let compose = files::merged(SEVERAL_MACHINES);
    let of = |name: &str| files::items(&compose["services"][name], "volumes");
    assert_eq!(of("operator"), of("node1"));
    assert_eq!(files::items(&compose["services"]["operator"], "profiles"), ["operator"]);
}

#[test]
fn every_variable_that_a_shared_file_reads_is_set_by_compose() {
    let file = files::merged(SEVERAL_MACHINES);
    let image = files::text("deploy/ha/Dockerfile");
    let set_variables = |service: &str| -> BTreeSet<String> {
        let of_service = file["services"][service]["environment"].as_object().unwrap().keys().cloned();
        let of_image = image.split_whitespace().filter_map(|text| text.split_once('='));
        of_service.chain(of_image.map(|(name, _)| name.to_owned())).collect()
    };
    let mut read: Vec<(&str, String)> = Vec::new();
    for (name, _) in files::variables(&files::text("deploy/ha/haproxy.cfg")) {
        read.push(("haproxy", name));
    }
    for (name, _) in files::variables(&files::text("deploy/ha/pgbouncer.sh")) {
        read.push(("pgbouncer", name));
    }
    for (service, script) in [("pgbouncer", "pgbouncer.sh"), ("postgres1", "pre_promote.sh")] {
        let text = files::text(&format!("deploy/ha/{script}"));
        for part in text.split('$').skip(1).filter(|part| part.starts_with("FAIRWAY")) {
            let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap();
            read.push((service, part[..end].to_owned()));
        }
    }
    for line in
        files::text("deploy/database/roles.sql").lines().filter_map(|line| line.strip_prefix("\\getenv "))
    {
        read.push(("postgres1", line.split_whitespace().last().unwrap().to_owned()));
    }
    assert!(read.len() > 20, "{read:?}");
    for (service, name) in read {
        assert!(set_variables(service).contains(&name), "{name} is not set for {service}");
    }
}

#[test]
fn haproxy_accepts_its_configuration_with_the_containers_environment() {
    if Command::new("haproxy").arg("-v").output().is_err() {
        // `cargo xtask cluster` and `faults` run it where it is installed.
        eprintln!("skipped: HAProxy is not installed");
        return;
    }
    let file = files::merged(SEVERAL_MACHINES);
    let environment = file["services"]["haproxy"]["environment"].as_object().unwrap();
    let config = files::repository().join("deploy/ha");
    let output = Command::new("haproxy")
        .args(["-c", "-f", "haproxy.cfg"])
        .current_dir(&config)
        .envs(environment.iter().map(|(name, value)| (name, value.to_string().replace('"', ""))))
        .env("FAIRWAY_HA_CONFIG", &config)
        .env("FAIRWAY_HA_SOCKET", config.join("admin.sock"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
}
