//! The table of keys: names, defaults and descriptions. Reading, `--help` and the refusal of unknown keys use it.

/// One key of the configuration.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The name in the environment and in a file.
    pub name: &'static str,
    /// The value when it is not set; empty when there is none.
    pub default: &'static str,
    /// What it does, for operators.
    pub meaning: &'static str,
    /// Whether the value is a secret: then `NAME_FILE` may name a file that contains it.
    pub is_secret: bool,
}

const fn key(name: &'static str, default: &'static str, meaning: &'static str) -> Key {
    Key { name, default, meaning, is_secret: false }
}

const fn secret(name: &'static str, default: &'static str, meaning: &'static str) -> Key {
    Key { name, default, meaning, is_secret: true }
}

/// Every key of the configuration.
pub const KEYS: &[Key] = &[
    secret(
        "DATABASE_URL",
        "",
        "PostgreSQL 15 or newer to use; unset: the program runs its own in FAIRWAY_DATA_DIR",
    ),
    secret(
        "FAIRWAY_DIRECT_URL",
        "",
        "if DATABASE_URL is a transaction pooler: the address of PostgreSQL itself, to listen and to migrate",
    ),
    secret(
        "FAIRWAY_OWNER_URL",
        "",
        "for the process that projects: the address of PostgreSQL with the owner's log-in, for rebuilds and verifications \
         that operators start in the browser; unset: with DATABASE_URL, as far as its rights go",
    ),
    secret(
        "FAIRWAY_OWNER_PASSWORD",
        "",
        "password for FAIRWAY_OWNER_URL if it names a user without a password",
    ),
    secret(
        "PGPASSWORD",
        "",
        "password for DATABASE_URL and FAIRWAY_DIRECT_URL, and for FAIRWAY_OWNER_URL without FAIRWAY_OWNER_PASSWORD, if \
         they name a user without a password",
    ),
    key("FAIRWAY_DATABASE_CONNECTIONS", "24", "the most connections to the database; at least 18"),
    key("FAIRWAY_DATA_DIR", "./data", "folder of Fairway's own PostgreSQL and of mail files"),
    key(
        "FAIRWAY_ACKNOWLEDGED_DAYS",
        "14",
        "with DATABASE_URL: days to keep this node's record of acknowledged events in FAIRWAY_DATA_DIR",
    ),
    key(
        "FAIRWAY_ACKNOWLEDGED_MB",
        "1024",
        "the most space for that record, in MiB; the oldest part is deleted first",
    ),
    key(
        "FAIRWAY_POSTGRES_BIN",
        "",
        "folder with `postgres` and `initdb`, if they are not found automatically",
    ),
    key(
        "FAIRWAY_MIGRATE_AT_START",
        "",
        "yes: every command migrates the database first; no: only `fairway migrate` does; unset: yes in development, no \
         in production",
    ),
    key(
        "FAIRWAY_DRAIN_SECONDS",
        "",
        "seconds after SIGTERM in which `serve` reports not ready but still serves; 60 at most; unset: 5 in \
         production, 0 in development",
    ),
    key("FAIRWAY_LISTEN", "127.0.0.1:8080", "address and port of the portal"),
    key(
        "FAIRWAY_PROJECT_LISTEN",
        "",
        "address and port at which `fairway project` answers /healthz, /readyz and /metrics; unset: nowhere",
    ),
    key(
        "FAIRWAY_PUBLIC_URL",
        "",
        "the portal's address as browsers see it; unset: http:// and FAIRWAY_LISTEN",
    ),
    key(
        "FAIRWAY_OPERATOR_LISTEN",
        "",
        "address and port of the operators' screens, so that a firewall can keep them apart; unset: under /operator of \
         the portal",
    ),
    key(
        "FAIRWAY_OPERATOR_URL",
        "",
        "the address of the operators' screens as browsers see it; unset: that of the portal, or http:// and \
         FAIRWAY_OPERATOR_LISTEN",
    ),
    key("FAIRWAY_ENV", "development", "development or production"),
    key(
        "FAIRWAY_LOOPBACK_BY_HOST",
        "no",
        "yes: in development listen on any address. For a container whose port the host publishes on loopback only",
    ),
    key("FAIRWAY_CLOCK", "", "RFC 3339 instant at which the clock starts; not in production"),
    key("FAIRWAY_CLIENT_ID", "fairway-webapp", "client id that log-ins must send"),
    key(
        "FAIRWAY_CLIENT_SECRET",
        "fairway-webapp-public",
        "client secret that log-ins must send; it is public, since the web app contains it",
    ),
    key("FAIRWAY_PAYMENTS", "sandbox", "sandbox or mollie; production needs mollie"),
    secret("MOLLIE_API_KEY", "", "secret key of the payment provider"),
    key("MOLLIE_API_URL", "https://api.mollie.com", "address of the payment provider"),
    secret(
        "FAIRWAY_MAIL",
        "file",
        "smtps://… (TLS) or smtp://…?tls=required (STARTTLS), or file (.eml files in the data folder). In \
         production, write file:archive instead of file",
    ),
    key(
        "FAIRWAY_MAIL_CA",
        "",
        "PEM file with the certificate of the private authority that signed the mail server's certificate",
    ),
    key(
        "FAIRWAY_CONTACT_EMAIL",
        "",
        "sender address of mails, also for members' questions; unset: klantenservice@ and the portal's host",
    ),
    key(
        "FAIRWAY_PUSH_SERVICES",
        "",
        "origins of further push services, such as https://push.example.org, comma-separated: the server sends members' \
         news there and to the services of the known browsers only",
    ),
    key(
        "FAIRWAY_SEAL_TO",
        "",
        "address outside to which the seal's head is mailed every day; unset: nowhere",
    ),
    secret(
        "FAIRWAY_SECRET",
        "",
        "signing key, at least 32 characters; unset: a fixed key, in development only",
    ),
    secret(
        "FAIRWAY_FORMER_SECRETS",
        "",
        "earlier values of FAIRWAY_SECRET, comma-separated; an import needs them to recognise erased members",
    ),
    key(
        "FAIRWAY_TRUSTED_PROXIES",
        "",
        "proxies whose X-Forwarded-For is used: addresses or networks, comma-separated, or `none`; required in \
         production",
    ),
    secret(
        "FAIRWAY_METRICS_TOKEN",
        "",
        "bearer token for /metrics; unset: only a development machine itself can read them",
    ),
    key(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "",
        "address of a trace collector, such as http://localhost:4318 (OTLP over HTTP); unset: no traces",
    ),
    key(
        "FAIRWAY_BOOKINGS_PER_HOUR",
        "30",
        "rounds that a member may book in an hour, 1000 at most; 0: any number, not in production",
    ),
    key(
        "FAIRWAY_CHANGES_PER_HOUR",
        "60",
        "changes that a member may make in an hour (cancel, add, remove, order), 1000 at most; 0: any number, not in \
         production",
    ),
    key("FAIRWAY_LOG", "info,sqlx=warn", "log filter, such as debug or fairway_api=debug,info"),
];

/// The default of a key.
pub(super) fn default_of(name: &str) -> &'static str {
    KEYS.iter().find(|key| key.name == name).map_or("", |key| key.default)
}

/// The section on configuration of `--help`.
#[must_use]
pub fn help() -> String {
    let mut text = String::from(
        "Configuration: from the environment, or from KEY=VALUE lines in the file that --config or FAIRWAY_CONFIG\n\
         names (the environment overrides it). NAME, NAME_FILE: NAME_FILE may name a file that holds the value.\n",
    );
    for key in KEYS {
        let name = key.name;
        let file = if key.is_secret { format!(", {name}_FILE") } else { String::new() };
        text.push_str(&format!("  {name}{file}\n      {}", key.meaning));
        if !key.default.is_empty() {
            text.push_str(&format!(" [{}]", key.default));
        }
        text.push('\n');
    }
    text
}
