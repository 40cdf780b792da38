//! Everything that an operator can configure, read once at the start. The environment has priority over the file; both
//! have the same keys, and `--help` lists them from the table below, so that every key is documented.

mod contact;
mod database_password;
mod file;
mod keys;
mod mail;
mod parts;
pub mod problems;
mod push_services;
mod reading;
mod secret_files;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_documents::Portal;
use fairway_documents::portal::InvalidPortal;
use ipnet::IpNet;

pub use self::keys::{KEYS, Key, help, page};

use fairway_notifications::mail::server::Server;
use fairway_payments::Choice;

/// The signing key of a development server. Public, so production refuses it.
pub const DEVELOPMENT_SECRET: &str = "fairway-development-secret-not-for-production";
/// The longest drain time, seconds.
pub const LONGEST_DRAIN: u32 = 60;
/// The default drain time in production, seconds: load balancers check every second or two, and need two checks.
pub const DRAIN_IN_PRODUCTION: u32 = 5;
/// The log filter of commands that are run for their output.
const LOG_OF_OTHER_COMMANDS: &str = "warn";
/// The minimum length of a signing key in production, characters.
pub const SHORTEST_SECRET: usize = 32;

/// Development has convenient defaults; production refuses the insecure ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Environment {
    /// On a developer's machine.
    Development,
    /// Used by members.
    Production,
}

/// The whole, validated configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// The operator's database; none: the program runs its own.
    pub database_url: Option<String>,
    /// The same database without the pooler of `database_url`; none: there is no pooler.
    pub direct_url: Option<String>,
    /// The log-in of the tables' owner, for rebuilds and verifications that operators start at a screen; none: with the
    /// process's own log-in, as far as its rights go.
    pub owner_url: Option<String>,
    /// Connections of all pools together.
    pub database_connections: u32,
    /// The folder of the own PostgreSQL and of mail files.
    pub data_dir: PathBuf,
    /// How long the log of acknowledged appends is retained, days.
    pub acknowledged_days: u32,
    /// The maximum size of that log, MiB.
    pub acknowledged_mb: u32,
    /// The folder of PostgreSQL's programs, when they are not found automatically.
    pub postgres_bin: Option<PathBuf>,
    /// Whether every command migrates the database first; otherwise only `fairway migrate` does.
    pub migrate_at_start: bool,
    /// How long a serving process reports that it is not ready, and still serves, after it was asked to end.
    pub drain: Duration,
    /// The address of the portal's HTTP server.
    pub listen: SocketAddr,
    /// The address at which `fairway project` reports its health; none: it does not.
    pub project_listen: Option<SocketAddr>,
    /// The address of the operators' screens, if they are served apart from the portal.
    pub operator_listen: Option<SocketAddr>,
    /// The origin of the operators' screens as browsers see it, without a closing slash.
    pub operator_url: String,
    /// The origin of the clubs' screens as browsers see it, without a closing slash.
    pub club_url: String,
    /// The portal's own origin as browsers see it, without a closing slash.
    pub public_url: String,
    /// Development or production.
    pub environment: Environment,
    /// The instant at which the clock starts; none: the system's time.
    pub clock: Option<DateTime<Utc>>,
    /// The client id of the web app at log-in.
    pub client_id: String,
    /// The client secret of the web app; public, because it is part of the web app.
    pub client_secret: String,
    /// The payment provider.
    pub payments: Choice,
    /// The mail.
    pub mail: Server,
    /// A file with certificates of the operator's authorities for the mail server, in addition to the public ones.
    pub mail_ca: Option<PathBuf>,
    /// The sender's address of mails, which also answers questions.
    pub contact_email: String,
    /// Origins of push services beside those of the known browsers.
    pub push_services: Vec<String>,
    /// Where the seal's head is mailed every day; none: nowhere.
    pub seal_to: Option<String>,
    /// The signing key of links.
    pub secret: String,
    /// Former values of `secret`: they still recognise erased members.
    pub former_secrets: Vec<String>,
    /// The bearer token for the metrics; none: in production nobody can read them.
    pub metrics_token: Option<String>,
    /// The OTLP endpoint for traces, over HTTP; none: no traces.
    pub traces_to: Option<String>,
    /// Proxies whose forwarded client address is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Rounds that a member may book in an hour; 0: any number.
    pub bookings_per_hour: u32,
    /// Changes that a member may make in an hour; 0: any number.
    pub changes_per_hour: u32,
    /// The log filter, in the syntax of tracing's `EnvFilter`; none: that of the command ([`Config::log_filter`]).
    pub log: Option<String>,
}

impl Config {
    /// The portal's addresses, for links in documents and mails.
    ///
    /// # Errors
    /// Never for a configuration that was loaded: it is checked then.
    pub fn portal(&self) -> Result<Portal, InvalidPortal> {
        Portal::new(&self.public_url, &self.contact_email)
    }

    /// The log filter: the configured one, or the default of a command that logs its steps or of one that does not.
    #[must_use]
    pub fn log_filter(&self, logs_steps: bool) -> &str {
        let default = if logs_steps { keys::default_of("FAIRWAY_LOG") } else { LOG_OF_OTHER_COMMANDS };
        self.log.as_deref().unwrap_or(default)
    }

    /// Whether this server is for members.
    #[must_use]
    pub fn is_production(&self) -> bool {
        self.environment == Environment::Production
    }
}

#[cfg(test)]
mod tests;
