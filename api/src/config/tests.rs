//! Tests which values are accepted and refused, and that every problem is reported at once.

use super::problems::ConfigError;
use super::*;

fn load(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
    Config::from_lookup(|key| {
        pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned())
    })
}

#[test]
fn an_empty_environment_is_a_development_server() {
    let config = load(&[]).expect("the defaults");
    assert_eq!(config.public_url, "http://127.0.0.1:8080");
    assert_eq!(config.payments, Choice::Sandbox);
    assert_eq!(config.environment, Environment::Development);
    assert!(config.database_url.is_none());
}

#[test]
fn commands_that_are_run_for_their_output_log_what_is_wrong_only() {
    let default = load(&[]).expect("the defaults");
    assert_eq!((default.log_filter(true), default.log_filter(false)), ("info,sqlx=warn", "warn"));
    let wanted = load(&[("FAIRWAY_LOG", "debug")]).expect("a filter");
    assert_eq!((wanted.log_filter(true), wanted.log_filter(false)), ("debug", "debug"));
}

#[test]
fn production_refuses_missing_and_insecure_values() {
    let error = load(&[("FAIRWAY_ENV", "production"), ("FAIRWAY_CLOCK", "2026-11-20T10:00:00Z")])
        .expect_err("nothing is set")
        .to_string();
    assert!(!error.contains("FAIRWAY_METRICS_TOKEN"), "nobody has to be able to read metrics: {error}");
    let guessable = load(&[("FAIRWAY_ENV", "production"), ("FAIRWAY_METRICS_TOKEN", "prometheus")]);
    assert!(guessable.expect_err("a short token").to_string().contains("FAIRWAY_METRICS_TOKEN"));
    for key in [
        "FAIRWAY_SECRET",
        "FAIRWAY_PAYMENTS",
        "FAIRWAY_CLOCK",
        "FAIRWAY_PUBLIC_URL",
        "FAIRWAY_TRUSTED_PROXIES",
        "FAIRWAY_MAIL",
    ] {
        assert!(error.contains(key), "{key} is not named in {error}");
    }
    assert!(!error.contains("PER_HOUR"), "the limits have defaults: {error}");
    for key in ["FAIRWAY_BOOKINGS_PER_HOUR", "FAIRWAY_CHANGES_PER_HOUR"] {
        let boundless = load(&[("FAIRWAY_ENV", "production"), (key, "0")]);
        assert!(boundless.expect_err("no limit").to_string().contains(key));
        assert!(load(&[(key, "0")]).is_ok() && load(&[(key, "1001")]).is_err(), "{key}");
    }
    let known = load(&[("FAIRWAY_ENV", "production"), ("FAIRWAY_SECRET", DEVELOPMENT_SECRET)]);
    assert!(known.expect_err("the default secret").to_string().contains("everybody knows"));
}

#[test]
fn production_starts_with_everything_set() {
    let config = load(&[
        ("FAIRWAY_ENV", "production"),
        ("FAIRWAY_SECRET", "0123456789abcdef0123456789abcdef"),
        ("FAIRWAY_PAYMENTS", "mollie"),
        ("MOLLIE_API_KEY", "live_1"),
        ("FAIRWAY_PUBLIC_URL", "https://golf.example/"),
        ("FAIRWAY_MAIL", "smtp://mail.example?tls=required"),
        ("FAIRWAY_TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.1"),
        ("FAIRWAY_LISTEN", "0.0.0.0:8080"),
    ])
    .expect("a complete configuration");
    assert_eq!(config.public_url, "https://golf.example");
    assert_eq!(config.trusted_proxies.len(), 2);
}

#[test]
fn production_without_a_proxy_must_be_explicit() {
    let config = load(&[
        ("FAIRWAY_ENV", "production"),
        ("FAIRWAY_SECRET", "0123456789abcdef0123456789abcdef"),
        ("FAIRWAY_PAYMENTS", "mollie"),
        ("MOLLIE_API_KEY", "live_1"),
        ("FAIRWAY_PUBLIC_URL", "https://golf.example/"),
        ("FAIRWAY_MAIL", "smtps://mail.example"),
        ("FAIRWAY_TRUSTED_PROXIES", "none"),
    ]);
    assert_eq!(config.expect("a complete configuration").trusted_proxies, []);
}

#[test]
fn production_refuses_a_provider_without_tls() {
    let clear = load(&[
        ("FAIRWAY_ENV", "production"),
        ("FAIRWAY_PAYMENTS", "mollie"),
        ("MOLLIE_API_KEY", "live_1"),
        ("MOLLIE_API_URL", "http://api.mollie.com"),
    ]);
    assert!(clear.expect_err("clear text").to_string().contains("MOLLIE_API_URL"));
}

