//! The folders, ports, passwords and users of the programs. Ports and passwords are chosen once and stored in
//! `cluster.json`, because etcd and Patroni store each other's addresses.
//!
//! ```text
//! <folder>/lock            locked by the one `fairway-cluster` that runs in the folder
//! <folder>/kept            locked (shared) by every supervisor; free when all programs of a killed cluster have ended
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

/// The number of etcd members, and of PostgreSQL servers.
pub(crate) const SERVERS: usize = 3;
/// The number of web nodes, and of projectors.
pub(crate) const NODES: usize = 2;

/// The first of the group ids of the PostgreSQL machines, one each. Debian assigns these ids to no group.
const FIRST_MACHINE_GROUP: u32 = 65_101;

/// Below the ports that the kernel assigns to outgoing connections: those could take a port while its program restarts.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// Longer than any supervisor needs to stop its program.
const SUPERVISOR_END_TIMEOUT: Duration = Duration::from_secs(30);

/// A port on loopback for each listener.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ports {
    pub(crate) etcd_clients: [u16; SERVERS],
    pub(crate) etcd_peers: [u16; SERVERS],
    pub(crate) patroni: [u16; SERVERS],
    pub(crate) postgres: [u16; SERVERS],
    /// HAProxy: the primary, the standbys, the portal.
    pub(crate) primary: u16,
    pub(crate) replicas: u16,
    pub(crate) portal: u16,
    pub(crate) pgbouncer: u16,
    pub(crate) nodes: [u16; NODES],
    /// The proxy between the last node and its database, which injects faults.
    #[serde(rename = "line")]
    pub(crate) database_proxy: u16,
}

/// The passwords of this cluster.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Secrets {
    pub(crate) superuser: String,
    pub(crate) replication: String,
    pub(crate) patroni: String,
    /// Of the role `fairway`, which owns the database.
    pub(crate) owner: String,
    /// Of the role `fairway_web`, which the nodes log in as.
    pub(crate) web: String,
    /// Of the role `fairway_projector`.
    pub(crate) projector: String,
    /// The bearer token of `/metrics`.
    pub(crate) metrics: String,
}

/// The content of `cluster.json`.
#[derive(Serialize, Deserialize)]
struct StoredSettings {
    ports: Ports,
    secrets: Secrets,
}

/// The folder, ports, passwords and users of a cluster.
pub(crate) struct Layout {
    folder: PathBuf,
    pub(crate) ports: Ports,
    pub(crate) secrets: Secrets,
    /// The user that etcd, Patroni and HAProxy run as.
    pub(crate) user: RunAs,
    /// Whether this is the first start in this folder.
    pub(crate) is_new: bool,
    /// Locked as long as this value exists.
    _lock: File,
}

impl Layout {
    /// Opens or creates the folder. It is below `/var/tmp` if PostgreSQL's user may not enter the parent of `wanted`.
    ///
    /// # Errors
    /// When another cluster runs in it, one of its ports is in use, or it cannot be created.
    pub(crate) fn open(wanted: &Path, config: &Path) -> Result<Self> {
        let parent = wanted.parent().context("the cluster's folder is the root folder")?;
        let name = wanted.file_name().context("the cluster's folder has no name")?;
        let folder = reachable(parent)?.join(name);
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let user = RunAs::decide(None)?;
        let lock = lock(&folder)?;
        wait_for_supervisors(&folder)?;
        let file = folder.join("cluster.json");
        let is_new = !file.exists();
        let settings = if is_new { create_settings(&file)? } else { read_settings(&file)? };
        for port in settings.ports.all() {
            refuse_if_taken(port, &folder)?;
        }
        let layout =
            Self { folder, ports: settings.ports, secrets: settings.secrets, user, is_new, _lock: lock };
        create_private_folder(&layout.logs(), None)?;
        layout.copy_config(config)?;
        Ok(layout)
    }

    /// Removes the data of an earlier cluster from the folder, and opens it.
    ///
    /// # Errors
    /// As [`Self::open`], and when the folder cannot be removed.
    pub(crate) fn open_empty(wanted: &Path, config: &Path) -> Result<Self> {
        let earlier = Self::open(wanted, config)?;
        let folder = earlier.folder.clone();
        drop(earlier);
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        Self::open(wanted, config)
    }

    /// The user of a PostgreSQL machine. Each machine has its own group, by which `faults::network` distinguishes
    /// machines.
    pub(crate) fn machine_user(&self, number: usize) -> RunAs {
        let machine_gid = u32::try_from(number).map_or(self.user.gid, |number| FIRST_MACHINE_GROUP + number);
        RunAs { gid: if self.user.steps_down { machine_gid } else { self.user.gid }, ..self.user }
    }

