//! All problems of a configuration, reported at once, so that an operator can correct them together.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use fairway_payments::Choice;

use super::{Config, DEVELOPMENT_SECRET, SHORTEST_SECRET};

/// Why the program does not start.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The named file cannot be read.
    #[error("the configuration file {} cannot be read", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// Invalid values, and values that production refuses; one line each.
    #[error("the configuration is refused:\n{0}")]
    Refused(String),
}

#[derive(Default)]
pub(super) struct Problems(Vec<String>);

impl Problems {
    pub(super) fn add(&mut self, key: &str, problem: String) {
        self.0.push(format!("  {key}: {problem}"));
    }

    pub(super) fn parse<T: FromStr + Fallback>(&mut self, key: &str, text: &str, wanted: &str) -> T {
        self.parse_with(key, text, wanted, |text| text.parse().ok())
    }

    pub(super) fn parse_with<T: Fallback>(
        &mut self,
        key: &str,
        text: &str,
        wanted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> T {
        parse(text).unwrap_or_else(|| {
            self.add(key, format!("`{text}` is not {wanted}"));
            T::fallback()
        })
    }

    /// A number from 1 to a million: large enough for any use, and small enough to avoid overflows.
    pub(super) fn at_least_one(&mut self, key: &str, text: &str) -> u32 {
        self.parse_with(key, text, "a whole number from 1 to 1000000", |text| {
            text.parse().ok().filter(|number| (1..=1_000_000).contains(number))
        })
    }

    /// A number from 0, which means no limit, to a thousand: as many instants are stored per member.
    pub(super) fn limit(&mut self, key: &str, text: &str) -> u32 {
        self.parse_with(key, text, "a whole number from 0 to 1000", |text| {
            text.parse().ok().filter(|number| *number <= 1_000)
        })
    }

    /// Allowed in production and refused in development: `/dev/mail` shows everybody's mails, including links to new
    /// passwords, to everybody who can reach the address.
    pub(super) fn refuse_public_development(&mut self, listen: SocketAddr) {
        if !listen.ip().to_canonical().is_loopback() {
            self.add(
                "FAIRWAY_LISTEN",
                format!(
                    "`{listen}` can be reached from elsewhere, and development shows every member's mails on /dev/mail: \
                     set FAIRWAY_ENV=production, or listen on loopback such as 127.0.0.1:{}; in a container whose host \
                     publishes the port on its own loopback only, set FAIRWAY_LOOPBACK_BY_HOST=yes",
                    listen.port()
                ),
            );
        }
    }

    /// Allowed in development and refused in production; `is_set` tells which keys the operator configured.
    pub(super) fn refuse_in_production(&mut self, config: &Config, is_set: impl Fn(&str) -> bool) {
        if !is_set("FAIRWAY_SECRET") {
            self.add("FAIRWAY_SECRET", "is needed in production".to_owned());
        } else if config.secret == DEVELOPMENT_SECRET {
            self.add("FAIRWAY_SECRET", "is the development key, which everybody knows".to_owned());
        } else if config.secret.chars().count() < SHORTEST_SECRET {
            self.add("FAIRWAY_SECRET", format!("needs at least {SHORTEST_SECRET} characters in production"));
        }
        if config.metrics_token.as_ref().is_some_and(|token| token.chars().count() < SHORTEST_SECRET) {
            self.add(
                "FAIRWAY_METRICS_TOKEN",
                format!("needs at least {SHORTEST_SECRET} characters in production, or none at all"),
            );
        }
        if let Some(service) = config.push_services.iter().find(|service| !service.starts_with("https://")) {
            self.add("FAIRWAY_PUSH_SERVICES", format!("`{service}` is not https: refused in production"));
        }
        if config.payments == Choice::Sandbox {
            self.add("FAIRWAY_PAYMENTS", "the sandbox takes no money: refused in production".to_owned());
        }
        if let Choice::Mollie { api_url, .. } = &config.payments
            && !api_url.starts_with("https://")
        {
            self.add(
                "MOLLIE_API_URL",
                "must begin with https:// in production: the key goes along".to_owned(),
            );
        }
        if !is_set("FAIRWAY_TRUSTED_PROXIES") {
            self.add(
                "FAIRWAY_TRUSTED_PROXIES",
                "is needed in production: the proxies in front, or `none` where members connect to this program itself; \
                 behind a proxy that is not named everybody counts as one client"
                    .to_owned(),
            );
        }
        for (key, limit) in [
            ("FAIRWAY_BOOKINGS_PER_HOUR", config.bookings_per_hour),
            ("FAIRWAY_CHANGES_PER_HOUR", config.changes_per_hour),
        ] {
            if limit == 0 {
                self.add(key, "0, no limit, is refused in production".to_owned());
            }
        }
        if config.clock.is_some() {
            self.add("FAIRWAY_CLOCK", "is refused in production".to_owned());
        }
        if config.operator_listen.is_some() && !is_set("FAIRWAY_OPERATOR_URL") {
            self.add(
                "FAIRWAY_OPERATOR_URL",
                "is needed in production with FAIRWAY_OPERATOR_LISTEN".to_owned(),
            );
        } else if is_set("FAIRWAY_OPERATOR_URL") && !config.operator_url.starts_with("https://") {
            self.add(
                "FAIRWAY_OPERATOR_URL",
                "must begin with https:// in production: operators' passwords go there".to_owned(),
            );
        } else if config.operator_listen.is_some() && config.operator_url == config.public_url {
            self.add(
                "FAIRWAY_OPERATOR_URL",
                "must not be FAIRWAY_PUBLIC_URL: with FAIRWAY_OPERATOR_LISTEN the screens are not there"
                    .to_owned(),
            );
        }
        if is_set("FAIRWAY_CLUB_URL") && !config.club_url.starts_with("https://") {
            self.add("FAIRWAY_CLUB_URL", "must begin with https:// in production".to_owned());
        }
        if !is_set("FAIRWAY_PUBLIC_URL") {
            self.add("FAIRWAY_PUBLIC_URL", "is needed in production".to_owned());
        } else if !config.public_url.starts_with("https://") {
            self.add("FAIRWAY_PUBLIC_URL", "must begin with https:// in production".to_owned());
        }
    }

    pub(super) fn into_result<T>(self, value: T) -> Result<T, ConfigError> {
        if self.0.is_empty() { Ok(value) } else { Err(ConfigError::Refused(self.0.join("\n"))) }
    }
}

/// The placeholder for a value that did not parse, so that reading continues with the next one. Never used: a problem
/// was recorded, and the configuration is refused.
pub(super) trait Fallback {
    fn fallback() -> Self;
}

impl Fallback for SocketAddr {
    fn fallback() -> Self {
        Self::from(([127, 0, 0, 1], 0))
    }
}

impl Fallback for String {
    fn fallback() -> Self {
        Self::new()
    }
}

impl Fallback for u32 {
    fn fallback() -> Self {
        0
    }
}

impl Fallback for chrono::DateTime<chrono::Utc> {
    fn fallback() -> Self {
        Self::UNIX_EPOCH
    }
}

impl Fallback for ipnet::IpNet {
    fn fallback() -> Self {
        std::net::IpAddr::from([127, 0, 0, 1]).into()
    }
}
