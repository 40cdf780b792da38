//! Reads a configuration: every key from the environment or the file, and reports every problem at once.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use chrono::DateTime;
use fairway_documents::Portal;
use fairway_documents::portal::InvalidPortal;
use fairway_notifications::mail::server::Server;
use fairway_payments::Choice;
use ipnet::IpNet;

use super::problems::ConfigError;
use super::{
    Config, DEVELOPMENT_SECRET, DRAIN_IN_PRODUCTION, Environment, LONGEST_DRAIN, contact, database_password,
    file, keys, mail, problems, push_services, secret_files,
};

/// The value for no proxies: members connect directly to the program.
const NO_PROXY: &str = "none";

impl Config {
    /// Reads the process's environment, and the file that `FAIRWAY_CONFIG` or the argument names. An empty variable, as
    /// container tools set it for missing values, counts as unset.
    ///
    /// # Errors
    /// [`ConfigError`] with every problem at once.
    pub fn load(file: Option<PathBuf>) -> Result<Self, ConfigError> {
        let named = || std::env::var_os("FAIRWAY_CONFIG").filter(|name| !name.is_empty()).map(PathBuf::from);
        let file = file.or_else(named);
        let from_file = match file {
            Some(path) => file::read(&path)?,
            None => Default::default(),
        };
        let set = |key: &str| std::env::var(key).ok().filter(|value| !value.trim().is_empty());
        Self::from_lookup(|key| set(key).or_else(|| from_file.get(key).cloned()))
    }

    /// Reads from any source of keys. An empty value counts as unset.
    ///
    /// # Errors
    /// [`ConfigError`] with every problem at once.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let mut problems = problems::Problems::default();
        let set =
            |key: &str| lookup(key).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let secrets = secret_files::read(set, &mut problems);
        let get = |key: &str| secrets.get(key).cloned().or_else(|| set(key));
        let or = |key: &str| get(key).unwrap_or_else(|| keys::default_of(key).to_owned());

