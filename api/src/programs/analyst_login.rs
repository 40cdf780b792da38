//! `fairway analyst-login`: a log-in of an analyst's own, with the limits of `deploy/database/limits.sql`. Only a superuser
//! may set all of these, so it logs in as one, runs no migration, and opens nothing else of the portal.
//!
//! The database is sent a digest of the password (SCRAM), so neither a log nor a statistic of statements shows the
//! password; the printed line for `psql` has it in its environment, where no list of processes shows it.

use anyhow::{Context, ensure};
use fairway_clock::random;
use fairway_console::{say, warn};
use fairway_postgres::{Options, OwnPostgres};
use fairway_store::analyst_log_ins::{self, Rights};
use fairway_store::{PgConnectOptions, PgConnection};
use postgres_protocol::password::scram_sha_256;
use url::Url;

use crate::config::Config;

/// PostgreSQL cuts longer names off.
const LONGEST_NAME: usize = 63;
/// The parameters that our address passes on to an analyst's: neither log-in nor password, and no file of this machine.
const KEPT: [&str; 4] = ["host", "port", "dbname", "sslmode"];
/// The role that `deploy/grafana/login.sql` makes. It is in `analyst` as analysts' log-ins are, but with limits of its own.
const GRAFANA: &str = "grafana";

/// The log-in of an analyst.
#[derive(Debug, clap::Args)]
pub struct AnalystLogin {
    /// The name to log in with: small letters, digits and `_`, a letter first.
    #[arg(value_parser = name)]
    name: String,
    /// Remove the log-in and end its sessions.
    #[arg(long)]
    remove: bool,
    /// How psql is called in the printed line.
    #[arg(long, default_value = "psql")]
    psql: String,
    /// HOST:PORT at which the analyst reaches the server, or its replica, where DATABASE_URL names another.
    #[arg(long, value_name = "HOST:PORT", value_parser = place)]
    at: Option<Url>,
}

/// A name that needs no quotes, neither in SQL nor in an address, and that is not Grafana's.
fn name(text: &str) -> Result<String, &'static str> {
    if text == GRAFANA {
        return Err("that is Grafana's own log-in, which deploy/grafana/login.sql makes: choose another one");
    }
    let fits = text.len() <= LONGEST_NAME
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '_'));
    if fits { Ok(text.to_owned()) } else { Err("at most 63 of a-z, 0-9 and _, and a letter first") }
}

fn place(text: &str) -> Result<Url, url::ParseError> {
    Url::parse(&format!("postgresql://{text}"))
}

/// The command.
///
/// # Errors
/// When the database does not answer, its role is no superuser, or the name is that of another role.
pub async fn run(config: Config, request: AnalystLogin) -> anyhow::Result<()> {
    if let Some(url) = &config.database_url {
        let options: PgConnectOptions = url.parse().context("DATABASE_URL")?;
        return run_at(&options, Url::parse(url).context("DATABASE_URL")?, &request).await;
    }
    let options = Options { binaries: config.postgres_bin.clone(), ..Options::new(&config.data_dir) };
    let own = OwnPostgres::join_or_start(options).await?;
    let options = own.admin_options();
    let done = run_at(&options, address_of_socket(&options)?, &request).await;
    own.stop().await.context("the own PostgreSQL did not stop")?;
    if done.is_ok() && !request.remove {
        warn!("Only root and the user that runs PostgreSQL reach this socket.");
    }
    done
}

async fn run_at(options: &PgConnectOptions, address: Url, request: &AnalystLogin) -> anyhow::Result<()> {
    let mut connection = analyst_log_ins::connect(options).await?;
    require_superuser(&mut connection).await?;
    if request.remove {
        analyst_log_ins::remove(&mut connection, &request.name).await?;
        say!("{} cannot log in any more.", request.name)?;
    } else {
        let password = random::new_token();
        let digest = scram_sha_256(password.as_bytes());
        analyst_log_ins::make(&mut connection, &request.name, &digest).await?;
        let (psql, dsn) = (&request.psql, address_for(address, request.at.as_ref(), &request.name)?);
        say!("psql:  PGPASSWORD={password} {psql} '{dsn}'")?;
        say!("DSN:   {}", dsn.replacen('@', &format!(":{password}@"), 1))?;
        warn!("The password is shown only now; the same command makes another one.");
    }
    analyst_log_ins::close(connection).await?;
    Ok(())
}

