//! The table of keys: names, defaults and descriptions. Reading, `--help`, the document of all settings and the refusal of
//! unknown keys use it.

/// One key of the configuration.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The name in the environment and in a file.
    pub name: &'static str,
    /// The value when it is not set; empty when there is none.
    pub default: &'static str,
    /// Its effect, for operators; Markdown.
    pub meaning: &'static str,
    /// How it differs in production; empty when it does not.
    pub production: &'static str,
    /// Whether the value is a secret: then `NAME_FILE` may name a file that contains it.
    pub is_secret: bool,
}

const fn key(
    name: &'static str,
    default: &'static str,
    meaning: &'static str,
    production: &'static str,
) -> Key {
    Key { name, default, meaning, production, is_secret: false }
}

const fn secret(
    name: &'static str,
    default: &'static str,
    meaning: &'static str,
    production: &'static str,
) -> Key {
    Key { name, default, meaning, production, is_secret: true }
}

/// Every key of the configuration.
pub const KEYS: &[Key] = &[
    secret(
        "DATABASE_URL",
        "",
        "PostgreSQL 15 or newer; unset: the program runs its own in `FAIRWAY_DATA_DIR`",
        "set with more than one machine; `sslmode=verify-full` if others reach the network",
    ),
    secret(
        "FAIRWAY_DIRECT_URL",
        "",
        "PostgreSQL itself, if `DATABASE_URL` is a transaction pooler: to listen, project and migrate",
        "with PgBouncer",
    ),
    secret(
        "FAIRWAY_OWNER_URL",
        "",
        "the database with the owner's log-in, so that operators rebuild and verify in the browser; unset: the own log-in, as far as its rights go",
        "for `fairway project` only: `serve` refuses it",
    ),
    secret(
        "FAIRWAY_OWNER_PASSWORD",
        "",
        "password of `FAIRWAY_OWNER_URL` if that names a user without one",
        "",
    ),
    secret("PGPASSWORD", "", "password of the URLs above that name a user without one", ""),
    key(
        "FAIRWAY_DATABASE_CONNECTIONS",
        "24",
        "most connections: 4 for the writer, 8 for projectors and mails, 2 for health checks, the rest for requests; at least 18",
        "nodes × this below `max_connections`",
    ),
    key(
        "FAIRWAY_DATA_DIR",
        "./data",
        "own PostgreSQL, mail files, record of acknowledged appends",
        "on a disk that is backed up",
    ),
    key(
        "FAIRWAY_ACKNOWLEDGED_DAYS",
        "14",
        "days to keep that record, with `DATABASE_URL`",
        "on another disk than the database's",
    ),
    key("FAIRWAY_ACKNOWLEDGED_MB", "1024", "most MiB of it", ""),
    key("FAIRWAY_POSTGRES_BIN", "", "folder with `postgres` and `initdb`, before any other", ""),
    key(
        "FAIRWAY_MIGRATE_AT_START",
        "",
        "`yes`: every command migrates first; `no`: only `fairway migrate`; unset: yes in development",
        "no when unset",
    ),
    key(
        "FAIRWAY_DRAIN_SECONDS",
        "",
        "seconds after SIGTERM in which `serve` is unready and still serves, 60 at most; unset: 0 in development",
        "5 when unset; longer than the balancer needs",
    ),
    key("FAIRWAY_LISTEN", "127.0.0.1:8080", "address and port of the portal", "behind a proxy that does TLS"),
    key(
        "FAIRWAY_PROJECT_LISTEN",
        "",
        "where `fairway project` answers /healthz, /readyz, /metrics; unset: nowhere",
        "out of members' reach",
    ),
    key(
        "FAIRWAY_PUBLIC_URL",
        "",
        "the portal as browsers see it: links and `returnUrl`; unset: http:// and `FAIRWAY_LISTEN`",
        "required, https",
    ),
    key(
        "FAIRWAY_OPERATOR_LISTEN",
        "",
        "address of the operators' screens, which are then nowhere else; unset: /operator of the portal",
        "out of members' reach",
    ),
    key(
        "FAIRWAY_OPERATOR_URL",
        "",
        "the operators' screens as browsers see them; unset: the portal's, or http:// and the address above",
        "required, https, with `FAIRWAY_OPERATOR_LISTEN`",
    ),
    key(
        "FAIRWAY_CLUB_URL",
        "",
        "the clubs' screens as browsers see them: links in clubs' mails, passkeys; unset: the portal's",
        "https; another origin's requests reach the portal as they are",
    ),
    key(
        "FAIRWAY_ENV",
        "development",
        "`development` shows every mail, listens and answers on loopback only, refuses forwarded requests; or `production`",
        "`production`",
    ),
    key(
        "FAIRWAY_LOOPBACK_BY_HOST",
        "no",
        "`yes`: development listens anywhere, because the container's host publishes the port on its loopback only",
        "no effect",
    ),
    key("FAIRWAY_CLOCK", "", "RFC 3339 instant at which the clock starts", "refused"),
    key("FAIRWAY_CLIENT_ID", "fairway-webapp", "sent by the web app at log-in; public", ""),
    key("FAIRWAY_CLIENT_SECRET", "fairway-webapp-public", "likewise", ""),
    key("FAIRWAY_PAYMENTS", "sandbox", "`sandbox` or `mollie`", "`mollie`"),
    secret("MOLLIE_API_KEY", "", "secret key of the provider", "a live key"),
    key("MOLLIE_API_URL", "https://api.mollie.com", "the provider", ""),
    secret(
        "FAIRWAY_MAIL",
        "file",
        "`smtps://user:password@host` (port 465), `smtp://…?tls=required` (STARTTLS, 587), or `file`: `.eml` files in `$FAIRWAY_DATA_DIR/mail/`",
        "required; `file:archive` to send nothing",
    ),
    key(
        "FAIRWAY_MAIL_CA",
        "",
        "PEM file of your own authority for the mail server; TLS is then required",
        "",
    ),
    key(
        "FAIRWAY_CONTACT_EMAIL",
        "",
        "sender of mails and address for questions; unset: `klantenservice@` and the portal's host",
        "an existing address",
    ),
    key(
        "FAIRWAY_PUSH_SERVICES",
        "",
        "origins of push services beside those of Chrome, Firefox, Windows and Apple, comma-separated",
        "`https` only",
    ),
    key(
        "FAIRWAY_SEAL_TO",
        "",
        "where the seal's head is mailed daily; unset: nowhere",
        "somebody who cannot change the database",
    ),
    secret(
        "FAIRWAY_SECRET",
        "",
        "signs links and codes, at least 32 characters; unset: a fixed key",
        "required; a change makes printed vouchers unverifiable",
    ),
    secret(
        "FAIRWAY_FORMER_SECRETS",
        "",
        "earlier values, comma-separated: to recognise erased members and open keys of push services",
        "with every change of the secret",
    ),
    key(
        "FAIRWAY_TRUSTED_PROXIES",
        "",
        "proxies whose `X-Forwarded-For` counts: addresses or networks, comma-separated, or `none`",
        "required",
    ),
    secret(
        "FAIRWAY_METRICS_TOKEN",
        "",
        "bearer token of /metrics, 32 characters; unset: only a development machine reads its own",
        "with Prometheus",
    ),
    key(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "",
        "trace collector, such as `http://localhost:4318`; unset: no traces",
        "",
    ),
    key(
        "FAIRWAY_BOOKINGS_PER_HOUR",
        "30",
        "rounds that a member may book an hour, 1000 at most; 0: any number",
        "0 is refused",
    ),
    key(
        "FAIRWAY_CHANGES_PER_HOUR",
        "60",
        "changes that a member may make an hour (domain.md §3.14), likewise",
        "0 is refused",
    ),
    key(
        "FAIRWAY_LOG",
        "info,sqlx=warn",
        "log filter, such as `debug` or `fairway_api=debug,info`; other commands than `serve`, `project` and `import` \
         have `warn`",
        "",
    ),
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
        text.push_str(&format!("  {name}{file}\n      {}", key.meaning.replace('`', "")));
        if !key.default.is_empty() {
            text.push_str(&format!(" [{}]", key.default));
        }
        if !key.production.is_empty() {
            text.push_str(&format!(". In production: {}", key.production.replace('`', "")));
        }
        text.push('\n');
    }
    text
}

/// The document of all settings, `docs/operations/configuration.md`.
#[must_use]
pub fn page() -> String {
    let mut text = String::from(include_str!("keys/head.md"));
    for Key { name, default, meaning, production, is_secret } in KEYS {
        let mark = if *is_secret { "\\*" } else { "" };
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        text.push_str(&format!("| `{name}`{mark} | {default} | {meaning} | {production} |\n"));
    }
    text.push_str(include_str!("keys/foot.md"));
    text
}
