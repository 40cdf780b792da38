//! Which folder, port and password is whose. Chosen once and kept in `cluster.json`, since etcd and Patroni remember each
//! other's addresses.
//!
//! ```text
//! <folder>/lock            one `fairway-cluster` at a time
//! <folder>/kept            shared by every keeper: what a killed `fairway-cluster` left has ended when it is free
//! <folder>/cluster.json    ports and passwords (mode 0600)
//! <folder>/config/         the files of deploy/ha, where PostgreSQL's user can read them
//! <folder>/logs/           a log for each program
//! <folder>/<name>/         the program's data
//! ```

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fairway_postgres::throwaway::reachable;
use fairway_postgres::user::RunAs;
use serde::{Deserialize, Serialize};

/// Members of etcd, and PostgreSQL servers.
pub(crate) const MEMBERS: usize = 3;
/// Web nodes, and projectors.
pub(crate) const NODES: usize = 2;

/// From here on, a group for each PostgreSQL machine: numbers that Debian gives to nobody.
const MACHINE_GROUPS: u32 = 65_101;

/// Below the ports that the kernel gives to outgoing connections, which might take one while its program restarts.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// Keepers give their programs less than this to end.
const LONGEST_END: Duration = Duration::from_secs(30);

/// A port on loopback for each listener.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ports {
    pub(crate) etcd_clients: [u16; MEMBERS],
    pub(crate) etcd_peers: [u16; MEMBERS],
    pub(crate) patroni: [u16; MEMBERS],
    pub(crate) postgres: [u16; MEMBERS],
    /// HAProxy: the primary, the standbys, the portal.
    pub(crate) primary: u16,
    pub(crate) replicas: u16,
    pub(crate) portal: u16,
    pub(crate) pgbouncer: u16,
    pub(crate) nodes: [u16; NODES],
    /// Before the database of the last node: the line that a fault cuts.
    pub(crate) line: u16,
}

/// The passwords of this one cluster.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Secrets {
    pub(crate) superuser: String,
    pub(crate) replication: String,
    pub(crate) patroni: String,
    /// Of the role `fairway`, which owns the database.
    pub(crate) owner: String,
    /// Of the role `fairway_web`, as which nodes serve.
    pub(crate) web: String,
    /// Of the role `fairway_projector`.
    pub(crate) projector: String,
    /// Opens `/metrics`.
    pub(crate) metrics: String,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    ports: Ports,
    secrets: Secrets,
}

/// The cluster's place on this machine.
pub(crate) struct Layout {
    folder: PathBuf,
    pub(crate) ports: Ports,
    pub(crate) secrets: Secrets,
    /// As whom etcd, Patroni and HAProxy run.
    pub(crate) user: RunAs,
    /// Whether this is the first start in this folder.
    pub(crate) is_new: bool,
    /// Held for as long as the cluster runs.
    _lock: File,
}

impl Layout {
    /// Opens the folder, or makes it: somewhere in `/var/tmp` where PostgreSQL's user may not enter `wanted`.
    ///
    /// # Errors
    /// When another cluster runs in it, a port of it is taken, or it cannot be made.
    pub(crate) fn open(wanted: &Path, config: &Path) -> Result<Self> {
        let parent = wanted.parent().context("the cluster's folder is the root folder")?;
        let name = wanted.file_name().context("the cluster's folder has no name")?;
        let folder = reachable(parent)?.join(name);
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let user = RunAs::decide(None)?;
        let lock = lock(&folder)?;
        wait_for_keepers(&folder)?;
        let file = folder.join("cluster.json");
        let is_new = !file.exists();
        let kept = if is_new { choose(&file)? } else { read(&file)? };
        for port in kept.ports.all() {
            refuse_if_taken(port, &folder)?;
        }
        let layout = Self { folder, ports: kept.ports, secrets: kept.secrets, user, is_new, _lock: lock };
        make(&layout.logs(), None)?;
        layout.copy_config(config)?;
        Ok(layout)
    }

    /// Empties the folder of what an earlier cluster left, and opens it.
    ///
    /// # Errors
    /// As [`Self::open`], and when the folder is something else's.
    pub(crate) fn anew(wanted: &Path, config: &Path) -> Result<Self> {
        let earlier = Self::open(wanted, config)?;
        let folder = earlier.folder.clone();
        drop(earlier);
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        Self::open(wanted, config)
    }

    /// As whom a PostgreSQL machine runs. Each has a group of its own, by which the network of the faults tells them apart.
    pub(crate) fn machine(&self, number: usize) -> RunAs {
        let own = u32::try_from(number).map_or(self.user.gid, |number| MACHINE_GROUPS + number);
        RunAs { gid: if self.user.steps_down { own } else { self.user.gid }, ..self.user }
    }

    /// The files of `deploy/ha`.
    pub(crate) fn config(&self) -> PathBuf {
        self.folder.join("config")
    }

    /// Where the programs' logs are.
    pub(crate) fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    pub(crate) fn log(&self, name: &str) -> PathBuf {
        self.logs().join(format!("{name}.log"))
    }

