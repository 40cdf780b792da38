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
        "where DATABASE_URL goes through a transaction pooler: PostgreSQL itself, to listen and to migrate",
    ),
    secret(
        "PGPASSWORD",
        "",
        "password of DATABASE_URL and FAIRWAY_DIRECT_URL where those name a user and hold none",
    ),
    key(
        "FAIRWAY_DATABASE_CONNECTIONS",
        "24",
        "connections to the database, at most; 18 are the least that a process needs",
    ),
    key("FAIRWAY_DATA_DIR", "./data", "folder of the own PostgreSQL and of mail files"),
    key(
        "FAIRWAY_ACKNOWLEDGED_DAYS",
        "14",
        "with DATABASE_URL: days for which the record of what this node acknowledged is kept in FAIRWAY_DATA_DIR",
    ),
    key("FAIRWAY_ACKNOWLEDGED_MB", "1024", "and how much of it, MiB; the oldest goes first"),
    key(
        "FAIRWAY_POSTGRES_BIN",
        "",
        "folder with `postgres` and `initdb`, where they are not found by themselves",
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
        "seconds for which `serve` is not ready, and serves on, after SIGTERM; 60 at most; unset: 5 in production, 0 in \
         development",
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
    key("FAIRWAY_ENV", "development", "development or production"),
    key(
        "FAIRWAY_LOOPBACK_BY_HOST",
        "no",
        "yes: in development listen on any address, since the host publishes this port on its loopback only, as a \
         container's may",
    ),
    key("FAIRWAY_CLOCK", "", "RFC 3339 instant at which the clock starts; not in production"),
    key("FAIRWAY_CLIENT_ID", "fairway-webapp", "client id that log-ins carry"),
    key(
        "FAIRWAY_CLIENT_SECRET",
        "fairway-webapp-public",
        "client secret that log-ins carry; public, as the app is",
    ),
    key("FAIRWAY_PAYMENTS", "sandbox", "sandbox or mollie; production needs mollie"),
    secret("MOLLIE_API_KEY", "", "secret key of the payment provider"),
    key("MOLLIE_API_URL", "https://api.mollie.com", "address of the payment provider"),
    secret(
        "FAIRWAY_MAIL",
        "file",
        "smtps://… (TLS) or smtp://…?tls=required (STARTTLS), or file (.eml files in the data folder), which is file:archive \
         in production",
    ),
    key(
        "FAIRWAY_MAIL_CA",
        "",
        "PEM file with the certificate of an authority of one's own that vouches for the mail server",
    ),
    key(
        "FAIRWAY_CONTACT_EMAIL",
        "",
        "address that mails come from and that answers questions; unset: klantenservice@ and the portal's host",
    ),
    secret("FAIRWAY_SECRET", "", "signing key, at least 32 characters; development has one of its own"),
    secret(
        "FAIRWAY_FORMER_SECRETS",
        "",
        "earlier values of FAIRWAY_SECRET, comma-separated: by them erased members are recognised in an import",
    ),
    key(
        "FAIRWAY_TRUSTED_PROXIES",
        "",
        "addresses or networks, comma-separated, whose X-Forwarded-For is believed, or `none`; production needs it",
    ),
    secret(
        "FAIRWAY_METRICS_TOKEN",
        "",
        "bearer token with which Prometheus reads /metrics; unset: a development machine reads its own, nobody else",
    ),
    key(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "",
        "collector of traces, such as http://localhost:4318 (OTLP over HTTP); unset: no traces",
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
    key("FAIRWAY_LOG", "info,sqlx=warn", "what is logged, such as debug or fairway_api=debug,info"),
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
         names (the environment wins). Where it says NAME, NAME_FILE: NAME_FILE may name a file that holds the value.\n",
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
