//! Everything that an operator can set, read once at the start. The environment wins over the file; both know the
//! same keys, and `--help` lists them from the table below, so none can be undocumented.

mod contact;
mod database_password;
mod file;
mod keys;
mod mail;
mod problems;
mod secret_files;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_documents::Portal;
use fairway_documents::portal::InvalidPortal;
use ipnet::IpNet;

pub use keys::{KEYS, Key, help};
pub use problems::ConfigError;

/// The signing key of a development server. Public, hence refused in production.
pub const DEVELOPMENT_SECRET: &str = "fairway-development-secret-not-for-production";
/// The longest time for which a process may be left unready before it ends, seconds.
pub const LONGEST_DRAIN: u32 = 60;
/// How long that is in production where nothing is set, seconds: balancers look every second or two, and need two looks.
pub const DRAIN_IN_PRODUCTION: u32 = 5;
/// A signing key must be at least this long in production, characters.
pub const SHORTEST_SECRET: usize = 32;

/// Said of the proxies where there is none: members connect to the program itself.
const NO_PROXY: &str = "none";

/// Development makes things easy; production refuses what is only easy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Environment {
    /// On one's own machine.
    Development,
    /// For members.
    Production,
}

/// Which payment provider is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payments {
    /// The provider of ours that takes no money.
    Sandbox,
    /// Mollie, or what speaks its API.
    Mollie {
        /// The secret key.
        api_key: String,
        /// The API's base address.
        api_url: String,
    },
}

/// Where mail goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mail {
    /// `.eml` files in the data folder.
    File,
    /// An SMTP server.
    Smtp(String),
}

/// The whole configuration, checked.
#[derive(Debug, Clone)]
pub struct Config {
    /// A database of the operator's own; none: the program runs one.
    pub database_url: Option<String>,
    /// The same database without the pooler that `database_url` goes through; none: there is no pooler.
    pub direct_url: Option<String>,
    /// Connections of all pools together.
    pub database_connections: u32,
    /// Where the own Postgres and mail files live.
    pub data_dir: PathBuf,
    /// How long the record of what this node acknowledged is kept, days.
    pub acknowledged_days: u32,
    /// How much of it is kept, MiB.
    pub acknowledged_mb: u32,
    /// Where PostgreSQL's programs are, when not found by themselves.
    pub postgres_bin: Option<PathBuf>,
    /// Whether every command migrates the database first; else only `fairway migrate` does.
    pub migrate_at_start: bool,
    /// How long a serving process is not ready, and serves on, after it was asked to end.
    pub drain: Duration,
    /// Where HTTP is served.
    pub listen: SocketAddr,
    /// Where `fairway project` tells how it fares; none: nowhere.
    pub project_listen: Option<SocketAddr>,
    /// The portal's own origin as browsers see it, without a closing slash.
    pub public_url: String,
    /// Development or production.
    pub environment: Environment,
    /// The instant at which the clock starts; none: the system's.
    pub clock: Option<DateTime<Utc>>,
    /// Names the web app at log-in.
    pub client_id: String,
    /// Public by nature: it is part of the web app.
    pub client_secret: String,
    /// The payment provider.
    pub payments: Payments,
    /// The mail.
    pub mail: Mail,
    /// A file with the certificates of those who vouch for the mail server, beside the usual ones.
    pub mail_ca: Option<PathBuf>,
    /// The address that mails come from and that answers questions.
    pub contact_email: String,
    /// Signs links.
    pub secret: String,
    /// What the secret was before: erased members are still recognised by it.
    pub former_secrets: Vec<String>,
    /// Who has it may read the metrics; none: nobody in production.
    pub metrics_token: Option<String>,
    /// Where traces are sent, an OTLP endpoint over HTTP; none: there are none.
    pub traces_to: Option<String>,
    /// Proxies whose word on a client's address is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Rounds that a member may book in an hour; 0: any number.
    pub bookings_per_hour: u32,
    /// Changes that a member may make in an hour; 0: any number.
    pub changes_per_hour: u32,
    /// What is logged, in the syntax of tracing's `EnvFilter`.
    pub log: String,
}

impl Config {
    /// Reads the process's environment, and the file that `FAIRWAY_CONFIG` or the argument names. A variable that
    /// is set to nothing, as container tools do with what nobody filled in, counts as unset.
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
            problems.refuse_strangers(listen);
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
                Payments::Mollie { api_key, api_url: or("MOLLIE_API_URL") }
            }
            "sandbox" => Payments::Sandbox,
            other => {
                problems.add("FAIRWAY_PAYMENTS", format!("`{other}` is neither sandbox nor mollie"));
                Payments::Sandbox
            }
        };
        let mail = mail::parse(&or("FAIRWAY_MAIL")).unwrap_or_else(|problem| {
            problems.add("FAIRWAY_MAIL", problem);
            Mail::File
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
        let contact_email = get("FAIRWAY_CONTACT_EMAIL").unwrap_or_else(|| contact::of(&public_url));
        match Portal::new(&public_url, &contact_email) {
            Ok(_) => {}
            Err(error @ InvalidPortal::Url(_)) => problems.add("FAIRWAY_PUBLIC_URL", error.to_string()),
            Err(error @ InvalidPortal::Email(_)) => problems.add("FAIRWAY_CONTACT_EMAIL", error.to_string()),
        }
        let project_listen = get("FAIRWAY_PROJECT_LISTEN")
            .map(|text| problems.parse("FAIRWAY_PROJECT_LISTEN", &text, "an address and port"));
        let password = get("PGPASSWORD");
        let database = |key: &str| Some(database_password::with_password(get(key)?, password.as_deref()));
        let config = Self {
            database_url: database("DATABASE_URL"),
            direct_url: database("FAIRWAY_DIRECT_URL"),
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
            public_url,
            environment,
            clock,
            client_id: or("FAIRWAY_CLIENT_ID"),
            client_secret: or("FAIRWAY_CLIENT_SECRET"),
            payments,
            mail,
            mail_ca: get("FAIRWAY_MAIL_CA").map(PathBuf::from),
            contact_email,
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
            log: or("FAIRWAY_LOG"),
        };
        if in_production {
            problems.refuse_in_production(&config, |key| get(key).is_some());
            if let Some(problem) = mail::refused_in_production(get("FAIRWAY_MAIL").as_deref()) {
                problems.add("FAIRWAY_MAIL", problem);
            }
        }
        problems.into_result(config)
    }

    /// The portal's addresses, for links in documents and mails.
    ///
    /// # Errors
    /// Never for a configuration that was loaded: it is checked then.
    pub fn portal(&self) -> Result<Portal, InvalidPortal> {
        Portal::new(&self.public_url, &self.contact_email)
    }

    /// Whether members depend on this server.
    #[must_use]
    pub fn is_production(&self) -> bool {
        self.environment == Environment::Production
    }
}

#[cfg(test)]
mod tests;
