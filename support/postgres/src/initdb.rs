//! Creates a cluster completely or not at all: in a temporary folder beside its final one, then by one rename.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::PostgresError;
use crate::binaries::Binaries;
use crate::error::At;
use crate::user::RunAs;

/// The superuser's name, PostgreSQL's usual one.
pub(crate) const SUPERUSER: &str = "postgres";

/// Small values for a machine that the server shares with the application. The log's pages are not compressed:
/// PostgreSQL's own method took half of the time in which a rebuild makes its indexes. They are in the cluster's
/// own `postgresql.conf`: an operator may change them, and they are never written again.
const SETTINGS: &str = "
# Chosen by fairway when it made this cluster; yours to change.
# (fsync, synchronous_commit, full_page_writes and the socket are given at every start and cannot be set here.)
shared_buffers = 256MB
effective_cache_size = 1GB
work_mem = 8MB
maintenance_work_mem = 128MB
max_wal_size = 2GB
# Used segments are used again: making one anew writes 16 MB of zeros while a commit waits.
min_wal_size = 1GB
random_page_cost = 1.1
# Queries are short: compiling one takes longer than running it.
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %u@%d '
# The details of a refused row are the row: personal data, in a file that no erasure reaches.
log_error_verbosity = terse
";

/// Creates the cluster in `cluster` unless it is there.
pub(crate) fn ensure_cluster(
    binaries: &Binaries,
    cluster: &Path,
    user: RunAs,
    safe: bool,
) -> Result<(), PostgresError> {
    if cluster.join("PG_VERSION").exists() {
        return Ok(());
    }
    let unfinished = cluster.with_extension("new");
    if unfinished.exists() {
        // Left by an attempt that was killed; nothing was ever stored in it.
        std::fs::remove_dir_all(&unfinished).at("remove", &unfinished)?;
    }
    crate::layout::private_folder(&unfinished, user)?;
    run(binaries, &unfinished, user, safe)?;
    let conf = unfinished.join("postgresql.conf");
    let mut file = std::fs::OpenOptions::new().append(true).open(&conf).at("open", &conf)?;
    file.write_all(SETTINGS.as_bytes()).and_then(|()| file.sync_all()).at("write", &conf)?;
    std::fs::rename(&unfinished, cluster).at("move into place", &unfinished)?;
    sync_parent(cluster)
}

fn run(binaries: &Binaries, folder: &Path, user: RunAs, safe: bool) -> Result<(), PostgresError> {
    let mut command = Command::new(binaries.program("initdb"));
    command
        .arg("--pgdata")
        .arg(folder)
        .args(["--username", SUPERUSER, "--encoding=UTF8"])
        // For throw-away clusters, whose socket's folder (mode 0700) is the only way in. The own server is started with
        // access rules of its own (`access`).
        .args(["--auth=trust", "--no-instructions"])
        .args(locale(binaries.major))
        .args(if safe { ["--data-checksums"] } else { ["--no-sync"] });
    let output = user
        .apply(clean_environment(&mut command))
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .at("run", &binaries.program("initdb"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let output = String::from_utf8_lossy(&text).trim().to_owned();
    Err(PostgresError::Initdb { cluster: folder.to_owned(), output })
}

/// Version 17 brought a C.UTF-8 of PostgreSQL's own, the same on every machine; before it only C is that.
fn locale(major: u32) -> &'static [&'static str] {
    if major >= 17 {
        &["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    } else {
        &["--locale=C"]
    }
}

/// Settings of our own environment must not reach the server, and its messages must be in English.
pub(crate) fn clean_environment(command: &mut Command) -> &mut Command {
    let ours = std::env::vars_os().map(|(name, _)| name);
    for name in ours.filter(|name| name.to_string_lossy().starts_with("PG")) {
        command.env_remove(name);
    }
    command.env_remove("LANG").env("LC_ALL", "C").env("TZ", "UTC").stdin(Stdio::null())
}

/// Without this a power failure may undo the rename.
fn sync_parent(cluster: &Path) -> Result<(), PostgresError> {
    let parent = cluster.parent().map_or_else(|| PathBuf::from("/"), Path::to_owned);
    std::fs::File::open(&parent).and_then(|folder| folder.sync_all()).at("sync", &parent)
}
