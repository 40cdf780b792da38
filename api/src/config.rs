//! Everything that an operator can set, read once at the start. The environment wins over the file; both know the
//! same keys, and `--help` lists them from the table below, so none can be undocumented.

mod contact;
mod database_password;
mod file;
mod keys;
mod mail;
mod problems;
mod reading;
mod secret_files;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_documents::Portal;
use fairway_documents::portal::InvalidPortal;
use ipnet::IpNet;

pub use keys::{KEYS, Key, help};
pub use mail::Mail;
pub use problems::ConfigError;

/// The signing key of a development server. Public, hence refused in production.
pub const DEVELOPMENT_SECRET: &str = "fairway-development-secret-not-for-production";
/// The longest time for which a process may be left unready before it ends, seconds.
pub const LONGEST_DRAIN: u32 = 60;
/// How long that is in production where nothing is set, seconds: balancers look every second or two, and need two looks.
pub const DRAIN_IN_PRODUCTION: u32 = 5;
/// A signing key must be at least this long in production, characters.
pub const SHORTEST_SECRET: usize = 32;

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
    /// Where `fairway project` reports its health; none: nowhere.
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
