//! The bench's databases: new ones on a durable PostgreSQL server (fsync on), which `cargo xtask bench` starts.

use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fairway_events::MIGRATOR;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};

use crate::cpu;
use crate::load::Round;

/// The server settings that figures depend on.
const SETTINGS: [&str; 7] = [
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "shared_buffers",
    "min_wal_size",
    "max_wal_size",
    "work_mem",
];

/// Counts the mails that the portal has not sent yet.
pub(crate) const WAITING_MAILS: &str = "SELECT count(*) FROM mail_outbox WHERE state = 'queued'";
const WAIT_LIMIT: Duration = Duration::from_secs(300);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The PostgreSQL server that the bench uses.
#[derive(Debug)]
pub(crate) struct Server {
    options: PgConnectOptions,
    /// The process id of the postmaster, the parent of the backends.
    postmaster: u32,
    description: String,
}

impl Server {
    pub(crate) async fn from_environment() -> Result<Self> {
        let url = std::env::var("FAIRWAY_BENCH_DATABASE_URL")
            .context("FAIRWAY_BENCH_DATABASE_URL is not set: run `cargo xtask bench`")?;
        let options = PgConnectOptions::from_str(&url)?.disable_statement_logging();
        let mut connection = PgConnection::connect_with(&options).await?;
        let (version, backend): (String, i32) =
            sqlx::query_as("SELECT current_setting('server_version'), pg_backend_pid()")
                .fetch_one(&mut connection)
                .await?;
        let mut description = format!("{}, PostgreSQL {version}", machine());
        for name in SETTINGS {
            let value: String = sqlx::query_scalar("SELECT current_setting($1)")
                .bind(name)
                .fetch_one(&mut connection)
                .await?;
            description.push_str(&format!(", {name} {value}"));
        }
        warm_up(&mut connection).await?;
        let backend = u32::try_from(backend).context("a negative process id")?;
        Ok(Self { options, postmaster: cpu::parent_of(backend).unwrap_or(0), description })
    }

    /// The machine, the server's version and the settings that figures depend on.
    pub(crate) fn description(&self) -> &str {
        &self.description
    }

    /// Creates a database of that name with all migrations, after dropping an existing one.
    pub(crate) async fn create_migrated(&self, name: &str) -> Result<PgPool> {
        self.drop(name).await?;
        let mut admin = PgConnection::connect_with(&self.options).await?;
        admin.execute(format!("CREATE DATABASE {name}").as_str()).await?;
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .test_before_acquire(false)
            .connect_with(self.options.clone().database(name))
            .await?;
        MIGRATOR.run(&pool).await?;
        // The portal grants the same when it runs the migrations itself: its readiness check reads this table.
        pool.execute("GRANT SELECT ON _sqlx_migrations TO fairway_app").await?;
        Ok(pool)
    }

    pub(crate) async fn drop(&self, name: &str) -> Result<()> {
        let mut admin = PgConnection::connect_with(&self.options).await?;
        admin.execute(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)").as_str()).await?;
        Ok(())
    }

    /// A database's URL, for a program in another process.
    pub(crate) fn url(&self, name: &str) -> String {
        self.options.clone().database(name).to_url_lossy().to_string()
    }

    /// Processor time that PostgreSQL has used so far, with all its processes.
    pub(crate) fn cpu_time(&self) -> Duration {
        cpu::of_with_children(self.postmaster)
    }

    /// Runs a round and adds to its processor time what PostgreSQL and the other processes used during the round.
    pub(crate) async fn observe(
        &self,
        others: &[u32],
        round: impl Future<Output = Result<Round>>,
    ) -> Result<Round> {
        let cpu_time = || {
            let others: Duration = others.iter().map(|&process| cpu::time(process)).sum();
            self.cpu_time() + others
        };
        let before = cpu_time();
        let mut round = round.await?;
        round.cpu_us += cpu_time().saturating_sub(before).as_secs_f64() * 1e6;
        Ok(round)
    }
}

/// Waits until a statement counts nothing.
pub(crate) async fn wait_until_none(pool: &PgPool, count: &str, problem: &str) -> Result<()> {
    let start = Instant::now();
    while sqlx::query_scalar::<_, i64>(count).fetch_one(pool).await? > 0 {
        if start.elapsed() > WAIT_LIMIT {
            bail!("{problem} after {WAIT_LIMIT:?}");
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

/// Fills write-ahead log segments. A server with used segments reuses them; a new server first writes 16 MB of zeros
/// for each segment, while commits wait.
async fn warm_up(connection: &mut PgConnection) -> Result<()> {
    for _ in 0..2 {
        let fill = "SELECT pg_logical_emit_message(false, 'bench', repeat('x', 1000000)) FROM generate_series(1, 900)";
        connection.execute(fill).await?;
        connection.execute("CHECKPOINT").await?;
    }
    Ok(())
}

/// The number of processors, and their model if the kernel reports one.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    match name {
        Some((_, name)) => format!("{cores} × {}", name.trim()),
        None => format!("{cores} processors"),
    }
}
