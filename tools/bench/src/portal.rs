//! Runs `fairway serve` as a child process: starts it, waits until it is ready, and ends it with SIGTERM as an operator
//! would.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// The seal of 10⁷ events takes over a minute.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(900);
const CATCH_UP_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// This is also the error of the measured time to ready.
const READY_POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The instant at which the portal's clock starts; the bench's bookings are relative to this day.
const CLOCK: &str = "2026-11-23T10:00:00+01:00";

/// A temporary folder for one portal's files; removed when dropped.
#[derive(Debug)]
pub(crate) struct DataFolder(PathBuf);

impl DataFolder {
    /// In the system's temporary folder, which the user that runs PostgreSQL can access.
    pub(crate) fn new(name: &str) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("fairway-bench-{}-{name}", std::process::id()));
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("cannot remove {}: {error}", self.0.display());
        }
    }
}

/// The path of a program that `cargo xtask bench` built.
pub(crate) fn program(variable: &str) -> Result<PathBuf> {
    let path = std::env::var_os(variable).map(PathBuf::from);
    path.with_context(|| format!("{variable} is not set: run `cargo xtask bench`"))
}

/// A running portal.
#[derive(Debug)]
pub(crate) struct Portal {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The time from its start until it was ready.
    pub(crate) ready_after: Duration,
    /// The folder of the portal's files and log, unless the caller owns it.
    _folder: Option<DataFolder>,
}

impl Portal {
    /// Starts a portal on a database of the bench's server.
    pub(crate) async fn on_database(url: &str) -> Result<Self> {
        let folder = DataFolder::new("portal")?;
        let mut portal = Self::start(folder.path(), &[("DATABASE_URL", url)]).await?;
        portal._folder = Some(folder);
        Ok(portal)
    }

    /// Starts a portal on a data folder, with its own PostgreSQL server.
    pub(crate) async fn on_folder(folder: &Path) -> Result<Self> {
        Self::start(folder, &[]).await
    }

    /// Loads the demo data into a data folder.
    pub(crate) fn import_demo_data(folder: &Path) -> Result<()> {
        let data =
            std::env::var_os("FAIRWAY_BENCH_DEMO_DATA").context("FAIRWAY_BENCH_DEMO_DATA is not set")?;
        let status = command(folder)?.arg("import").arg(data).status()?;
        anyhow::ensure!(status.success(), "the demo data cannot be imported ({status})");
        Ok(())
    }

    async fn start(folder: &Path, environment: &[(&str, &str)]) -> Result<Self> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = command(folder)?;
        command.arg("serve").env("FAIRWAY_LISTEN", address.to_string()).envs(environment.iter().copied());
        let start = Instant::now();
        let child = command.spawn().context("cannot start the portal")?;
        let mut portal = Self { child, address, ready_after: Duration::ZERO, _folder: None };
        while !is_ready(address).await {
            if start.elapsed() > READY_TIMEOUT {
                bail!("the portal was not ready in {READY_TIMEOUT:?}; its log: {}", log_of(folder));
            }
            if let Some(status) = portal.child.try_wait()? {
                bail!("the portal ended unexpectedly ({status}); its log: {}", log_of(folder));
            }
            tokio::time::sleep(READY_POLL_INTERVAL).await;
        }
        portal.ready_after = start.elapsed();
        Ok(portal)
    }

    /// Waits until no background work is left: until all projections, the seal and the mails have reached the journal's
    /// end, and PostgreSQL has vacuumed and written a checkpoint. Otherwise this work would slow the next measurement.
    pub(crate) async fn wait_until_idle(&self, pool: &PgPool) -> Result<()> {
        self.wait_until_caught_up(pool).await?;
        sqlx::raw_sql("VACUUM ANALYZE").execute(pool).await?;
        sqlx::raw_sql("CHECKPOINT").execute(pool).await?;
        Ok(())
    }

    /// Waits until all projections, the seal and the mails have reached the journal's end.
    pub(crate) async fn wait_until_caught_up(&self, pool: &PgPool) -> Result<()> {
        let start = Instant::now();
        while lagging_projections(pool).await? > 0 {
            if start.elapsed() > CATCH_UP_TIMEOUT {
                bail!("the portal's projections had not caught up in {CATCH_UP_TIMEOUT:?}");
            }
            tokio::time::sleep(CATCH_UP_POLL_INTERVAL).await;
        }
        Ok(())
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the portal and waits for its process.
    pub(crate) fn stop(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        if self.child.try_wait()?.is_none() {
            let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw).context("no process")?;
            kill_process(pid, Signal::TERM)?;
            self.child.wait()?;
        }
        Ok(())
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        if let Err(error) = self.end() {
            eprintln!("the portal could not be stopped: {error:#}");
        }
    }
}

/// The number of projections whose position is before the journal's head.
async fn lagging_projections(pool: &PgPool) -> Result<i64> {
    let statement =
        "SELECT count(*) FROM projections, journal_head WHERE projections.position < journal_head.position";
    Ok(sqlx::query_scalar(statement).fetch_one(pool).await?)
}

fn command(folder: &Path) -> Result<Command> {
    let log = File::options().create(true).append(true).open(folder.join("bench.log"))?;
    let mut command = Command::new(program("FAIRWAY_BENCH_PROGRAM")?);
    // A developer's own settings must not influence the measurement.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text == "DATABASE_URL" || (text.starts_with("FAIRWAY_") && text != "FAIRWAY_POSTGRES_BIN") {
            command.env_remove(&name);
        }
    }
    command
        .env("FAIRWAY_DATA_DIR", folder)
        .env("FAIRWAY_CLOCK", CLOCK)
        // A few members send all requests, so their rate limits are switched off.
        .env("FAIRWAY_BOOKINGS_PER_HOUR", "0")
        .env("FAIRWAY_CHANGES_PER_HOUR", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::from(log.try_clone()?))
        .stderr(Stdio::from(log));
    Ok(command)
}

fn log_of(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("bench.log")).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(10)..].join("\n")
}

async fn is_ready(address: SocketAddr) -> bool {
    let request = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n").await?;
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await?;
        anyhow::Ok(response.starts_with(b"HTTP/1.1 200"))
    };
    request.await.unwrap_or(false)
}