        let environment = match or("FAIRWAY_ENV").as_str() {
            "development" => Environment::Development,
            "production" => Environment::Production,
            other => {
                problems.add("FAIRWAY_ENV", format!("`{other}` is neither development nor production"));
                Environment::Development
            }
        };
        let listen: SocketAddr =
            problems.parse("FAIRWAY_LISTEN", &or("FAIRWAY_LISTEN"), "an address and port");
        let loopback_by_host = match get("FAIRWAY_LOOPBACK_BY_HOST").as_deref() {
            Some("yes") => true,
            None | Some("no") => false,
            Some(other) => {
                problems.add("FAIRWAY_LOOPBACK_BY_HOST", format!("`{other}` is neither yes nor no"));
                false
            }
        };
        if environment == Environment::Development && !loopback_by_host {
            problems.refuse_public_development(listen);
        }
        let clock = get("FAIRWAY_CLOCK").map(|text| {
            problems.parse_with("FAIRWAY_CLOCK", &text, "an RFC 3339 instant", |text| {
                DateTime::parse_from_rfc3339(text).ok().map(|instant| instant.to_utc())
            })
        });
        let payments = match or("FAIRWAY_PAYMENTS").as_str() {
            "mollie" => {
                let api_key = get("MOLLIE_API_KEY").unwrap_or_default();
                if api_key.is_empty() {
                    problems.add("MOLLIE_API_KEY", "is needed with FAIRWAY_PAYMENTS=mollie".to_owned());
                }
                Choice::Mollie { api_key, api_url: or("MOLLIE_API_URL") }
            }
            "sandbox" => {
                if cfg!(not(feature = "sandbox")) {
                    problems
                        .add("FAIRWAY_PAYMENTS", "must be mollie: this program has no sandbox".to_owned());
                }
                Choice::Sandbox
            }
            other => {
                problems.add("FAIRWAY_PAYMENTS", format!("`{other}` is neither sandbox nor mollie"));
                Choice::Sandbox
            }
        };
        let mail = mail::parse(&or("FAIRWAY_MAIL")).unwrap_or_else(|problem| {
            problems.add("FAIRWAY_MAIL", problem);
            Server::File
        });
        let in_production = environment == Environment::Production;
        let migrate_at_start = match get("FAIRWAY_MIGRATE_AT_START").as_deref() {
            Some("yes") => true,
            Some("no") => false,
            None => !in_production,
            Some(other) => {
                problems.add("FAIRWAY_MIGRATE_AT_START", format!("`{other}` is neither yes nor no"));
                false
            }
        };
        let drain = match get("FAIRWAY_DRAIN_SECONDS") {
            None if in_production => DRAIN_IN_PRODUCTION,
            None => 0,
            Some(text) => {
                problems.parse_with("FAIRWAY_DRAIN_SECONDS", &text, "a number from 0 to 60", |text| {
                    text.parse().ok().filter(|seconds| *seconds <= LONGEST_DRAIN)
                })
            }
        };
        let public_url = get("FAIRWAY_PUBLIC_URL")
            .unwrap_or_else(|| format!("http://{listen}"))
            .trim_end_matches('/')
            .to_owned();
        let contact_email =
            get("FAIRWAY_CONTACT_EMAIL").unwrap_or_else(|| contact::default_address(&public_url));
        match Portal::new(&public_url, &contact_email) {
            Ok(_) => {}
            Err(error @ InvalidPortal::Url(_)) => problems.add("FAIRWAY_PUBLIC_URL", error.to_string()),
            Err(error @ InvalidPortal::Email(_)) => problems.add("FAIRWAY_CONTACT_EMAIL", error.to_string()),
        }
        let seal_to = get("FAIRWAY_SEAL_TO");
        if let Some(address) = &seal_to
            && Portal::new("https://fairway.example", address).is_err()
        {
            problems.add("FAIRWAY_SEAL_TO", "is no plain e-mail address".to_owned());
        }
        let project_listen = get("FAIRWAY_PROJECT_LISTEN")
            .map(|text| problems.parse("FAIRWAY_PROJECT_LISTEN", &text, "an address and port"));
        let operator_listen: Option<SocketAddr> = get("FAIRWAY_OPERATOR_LISTEN")
            .map(|text| problems.parse("FAIRWAY_OPERATOR_LISTEN", &text, "an address and port"));
        if let (Environment::Development, false, Some(listen)) =
            (environment, loopback_by_host, operator_listen)
        {
            problems.refuse_public_development(listen);
        }
        let operator_url = get("FAIRWAY_OPERATOR_URL")
            .or_else(|| operator_listen.map(|listen| format!("http://{listen}")))
            .unwrap_or_else(|| public_url.clone())
            .trim_end_matches('/')
            .to_owned();
        let club_url =
            get("FAIRWAY_CLUB_URL").unwrap_or_else(|| public_url.clone()).trim_end_matches('/').to_owned();
        for (key, url) in [("FAIRWAY_OPERATOR_URL", &operator_url), ("FAIRWAY_CLUB_URL", &club_url)] {
            if let Err(error @ InvalidPortal::Url(_)) = Portal::new(url, &contact_email) {
                problems.add(key, error.to_string());
            }
        }
        let password = get("PGPASSWORD");
        let with = |key: &str, password: &Option<String>| {
            Some(database_password::with_password(get(key)?, password.as_deref()))
        };
        let database = |key: &str| with(key, &password);
        // The owner's password is another one, also where both are files.
        let owner_password = get("FAIRWAY_OWNER_PASSWORD").or_else(|| password.clone());
        let config = Self {
            database_url: database("DATABASE_URL"),
            direct_url: database("FAIRWAY_DIRECT_URL"),
            owner_url: with("FAIRWAY_OWNER_URL", &owner_password),
            database_connections: problems.parse(
                "FAIRWAY_DATABASE_CONNECTIONS",
                &or("FAIRWAY_DATABASE_CONNECTIONS"),
                "a number",
            ),
            data_dir: PathBuf::from(or("FAIRWAY_DATA_DIR")),
            acknowledged_days: problems
                .at_least_one("FAIRWAY_ACKNOWLEDGED_DAYS", &or("FAIRWAY_ACKNOWLEDGED_DAYS")),
            acknowledged_mb: problems.at_least_one("FAIRWAY_ACKNOWLEDGED_MB", &or("FAIRWAY_ACKNOWLEDGED_MB")),
            postgres_bin: get("FAIRWAY_POSTGRES_BIN").map(PathBuf::from),
            migrate_at_start,
            drain: Duration::from_secs(drain.into()),
            listen,
            project_listen,
            operator_listen,
            operator_url,
            club_url,
            public_url,
            environment,
            clock,
            client_id: or("FAIRWAY_CLIENT_ID"),
            client_secret: or("FAIRWAY_CLIENT_SECRET"),
            payments,
            mail,
            mail_ca: get("FAIRWAY_MAIL_CA").map(PathBuf::from),
            contact_email,
            push_services: or("FAIRWAY_PUSH_SERVICES")
                .split(',')
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(|text| {
                    problems.parse_with("FAIRWAY_PUSH_SERVICES", text, "an origin", push_services::origin)
                })
                .collect(),
            seal_to,
            secret: get("FAIRWAY_SECRET").unwrap_or_else(|| DEVELOPMENT_SECRET.to_owned()),
            former_secrets: or("FAIRWAY_FORMER_SECRETS")
                .split(',')
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
                .collect(),
            bookings_per_hour: problems.limit("FAIRWAY_BOOKINGS_PER_HOUR", &or("FAIRWAY_BOOKINGS_PER_HOUR")),
            changes_per_hour: problems.limit("FAIRWAY_CHANGES_PER_HOUR", &or("FAIRWAY_CHANGES_PER_HOUR")),
            metrics_token: get("FAIRWAY_METRICS_TOKEN"),
            traces_to: get("OTEL_EXPORTER_OTLP_ENDPOINT"),
            trusted_proxies: or("FAIRWAY_TRUSTED_PROXIES")
                .split(',')
                .map(str::trim)
                .filter(|text| !text.is_empty() && *text != NO_PROXY)
                .map(|text| {
                    problems.parse_with("FAIRWAY_TRUSTED_PROXIES", text, "an address or network", |text| {
                        text.parse::<IpNet>()
                            .ok()
                            .or_else(|| text.parse().ok().map(|ip: std::net::IpAddr| ip.into()))
                    })
                })
                .collect(),
            log: get("FAIRWAY_LOG"),
        };
        if in_production {
            problems.refuse_in_production(&config, |key| get(key).is_some());
            if let Some(problem) = mail::refused_in_production(get("FAIRWAY_MAIL").as_deref()) {
                problems.add("FAIRWAY_MAIL", problem);
            }
        }
        problems.into_result(config)
    }
}