#[test]
fn production_sends_operators_to_an_encrypted_address_where_their_screens_are() {
    let problem = |listen: &str, url: &str| {
        let loaded = load(&[
            ("FAIRWAY_ENV", "production"),
            ("FAIRWAY_SECRET", "0123456789abcdef0123456789abcdef"),
            ("FAIRWAY_PAYMENTS", "mollie"),
            ("MOLLIE_API_KEY", "live_1"),
            ("FAIRWAY_PUBLIC_URL", "https://golf.example"),
            ("FAIRWAY_MAIL", "smtps://mail.example"),
            ("FAIRWAY_TRUSTED_PROXIES", "none"),
            ("FAIRWAY_OPERATOR_LISTEN", listen),
            ("FAIRWAY_OPERATOR_URL", url),
        ]);
        loaded.err().map(|error| error.to_string()).unwrap_or_default()
    };
    for (listen, url) in [("", ""), ("", "https://x.example"), ("0.0.0.0:8090", "https://x.example")] {
        assert_eq!(problem(listen, url), "", "{listen} {url}");
    }
    for (listen, url, words) in [
        ("", "http://x.example", "must begin with https://"),
        ("0.0.0.0:8090", "http://x.example", "must begin with https://"),
        ("0.0.0.0:8090", "", "is needed"),
        ("0.0.0.0:8090", "https://golf.example/", "must not be FAIRWAY_PUBLIC_URL"),
    ] {
        let problem = problem(listen, url);
        assert!(problem.contains("FAIRWAY_OPERATOR_URL") && problem.contains(words), "{problem}");
    }
}

#[test]
fn clubs_are_at_the_portals_address_unless_they_have_their_own() {
    let club_url = |keys: &[(&str, &str)]| load(keys).expect("a configuration").club_url;
    let portal = ("FAIRWAY_PUBLIC_URL", "https://golf.example");
    assert_eq!(club_url(&[portal]), "https://golf.example");
    assert_eq!(
        club_url(&[portal, ("FAIRWAY_CLUB_URL", "https://clubs.golf.example/")]),
        "https://clubs.golf.example"
    );
}

#[test]
fn development_listens_on_loopback_only_unless_the_host_ensures_it() {
    for address in ["127.0.0.1:8080", "127.9.9.9:80", "[::1]:8080", "[::ffff:127.0.0.1]:8080"] {
        load(&[("FAIRWAY_LISTEN", address)]).expect("loopback");
    }
    for address in ["0.0.0.0:8080", "[::]:8080", "192.168.1.5:80", "[::ffff:192.168.1.5]:80"] {
        let refused = load(&[("FAIRWAY_LISTEN", address)]).expect_err(address).to_string();
        for remedy in ["FAIRWAY_ENV=production", "127.0.0.1:", "FAIRWAY_LOOPBACK_BY_HOST=yes"] {
            assert!(refused.contains(remedy), "{refused}");
        }
        load(&[("FAIRWAY_LISTEN", address), ("FAIRWAY_LOOPBACK_BY_HOST", "yes")]).expect("the host's word");
        let refused = load(&[("FAIRWAY_LISTEN", address), ("FAIRWAY_LOOPBACK_BY_HOST", "no")]);
        refused.expect_err("it is not");
    }
    load(&[("FAIRWAY_LOOPBACK_BY_HOST", "perhaps")]).expect_err("neither yes nor no");
}

#[test]
fn every_wrong_value_is_reported() {
    let error = load(&[
        ("FAIRWAY_LISTEN", "everywhere"),
        ("FAIRWAY_CLOCK", "yesterday"),
        ("FAIRWAY_MAIL", "pigeon"),
        ("FAIRWAY_PAYMENTS", "cash"),
        ("FAIRWAY_ENV", "test"),
        ("FAIRWAY_DATABASE_CONNECTIONS", "many"),
        ("FAIRWAY_TRUSTED_PROXIES", "nobody"),
    ])
    .expect_err("nonsense")
    .to_string();
    assert_eq!(error.lines().count(), 8, "{error}");
}

#[test]
fn help_lists_every_key() {
    for key in KEYS {
        assert!(help().contains(key.name));
    }
}

#[test]
fn the_committed_settings_are_those_of_the_keys() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations/configuration.md");
    let committed = std::fs::read_to_string(path).expect("the document");
    assert!(committed == page(), "stale: `target/debug/fairway settings > docs/operations/configuration.md`");
}
