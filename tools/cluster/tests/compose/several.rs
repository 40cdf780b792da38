//! What `deploy/ha/compose.yml` gives to the configuration files beside it, and asks of an operator.

use std::collections::BTreeSet;
use std::process::Command;

use crate::files::{self, SEVERAL};

#[test]
fn what_members_secrets_and_mails_depend_on_has_to_be_set() {
    let required: BTreeSet<String> = files::variables(&files::text(SEVERAL[0]))
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
fn containers_of_several_machines_may_become_nothing_more() {
    let compose = files::together(SEVERAL);
    for (name, service) in files::services(&compose) {
        assert_eq!(files::words(service, "cap_drop"), ["ALL"], "{name}");
        assert_eq!(files::words(service, "security_opt"), ["no-new-privileges:true"], "{name}");
        for port in files::words(service, "ports") {
            assert!(port.starts_with("127.0.0.1:"), "{name} is published at {port}");
        }
    }
}

#[test]
fn every_variable_that_a_shared_file_reads_is_given_by_compose() {
    let file = files::together(SEVERAL);
    let image = files::text("deploy/ha/Dockerfile");
    let given = |service: &str| -> BTreeSet<String> {
        let of_service = file["services"][service]["environment"].as_object().unwrap().keys().cloned();
        let words = image.split_whitespace().filter_map(|word| word.split_once('='));
        of_service.chain(words.map(|(name, _)| name.to_owned())).collect()
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
    let file = files::together(SEVERAL);
    let environment = file["services"]["haproxy"]["environment"].as_object().unwrap();
    let config = files::repository().join("deploy/ha");
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
