//! Finds the programs of Debian's packages and those that cargo built.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use fairway_postgres::binaries::Candidates;

/// With etcd's v3 API, an older Patroni takes its lock back after a freeze, even if another server holds it.
const FIRST_SAFE_WITH_ETCD3: [u32; 3] = [3, 0, 3];
const UNSAFE_WITH_ETCD3: &str = "before Patroni 3.0.3 a primary that wakes deposes its successor by etcd's \
                                 third interface: take the second, or a newer Patroni \
                                 (docs/decisions/0033-patroni-by-etcds-second-interface.md)";
/// The newest major version that Debian's Patroni 3.0 supports.
const NEWEST_POSTGRES: u32 = 16;

/// The paths of the programs.
#[derive(Debug, Clone)]
pub(crate) struct Programs {
    pub(crate) etcd: PathBuf,
    pub(crate) patroni: PathBuf,
    /// The version of etcd's API that Patroni uses: 2 or 3.
    pub(crate) etcd_api_version: u8,
    pub(crate) haproxy: PathBuf,
    /// The folder with `postgres` and `psql`.
    pub(crate) postgres: PathBuf,
    pub(crate) fairway: PathBuf,
    pub(crate) replay_tool: PathBuf,
}

impl Programs {
    /// Finds all of them; `built` is the folder with `fairway`, `patroni` a program to use instead of Debian's.
    ///
    /// # Errors
    /// When packages are missing (the error names all of them), or when Patroni is not safe with that version of etcd's
    /// API.
    pub(crate) fn find(built: &Path, patroni: Option<&Path>, etcd_api_version: u8) -> Result<Self> {
        let mut missing = Vec::new();
        let mut find = |name: &str, package: &'static str| {
            on_path(name).unwrap_or_else(|| {
                missing.push(package);
                PathBuf::new()
            })
        };
        let etcd = find("etcd", "etcd-server");
        let patroni = match patroni {
            Some(patroni) => std::path::absolute(patroni)?,
            None => find("patroni", "patroni python3-etcd"),
        };
        let haproxy = find("haproxy", "haproxy");
        let _path_is_not_needed = find("pgbouncer", "pgbouncer");
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
            bail!("{} does not exist: run `cargo xtask cluster`, which builds it", fairway.display());
        }
        let replay_tool = built.join("replay-tool");
        if etcd_api_version == 3 {
            let version = version_of(&patroni)?;
            ensure!(version >= FIRST_SAFE_WITH_ETCD3, UNSAFE_WITH_ETCD3);
        }
        Ok(Self { etcd, patroni, etcd_api_version, haproxy, postgres, fairway, replay_tool })
    }
}

/// The version that `PROGRAM --version` prints.
fn version_of(patroni: &Path) -> Result<[u32; 3]> {
    let output = Command::new(patroni).arg("--version").output();
    let output = output.with_context(|| format!("{} does not run", patroni.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    version(&text).with_context(|| format!("{} --version says `{}`", patroni.display(), text.trim()))
}

/// The numbers in `patroni 3.0.2`.
fn version(text: &str) -> Option<[u32; 3]> {
    let mut numbers = text.split_whitespace().last()?.split('.').map(|number| number.parse().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

/// Also searches `/usr/sbin`, which is not on the `PATH` of ordinary users.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let system = ["/usr/sbin", "/usr/bin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(system).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debians_patroni_is_too_old_for_etcds_v3_api_and_newer_versions_are_not() {
        assert!(version("patroni 3.0.2\n").is_some_and(|version| version < FIRST_SAFE_WITH_ETCD3));
        for newer in ["patroni 3.0.3", "patroni 3.1.0", "patroni 4.1.5\n"] {
            assert!(version(newer).is_some_and(|version| version >= FIRST_SAFE_WITH_ETCD3), "{newer}");
        }
        assert_eq!(version("FATAL: Patroni requires psycopg2"), None);
    }
}
