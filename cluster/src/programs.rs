//! Finds the programs: Debian's, and those that cargo built.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fairway_postgres::binaries::Candidates;

/// Debian's Patroni 3.0 knows PostgreSQL up to this.
const NEWEST_POSTGRES: u32 = 16;

/// Where each program is.
#[derive(Debug)]
pub(crate) struct Programs {
    pub(crate) etcd: PathBuf,
    pub(crate) patroni: PathBuf,
    pub(crate) haproxy: PathBuf,
    /// The folder with `postgres` and `psql`.
    pub(crate) postgres: PathBuf,
    pub(crate) fairway: PathBuf,
    pub(crate) replay_tool: PathBuf,
}

impl Programs {
    /// Looks for all of them; `built` is the folder with `fairway`.
    ///
    /// # Errors
    /// With the packages that are missing, all at once.
    pub(crate) fn find(built: &Path) -> Result<Self> {
        let mut missing = Vec::new();
        let mut find = |name: &str, package: &'static str| {
            on_path(name).unwrap_or_else(|| {
                missing.push(package);
                PathBuf::new()
            })
        };
        let (etcd, patroni) = (find("etcd", "etcd-server"), find("patroni", "patroni python3-etcd"));
        let haproxy = find("haproxy", "haproxy");
        let _only_that_it_is_there = find("pgbouncer", "pgbouncer");
        if !missing.is_empty() {
            bail!("missing: run `apt-get install --no-install-recommends {}`", missing.join(" "));
        }
        let candidates = Candidates::search(None)?;
        let postgres = candidates
            .usable
            .into_iter()
            .find(|found| found.major <= NEWEST_POSTGRES && found.program("psql").is_file())
            .context("no PostgreSQL 15 or 16 with psql: run `apt-get install postgresql-15`")?
            .folder;
        let fairway = built.join("fairway");
        if !fairway.is_file() {
            bail!("{} is not there: run `cargo xtask cluster`, which builds it", fairway.display());
        }
        let replay_tool = built.join("replay-tool");
        Ok(Self { etcd, patroni, haproxy, postgres, fairway, replay_tool })
    }
}

/// Debian puts some of them where only root looks.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let system = ["/usr/sbin", "/usr/bin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(system).map(|folder| folder.join(name)).find(|file| file.is_file())
}
