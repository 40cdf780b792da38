//! Checks `deploy/production.yml`: no variable has a default, secrets come from files, only Caddy is reachable from
//! outside, and every container has only the rights that it needs.

use serde_json::Value;

use crate::files::{self, PRODUCTION};

fn production() -> Value {
    files::merged(PRODUCTION)
}

/// The names of the files below `/run/secrets` in a text.
fn secrets_in(text: &str) -> Vec<String> {
    let names = text.split("/run/secrets/").skip(1);
    let ends = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    names.map(|name| name[..name.find(ends).unwrap_or(name.len())].to_owned()).collect()
}

/// The configuration of a service, besides its environment, that may name secrets.
fn configuration(service: &str) -> String {
    match service {
        "prometheus" => files::text("deploy/prometheus/prometheus.yml"),
        "alertmanager" => files::text("deploy/alertmanager.yml"),
        "grafana" => files::text("deploy/grafana/provisioning/datasources/fairway.yaml"),
        _ => String::new(),
    }
}

#[test]
fn no_variable_of_production_has_a_default() {
    // A collector of traces is optional.
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
fn every_secret_comes_from_a_file_that_is_generated_or_documented() {
    let production = production();
    let script = files::text("deploy/secrets.sh");
    let guide = files::text("docs/operations/run.md");
    let mut secret_files = 0;
    for (name, service) in files::services(&production) {
        let mounted = files::items(service, "secrets");
        for (key, value) in files::environment(service) {
            let is_secret =
                ["PASSWORD", "SECRET", "TOKEN", "_KEY", "FAIRWAY_MAIL"].iter().any(|end| key.ends_with(end));
            assert!(!is_secret, "{name} has {key} in its environment");
            let address =
                value.split_once("://").map_or("", |(_, rest)| rest.split('@').next().unwrap_or_default());
            assert!(!address.contains(':') || !value.contains('@'), "{name} has a password in {key}");
            secret_files += usize::from(key.ends_with("_FILE"));
        }
        let named = secrets_in(&(service["environment"].to_string() + &configuration(name)));
        for secret in &named {
            assert!(mounted.contains(&secret.as_str()), "{name} reads {secret}, which is not mounted");
        }
        for secret in mounted {
            // A container gets only the secrets that it reads. All containers of `fairway` get those that its
            // configuration requires.
            assert!(
                named.iter().any(|name| name == secret),
                "{secret} is mounted in {name}, which does not read it"
            );
            let script_words: Vec<&str> =
                script.split(|letter: char| letter.is_whitespace() || letter == ';').collect();
            let is_generated = script_words.contains(&secret);
            assert!(
                is_generated || guide.contains(&format!("| `{secret}` |")),
                "{secret} is neither generated nor documented"
            );
        }
    }
    assert!(secret_files > 20, "{secret_files}");
}

/// A process that answers members or Prometheus' questions about them cannot rewrite history, whatever is found in it.
#[test]
fn only_the_projector_is_given_the_owners_log_in() {
    for deployment in files::DEPLOYMENTS {
        let compose = files::merged(deployment);
        let mut projectors = 0;
        for (name, service) in files::services(&compose) {
            if !files::runs_continuously(service) {
                continue;
            }
            let environment = files::environment(service);
            let value = |name: &str| environment.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
            let as_owner = environment.iter().filter(|(_, value)| value.contains("://fairway@"));
            let as_owner =
                as_owner.chain(environment.iter().filter(|(_, value)| value.contains("://fairway:")));
            let keys: Vec<&str> = as_owner.map(|(key, _)| *key).collect();
            if files::items(service, "command") == ["project"] {
                projectors += 1;
                assert_eq!(keys, ["FAIRWAY_OWNER_URL"], "{name} of {deployment:?}");
                assert!(value("DATABASE_URL").is_some_and(|url| url.contains("://fairway_projector")));
                let listens = service["ports"].is_array();
                assert!(!listens, "{name} is published");
            } else {
                assert!(keys.is_empty(), "{name} of {deployment:?} logs in as the owner: {keys:?}");
                let mounts = files::items(service, "secrets").contains(&"owner_password");
                assert!(!mounts && value("FAIRWAY_OWNER_PASSWORD_FILE").is_none(), "{name} has its password");
            }
        }
        assert!(projectors > 0, "{deployment:?}");
    }
}

#[test]
fn production_mails_the_seal_and_says_so_at_the_screens() {
    for deployment in [PRODUCTION, files::SEVERAL_MACHINES] {
        let compose = files::merged(deployment);
        for (name, service) in files::services(&compose) {
            let command = files::items(service, "command");
            if command.first().is_some_and(|word| ["serve", "project"].contains(word)) {
                let to = &service["environment"]["FAIRWAY_SEAL_TO"];
                let required = to.as_str().is_some_and(|text| text.starts_with("${FAIRWAY_SEAL_TO:?"));
                assert!(required, "{name} of {deployment:?}: {to}");
            }
        }
    }
}

#[test]
fn only_caddy_is_reachable_from_outside_and_the_databases_network_is_internal() {
    let production = production();
    for (name, service) in files::services(&production) {
        for port in files::items(service, "ports") {
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
        "only Caddy is trusted"
    );
}

#[test]
fn operators_have_an_origin_of_their_own() {
    let production = production();
    let of = |service: &str, key: &str| {
        production["services"][service]["environment"][key].as_str().unwrap_or_default().to_owned()
    };
    let (members, operators) = (of("fairway", "FAIRWAY_PUBLIC_URL"), of("fairway", "FAIRWAY_OPERATOR_URL"));
    assert!(operators.starts_with("https://${FAIRWAY_OPERATOR_HOST:?"), "{operators}");
    assert_ne!(members, operators);
    let port = of("fairway", "FAIRWAY_OPERATOR_LISTEN");
    let port = port.rsplit(':').next().expect("a port");
    assert!(!port.is_empty() && !of("fairway", "FAIRWAY_LISTEN").ends_with(port), "{port}");
    let caddy = files::text("deploy/Caddyfile");
    let site = caddy.split("\n{$FAIRWAY_OPERATOR_HOST} {").nth(1).expect("a site");
    assert!(site.contains(&format!("port {port}\n")), "{site}");
    assert!(of("caddy", "FAIRWAY_OPERATOR_HOST").starts_with("${FAIRWAY_OPERATOR_HOST:?"));
}

/// Applies to every deployment.
pub(crate) fn assert_restricted(compose: &Value) {
    for (name, service) in files::services(compose) {
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(files::items(service, "cap_drop"), ["ALL"], "{name}");
        let added = files::items(service, "cap_add");
        assert!(added.is_empty() || (name == "caddy" && added == ["NET_BIND_SERVICE"]), "{name}: {added:?}");
        assert_eq!(files::items(service, "security_opt"), ["no-new-privileges:true"], "{name}");
        let limits = &service["deploy"]["resources"]["limits"];
        for limit in ["cpus", "memory", "pids"] {
            assert!(!limits[limit].is_null(), "{name} has no limit of {limit}");
        }
        assert!(service["logging"]["options"]["max-size"].is_string(), "{name}'s log has no size limit");
        // An engine whose own limit is lower would not start it.
        assert!(service["ulimits"].is_null(), "{name} asks for more than an engine may have");
        if files::runs_continuously(service) {
            assert_eq!(service["healthcheck"]["test"][0], "CMD", "{name} has no health check");
        }
    }
}

#[test]
fn every_container_is_restricted_limited_and_health_checked() {
    assert_restricted(&production());
}

#[test]
fn a_service_without_limits_is_detected() {
    let mut compose = production();
    compose["services"]["caddy"]["deploy"] = Value::Null;
    assert!(std::panic::catch_unwind(|| assert_restricted(&compose)).is_err());
}

#[test]
fn wal_is_archived_and_backed_up_where_the_restore_reads_it() {
    let production = production();
    let service = |name: &str| &production["services"][name];
    let command = files::items(service("postgres"), "command");
    for setting in ["wal_level=replica", "archive_mode=on", "archive_timeout=60"] {
        assert!(command.contains(&setting), "{setting}");
    }
    let mounted = |name: &str, at: &str| {
        let volumes = files::items(service(name), "volumes");
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
    // It must not start with the other services.
    assert_eq!(files::items(service("restore"), "profiles"), ["restore"]);
}