async fn require_superuser(connection: &mut PgConnection) -> anyhow::Result<()> {
    let Rights { role, is_superuser, is_ready } = analyst_log_ins::rights(connection).await?;
    ensure!(
        is_superuser,
        "DATABASE_URL logs in as `{role}`, which may make no log-ins: run this with the DATABASE_URL of a superuser, such as \
         postgres://postgres@HOST/fairway"
    );
    ensure!(
        is_ready,
        "the database has no role `analyst` or no schema `analytics`: run `fairway migrate` first"
    );
    Ok(())
}

/// The address of a server that listens to no network.
fn address_of_socket(options: &PgConnectOptions) -> anyhow::Result<Url> {
    let mut address = Url::parse("postgresql://localhost/")?;
    address.set_path(options.get_database().unwrap_or_default());
    let folder = options.get_socket().map(|folder| folder.display().to_string()).unwrap_or_default();
    address.set_query(Some(&format!("host={}", encoded(&folder))));
    Ok(address)
}

/// The same database for another log-in, which types its own password.
fn address_for(mut address: Url, at: Option<&Url>, name: &str) -> anyhow::Result<String> {
    let query: Vec<String> = address
        .query_pairs()
        .filter(|(key, _)| KEPT.contains(&&**key) && (at.is_none() || !["host", "port"].contains(&&**key)))
        .map(|(key, value)| format!("{key}={}", encoded(&value)))
        .collect();
    address.set_query(Some(&query.join("&")).filter(|query| !query.is_empty()).map(String::as_str));
    if address.host_str().is_none_or(str::is_empty) {
        address.set_host(Some("localhost"))?;
    }
    let mut set = address.set_username(name).and_then(|()| address.set_password(None));
    if let Some(at) = at {
        address.set_host(at.host_str())?;
        set = set.and_then(|()| address.set_port(at.port()));
    }
    ensure!(set.is_ok(), "DATABASE_URL is no address that can name another log-in");
    Ok(address.into())
}

/// Encodes a text for the query of an address between single quotes; libpq takes `+` literally.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_needs_no_quotes() {
        for good in ["eva", "e", "eva_bos2", &"e".repeat(63)] {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
        for bad in ["", "Eva", "2eva", "_eva", "eva bos", "eva\"; DROP ROLE x", "eva'", "é", &"e".repeat(64)]
        {
            assert!(name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn grafanas_log_in_is_no_analysts() {
        assert!(name("grafana").is_err());
        assert_eq!(name("grafana_eva").as_deref(), Ok("grafana_eva"));
    }

    #[test]
    fn an_address_keeps_the_place_and_nothing_of_the_log_in_before() {
        let address = |text: &str| address_for(Url::parse(text).unwrap(), None, "eva").unwrap();
        assert_eq!(
            address(
                "postgres://postgres:secret@db:5433/fairway?sslmode=require&sslcert=/root/key&password=x"
            ),
            "postgres://eva@db:5433/fairway?sslmode=require"
        );
        assert_eq!(address("postgres://postgres@db/fairway"), "postgres://eva@db/fairway");
        assert_eq!(
            address("postgres:///fairway?host=/run/a+b&user=postgres"),
            "postgres://eva@localhost/fairway?host=/run/a%20b"
        );
        let primary = Url::parse("postgres://postgres:secret@haproxy:5432/fairway").unwrap();
        let replica = place("127.0.0.1:5433").unwrap();
        let socket = Url::parse("postgres://postgres@localhost/fairway?host=/run/postgresql").unwrap();
        let replicas = "postgres://eva@127.0.0.1:5433/fairway";
        assert_eq!(address_for(socket, Some(&replica), "eva").unwrap(), replicas);
        assert_eq!(address_for(primary, Some(&replica), "eva").unwrap(), replicas);
        let options = PgConnectOptions::new_without_pgpass().socket("/a 'b'&c+d/run").database("fairway");
        assert_eq!(
            address_for(address_of_socket(&options).unwrap(), None, "eva").unwrap(),
            "postgresql://eva@localhost/fairway?host=/a%20%27b%27%26c%2Bd/run"
        );
    }
}