    /// The whole folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The program's own folder, made for its user alone.
    pub(crate) fn folder_of(&self, name: &str, user: Option<RunAs>) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        make(&folder, user)?;
        Ok(folder)
    }

    /// Copied anew at each start, so that a change in the repository counts.
    fn copy_config(&self, from: &Path) -> Result<()> {
        for (from, to) in [
            (from.to_owned(), self.config()),
            (from.join("errors"), self.config().join("errors")),
            // Beside post_init.sh, which runs it.
            (from.join("../database"), self.config()),
        ] {
            std::fs::create_dir_all(&to).with_context(|| format!("cannot create {}", to.display()))?;
            std::fs::set_permissions(&to, PermissionsExt::from_mode(0o755))?;
            let entries =
                std::fs::read_dir(&from).with_context(|| format!("cannot read {}", from.display()))?;
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_file() {
                    let copy = to.join(entry.file_name());
                    std::fs::copy(entry.path(), &copy)
                        .with_context(|| format!("cannot write {}", copy.display()))?;
                    std::fs::set_permissions(&copy, PermissionsExt::from_mode(0o644))?;
                }
            }
        }
        Ok(())
    }
}

impl Ports {
    fn choose() -> Result<Self> {
        let mut found = Vec::new();
        // Begun elsewhere by each process, so that two clusters that are made at once do not meet.
        let offset = u16::try_from(std::process::id() % 200).unwrap_or_default() * 50;
        // Held until all are chosen.
        let mut held = Vec::new();
        for port in PORTS.clone().skip(usize::from(offset)).chain(PORTS) {
            if found.len() == 4 * MEMBERS + NODES + 5 {
                break;
            }
            if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) {
                held.push(listener);
                found.push(port);
            }
        }
        let mut found = found.into_iter();
        let mut next = || found.next().context("no ports are free on loopback between 20000 and 32000");
        Ok(Self {
            portal: next()?,
            primary: next()?,
            replicas: next()?,
            pgbouncer: next()?,
            line: next()?,
            nodes: [next()?, next()?],
            postgres: [next()?, next()?, next()?],
            patroni: [next()?, next()?, next()?],
            etcd_clients: [next()?, next()?, next()?],
            etcd_peers: [next()?, next()?, next()?],
        })
    }

    fn all(&self) -> impl Iterator<Item = u16> {
        let single = [self.primary, self.replicas, self.portal, self.pgbouncer, self.line];
        let several = [self.etcd_clients, self.etcd_peers, self.patroni, self.postgres];
        single.into_iter().chain(self.nodes).chain(several.into_iter().flatten())
    }
}

fn choose(file: &Path) -> Result<Kept> {
    let secrets = Secrets {
        superuser: secret()?,
        replication: secret()?,
        patroni: secret()?,
        owner: secret()?,
        web: secret()?,
        projector: secret()?,
        metrics: secret()?,
    };
    let kept = Kept { ports: Ports::choose()?, secrets };
    let text = serde_json::to_string_pretty(&kept)?;
    File::options()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(file)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(kept)
}

fn read(file: &Path) -> Result<Kept> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| {
        let folder = file.parent().unwrap_or(file);
        format!("{} is not this version's: remove {} to begin anew", file.display(), folder.display())
    })
}

/// 256 bits as hexadecimal digits: safe in addresses, in SQL and in a shell.
fn secret() -> Result<String> {
    let mut bytes = [0; 32];
    File::open("/dev/urandom")
        .and_then(|mut file| file.read_exact(&mut bytes))
        .context("no random numbers")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .with_context(|| format!("cannot open {}", path.display()))?;
    if file.try_lock().is_err() {
        bail!(
            "another fairway-cluster runs in {}: stop it first, or name another --folder",
            folder.display()
        );
    }
    Ok(file)
}

/// The file that every keeper holds a shared lock on.
pub(crate) fn kept(folder: &Path) -> Result<File> {
    let path = folder.join("kept");
    let open = File::options().create(true).truncate(false).read(true).write(true).open(&path);
    open.with_context(|| format!("cannot open {}", path.display()))
}

/// A cluster that was killed a moment ago is still ending: its keepers end their programs.
fn wait_for_keepers(folder: &Path) -> Result<()> {
    let file = kept(folder)?;
    let deadline = Instant::now() + LONGEST_END;
    while file.try_lock().is_err() {
        if Instant::now() > deadline {
            bail!("programs of an earlier fairway-cluster still run in {}", folder.display());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn refuse_if_taken(port: u16, folder: &Path) -> Result<()> {
    TcpListener::bind(("127.0.0.1", port)).map(drop).with_context(|| {
        format!(
            "port {port} of this cluster is taken by another program: stop that one, or remove {} to begin anew",
            folder.display()
        )
    })
}

fn make(folder: &Path, user: Option<RunAs>) -> Result<()> {
    match std::fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot create {}", folder.display())),
    }
    if let Some(user) = user {
        user.chown(folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_keeps_its_ports_and_passwords_and_nobody_else_reads_them() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cluster.json");
        let made = choose(&file).unwrap();
        let again = read(&file).unwrap();
        let ports: Vec<u16> = made.ports.all().collect();
        assert_eq!(ports, again.ports.all().collect::<Vec<_>>());
        assert_eq!(made.secrets.owner, again.secrets.owner);
        assert_ne!(made.secrets.owner, made.secrets.superuser);
        let mut distinct = ports.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), ports.len());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_folder_in_use_and_a_taken_port_are_refused_with_the_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let held = lock(folder.path()).unwrap();
        let error = lock(folder.path()).unwrap_err().to_string();
        assert!(error.contains("stop it first"), "{error}");
        drop(held);
        lock(folder.path()).unwrap();
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = refuse_if_taken(port, folder.path()).unwrap_err().to_string();
        assert!(error.contains(&port.to_string()) && error.contains("begin anew"), "{error}");
    }
}
