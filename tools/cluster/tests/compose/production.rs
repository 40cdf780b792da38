//! What `deploy/production.yml` promises: nothing has a default, secrets come from files, nobody is reached past Caddy,
//! and no container can do more than its work takes.

use serde_json::Value;

use crate::files::{self, PRODUCTION};

fn production() -> Value {
    files::together(PRODUCTION)
}

/// The files below `/run/secrets` that a text names.
fn secrets_in(text: &str) -> Vec<String> {
    let names = text.split("/run/secrets/").skip(1);
    let ends = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    names.map(|name| name[..name.find(ends).unwrap_or(name.len())].to_owned()).collect()
}

/// What of a service's configuration names secrets besides its environment.
fn configuration(service: &str) -> String {
    match service {
        "prometheus" => files::text("deploy/prometheus/prometheus.yml"),
        "alertmanager" => files::text("deploy/alertmanager.yml"),
        "grafana" => files::text("deploy/grafana/provisioning/datasources/fairway.yaml"),
        _ => String::new(),
    }
}

#[test]
fn nothing_that_is_not_set_has_a_default() {
    // A collector of traces is nothing that one must have.
    for (name, after) in PRODUCTION.iter().flat_map(|path| files::variables(&files::text(path))) {
        assert!(after.starts_with(":?") || name == "OTEL_EXPORTER_OTLP_ENDPOINT", "{name} has a default");
    }
    for service in ["migrate", "operator", "fairway", "projector"] {
        let production = production();
        let environment = files::environment(&production["services"][service]);
        let value =
            |name: &str| environment.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str());
        assert_eq!(value("FAIRWAY_ENV"), Some("production"), "{service}");
        assert_eq!(value("FAIRWAY_PAYMENTS"), Some("mollie"), "{service}");
        assert_eq!(value("FAIRWAY_MIGRATE_AT_START"), Some("no"), "{service}");
        assert!(value("FAIRWAY_TRUSTED_PROXIES").is_some(), "{service}");
    }
}

#[test]
fn secrets_come_from_files_that_are_made_or_asked_for() {
    let production = production();
    let script = files::text("deploy/secrets.sh");
    let guide = files::text("docs/operations.md");
    let mut seen = 0;
    for (name, service) in files::services(&production) {
        let given = files::words(service, "secrets");
        for (key, value) in files::environment(service) {
            let is_secret =
                ["PASSWORD", "SECRET", "TOKEN", "_KEY", "FAIRWAY_MAIL"].iter().any(|end| key.ends_with(end));
            assert!(!is_secret, "{name} has {key} in its environment");
            let address =
                value.split_once("://").map_or("", |(_, rest)| rest.split('@').next().unwrap_or_default());
            assert!(!address.contains(':') || !value.contains('@'), "{name} has a password in {key}");
            seen += usize::from(key.ends_with("_FILE"));
        }
        let named = secrets_in(&(service["environment"].to_string() + &configuration(name)));
        for secret in &named {
            assert!(given.contains(&secret.as_str()), "{name} reads {secret} and is not given it");
        }
        for secret in given {
            // No container knows more than it reads; a web server is given what the configuration asks of all.
            assert!(named.iter().any(|name| name == secret), "{name} is given {secret} and reads it nowhere");
            let words: Vec<&str> =
                script.split(|letter: char| letter.is_whitespace() || letter == ';').collect();
            let is_made = words.contains(&secret);
            assert!(is_made || guide.contains(&format!("| `{secret}` |")), "nobody makes {secret}");
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn only_caddy_is_reached_from_outside_and_nobody_gets_out_of_the_databases_network() {
    let production = production();
    for (name, service) in files::services(&production) {
        for port in files::words(service, "ports") {
            let is_local = port.starts_with("127.0.0.1:");
            assert!(is_local || name == "caddy", "{name} is published at {port}");
        }
        assert_ne!(service["network_mode"], "host", "{name}");
        assert_ne!(service["privileged"], true, "{name}");
    }
    assert_eq!(production["networks"]["database"]["internal"], true);
    let trusted = production["services"]["fairway"]["environment"]["FAIRWAY_TRUSTED_PROXIES"].clone();
    assert_eq!(
        trusted, production["services"]["caddy"]["networks"]["front"]["ipv4_address"],
        "and nobody else"
    );
}

/// Promised of both ways on one machine.
pub(crate) fn assert_confined(compose: &Value) {
    for (name, service) in files::services(compose) {
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(files::words(service, "cap_drop"), ["ALL"], "{name}");
        let added = files::words(service, "cap_add");
        assert!(added.is_empty() || (name == "caddy" && added == ["NET_BIND_SERVICE"]), "{name}: {added:?}");
        assert_eq!(files::words(service, "security_opt"), ["no-new-privileges:true"], "{name}");
        let limits = &service["deploy"]["resources"]["limits"];
        for limit in ["cpus", "memory", "pids"] {
            assert!(!limits[limit].is_null(), "{name} has no limit of {limit}");
        }
        if files::goes_on(service) {
            assert!(service["logging"]["options"]["max-size"].is_string(), "{name}'s log grows for ever");
            assert_eq!(service["healthcheck"]["test"][0], "CMD", "{name} has no health check");
        }
    }
}

#[test]
fn every_container_is_confined_limited_and_looked_after() {
    assert_confined(&production());
}

#[test]
fn a_service_that_lacks_a_limit_is_found() {
    let mut compose = production();
    compose["services"]["caddy"]["deploy"] = Value::Null;
    assert!(std::panic::catch_unwind(|| assert_confined(&compose)).is_err());
}

#[test]
fn the_log_is_archived_and_backed_up_where_the_restore_looks_for_it() {
    let production = production();
    let service = |name: &str| &production["services"][name];
    let command = files::words(service("postgres"), "command");
    for setting in ["wal_level=replica", "archive_mode=on", "archive_timeout=60"] {
        assert!(command.contains(&setting), "{setting}");
    }
    let mounted = |name: &str, at: &str| {
        let volumes = files::words(service(name), "volumes");
        let found = volumes.iter().find(|volume| volume.split(':').any(|part| part == at));
        found.map(|volume| (*volume).to_owned()).unwrap_or_else(|| panic!("{name} has no {at}"))
    };
    for name in ["backup", "restore"] {
        assert_eq!(mounted("postgres", "/backups"), mounted(name, "/backups"), "{name}");
    }
    let data = "/var/lib/postgresql/data";
    assert_eq!(mounted("postgres", data), mounted("restore", data));
    let folder = |name: &str| service(name)["environment"]["PGDATA"].clone();
    assert_eq!(folder("postgres"), folder("restore"));
    // It runs when it is asked for.
    assert_eq!(files::words(service("restore"), "profiles"), ["restore"]);
}