    /// The copy of `deploy/ha`.
    pub(crate) fn config(&self) -> PathBuf {
        self.folder.join("config")
    }

    /// The folder of the logs.
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

    /// The program's own folder, which only its user can enter; created if it does not exist.
    pub(crate) fn folder_of(&self, name: &str, user: Option<RunAs>) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        create_private_folder(&folder, user)?;
        Ok(folder)
    }

    /// Copies the configuration at each start, so that a change in the repository takes effect.
    fn copy_config(&self, from: &Path) -> Result<()> {
        for (from, to) in [
            (from.to_owned(), self.config()),
            (from.join("errors"), self.config().join("errors")),
            // In the same folder as post_init.sh, which runs roles.sql.
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
        // Each process begins at another port, so that two clusters that are created concurrently get different ones.
        let offset = u16::try_from(std::process::id() % 200).unwrap_or_default() * 50;
        // Bound until all are chosen, so that no port is chosen twice.
        let mut listeners = Vec::new();
        for port in PORTS.clone().skip(usize::from(offset)).chain(PORTS) {
            if found.len() == 4 * SERVERS + NODES + 5 {
                break;
            }
            if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) {
                listeners.push(listener);
                found.push(port);
            }
        }
        let mut found = found.into_iter();
        let mut next = || found.next().context("too few free ports on loopback between 20000 and 32000");
        Ok(Self {
            portal: next()?,
            primary: next()?,
            replicas: next()?,
            pgbouncer: next()?,
            database_proxy: next()?,
            nodes: [next()?, next()?],
            postgres: [next()?, next()?, next()?],
            patroni: [next()?, next()?, next()?],
            etcd_clients: [next()?, next()?, next()?],
            etcd_peers: [next()?, next()?, next()?],
        })
    }

    fn all(&self) -> impl Iterator<Item = u16> {
        let single = [self.primary, self.replicas, self.portal, self.pgbouncer, self.database_proxy];
        let several = [self.etcd_clients, self.etcd_peers, self.patroni, self.postgres];
        single.into_iter().chain(self.nodes).chain(several.into_iter().flatten())
    }
}

fn create_settings(file: &Path) -> Result<StoredSettings> {
    let secrets = Secrets {
        superuser: random_secret()?,
        replication: random_secret()?,
        patroni: random_secret()?,
        owner: random_secret()?,
        web: random_secret()?,
        projector: random_secret()?,
        metrics: random_secret()?,
    };
    let settings = StoredSettings { ports: Ports::choose()?, secrets };
    let text = serde_json::to_string_pretty(&settings)?;
    File::options()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(file)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(settings)
}

fn read_settings(file: &Path) -> Result<StoredSettings> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| {
        let folder = file.parent().unwrap_or(file);
        format!(
            "{} belongs to another version: remove {} to start with a new cluster",
            file.display(),
            folder.display()
        )
    })
}

/// 256 random bits as hexadecimal digits, which need no escaping in URLs, in SQL and in a shell.
fn random_secret() -> Result<String> {
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

/// The file that every supervisor holds a shared lock on.
pub(crate) fn supervisor_lock_file(folder: &Path) -> Result<File> {
    let path = folder.join("kept");
    let open = File::options().create(true).truncate(false).read(true).write(true).open(&path);
    open.with_context(|| format!("cannot open {}", path.display()))
}

/// Waits until the supervisors of a cluster that was killed have stopped their programs.
fn wait_for_supervisors(folder: &Path) -> Result<()> {
    let file = supervisor_lock_file(folder)?;
    let deadline = Instant::now() + SUPERVISOR_END_TIMEOUT;
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
            "port {port} of this cluster is in use by another program: stop it, or remove {} to begin anew",
            folder.display()
        )
    })
}

fn create_private_folder(folder: &Path, user: Option<RunAs>) -> Result<()> {
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
    fn ports_and_passwords_are_stored_in_a_file_that_only_its_owner_can_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cluster.json");
        let created = create_settings(&file).unwrap();
        let stored = read_settings(&file).unwrap();
        let ports: Vec<u16> = created.ports.all().collect();
        assert_eq!(ports, stored.ports.all().collect::<Vec<_>>());
        assert_eq!(created.secrets.owner, stored.secrets.owner);
        assert_ne!(created.secrets.owner, created.secrets.superuser);
        let mut distinct = ports.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), ports.len());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_folder_and_a_port_in_use_are_refused_with_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let first_lock = lock(folder.path()).unwrap();
        let error = lock(folder.path()).unwrap_err().to_string();
        assert!(error.contains("stop it first"), "{error}");
        drop(first_lock);
        lock(folder.path()).unwrap();
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = refuse_if_taken(port, folder.path()).unwrap_err().to_string();
        assert!(error.contains(&port.to_string()) && error.contains("begin anew"), "{error}");
    }
}
