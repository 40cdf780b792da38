//! The errors of the own PostgreSQL, with messages for the operator who has to act on it.

use std::path::{Path, PathBuf};

/// Every error names the folder or process concerned and, where there is one, the remedy.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// No PostgreSQL 15 or newer on this machine.
    #[error(
        "no PostgreSQL 15 or newer was found (looked at: {searched}). `cargo xtask fetch-postgres` installs one \
         without root; or install the package postgresql, set FAIRWAY_POSTGRES_BIN to a folder that holds \
         `postgres` and `initdb`, or set DATABASE_URL to use a server of your own"
    )]
    NotFound {
        /// The places that were searched, for the operator to compare with what they expected.
        searched: String,
    },
    /// The configured folder holds no usable PostgreSQL.
    #[error("the configured PostgreSQL folder {} cannot be used: {reason}", .folder.display())]
    ConfiguredBinaries {
        /// The folder as configured.
        folder: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The cluster on disk belongs to another major version than any that was found.
    #[error(
        "{} was made by PostgreSQL {made_by}, but only {found} was found. Install PostgreSQL {made_by}, or move \
         the data with pg_dump and psql", .cluster.display()
    )]
    OtherVersion {
        /// The cluster folder.
        cluster: PathBuf,
        /// The major version in its `PG_VERSION`.
        made_by: u32,
        /// The majors that are present.
        found: String,
    },
    /// A second `fairway serve` on one data folder.
    #[error(
        "another `fairway serve`{} already runs on {}. Stop that one first, or give this one another \
         FAIRWAY_DATA_DIR", process_of(.pid), .data_dir.display()
    )]
    AlreadyServing {
        /// The data folder that both want.
        data_dir: PathBuf,
        /// The holder's process id, where it could be read.
        pid: Option<u32>,
    },
    /// Another process has been starting or stopping the server for longer than we wait.
    #[error(
        "waited {seconds} s for another process{} that is starting or stopping the PostgreSQL of {}",
        process_of(.pid), .data_dir.display()
    )]
    Busy {
        /// The data folder.
        data_dir: PathBuf,
        /// The holder's process id, where it could be read.
        pid: Option<u32>,
        /// How long we waited, seconds.
        seconds: u64,
    },
    /// A server of the cluster runs that is not visible from here: in another container.
    #[error(
        "a PostgreSQL of {} runs that cannot be seen from here, for instance in another container. Starting a \
         second one would destroy data: end that one first, or run this command where it runs",
        .data_dir.display()
    )]
    UsedElsewhere {
        /// The data folder.
        data_dir: PathBuf,
    },
    /// The disk is too full for a server to start.
    #[error(
        "PostgreSQL cannot start: the disk of {} is full ({} KiB are free). Make room there, some 450 MiB; a running \
         `fairway serve` goes on by itself then, any other command has to be started again",
        .folder.display(), .free / 1024
    )]
    DiskFull {
        /// A folder on the disk.
        folder: PathBuf,
        /// Bytes that are free.
        free: u64,
        /// The failure that this caused.
        #[source]
        source: Box<PostgresError>,
    },
    /// The cluster's folder disappeared while it was in use.
    #[error(
        "{} is gone. Nothing is made in its place: bring it back, or stop this process and restore a backup \
         (docs/operations/incidents.md)", .cluster.display()
    )]
    ClusterGone {
        /// The folder.
        cluster: PathBuf,
    },
    /// Not a folder that PostgreSQL made.
    #[error(
        "{} is no data folder of PostgreSQL: it has no PG_VERSION. Use the folder that `SHOW data_directory` returns",
        .folder.display()
    )]
    NoCluster {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder that is to be copied is in use.
    #[error(
        "{} is in use by process {pid}, a PostgreSQL: end it first. A copy of what is being written is of no use",
        .folder.display()
    )]
    CopyInUse {
        /// The folder.
        folder: PathBuf,
        /// One of the server's processes.
        pid: u32,
    },
    /// A folder changed while it was copied.
    #[error(
        "{} changed while it was copied: a PostgreSQL works on it that cannot be seen from here, for instance in \
         another container. End it first", .folder.display()
    )]
    CopyChanged {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder that is to be copied contains a link to files elsewhere.
    #[error(
        "{} is a link: a copy would work on the files behind it. Put these files into the folder, in a copy of it \
         that you make by hand, and name that one", .link.display()
    )]
    CopyLeads {
        /// The link.
        link: PathBuf,
    },
    /// There is not enough disk space for a copy.
    #[error(
        "there is no room in {} for a copy of {}: it takes {} MiB, and {} MiB are free. Name another folder for it",
        .folder.display(), .of.display(), .needed / 1_048_576, .free / 1_048_576
    )]
    NoRoomForCopy {
        /// The folder to be copied.
        of: PathBuf,
        /// Where to.
        folder: PathBuf,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The cluster belongs to another user of the machine.
    #[error(
        "{} belongs to user id {owner}, and this process runs as user id {me}: run it as that user, or as root",
        .path.display()
    )]
    ForeignOwner {
        /// The folder concerned.
        path: PathBuf,
        /// Its owner.
        owner: u32,
        /// Our effective user id.
        me: u32,
    },
    /// PostgreSQL refuses to run as root and there is no other user to run it. `nobody` is not used: any other program
    /// that runs as `nobody` would own the data.
    #[error(
        "PostgreSQL does not run as root, and a user for it alone could not be made ({reason}). Make one, such as with \
         `useradd --system --no-create-home --shell /usr/sbin/nologin fairway-postgres`, or run fairway as an ordinary \
         user, who then owns the data folder"
    )]
    NoUnprivilegedUser {
        /// Why it could not be made.
        reason: String,
    },
    /// Users are identified by name when they connect, and this user has none.
    #[error(
        "the user id {uid} that runs PostgreSQL has no name, and PostgreSQL neither runs as such a user nor lets one in: \
         add a line for it to /etc/passwd"
    )]
    NamelessUser {
        /// The user id.
        uid: u32,
    },
    /// An existing cluster is in a folder that its user cannot enter.
    #[error(
        "the user id {uid} that runs PostgreSQL cannot enter {}; allow it with `chmod o+x {}`, or move the data \
         folder", .folder.display(), .folder.display()
    )]
    Impassable {
        /// The first folder of the path that cannot be entered.
        folder: PathBuf,
        /// The user id that runs the server.
        uid: u32,
    },
    /// `initdb` failed.
    #[error("initdb failed in {}:\n{output}", .cluster.display())]
    Initdb {
        /// The folder it should have filled.
        cluster: PathBuf,
        /// Its output.
        output: String,
    },
    /// The server ended instead of starting.
    #[error("PostgreSQL did not start ({status}); the end of {}:\n{tail}", .log.display())]
    DidNotStart {
        /// How it ended.
        status: String,
        /// Its log file.
        log: PathBuf,
        /// The last lines of the log.
        tail: String,
    },
    /// The server runs but was not ready in time, for instance in a long recovery.
    #[error("PostgreSQL was not ready after {seconds} s; it may still be recovering, see {}", .log.display())]
    NotReady {
        /// How long we waited, seconds.
        seconds: u64,
        /// Its log file.
        log: PathBuf,
    },
    /// Processes of a server did not end on any signal.
    #[error("PostgreSQL process {pid} in {} does not end", .cluster.display())]
    DoesNotStop {
        /// The process id.
        pid: u32,
        /// The cluster folder.
        cluster: PathBuf,
    },
    /// A socket folder under the temporary folder has another owner or other permissions.
    #[error("{} exists but is not a private folder of user id {uid}: remove it", .folder.display())]
    SocketFolder {
        /// The folder.
        folder: PathBuf,
        /// The user id that should own it.
        uid: u32,
    },
    /// A file operation failed.
    #[error("cannot {what} {}: {source}", .path.display())]
    Io {
        /// The operation, as a verb.
        what: &'static str,
        /// The path concerned.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The server runs, but the first connection or the preparation of the database failed.
    #[cfg(feature = "supervisor")]
    #[error("PostgreSQL runs, but preparing its database failed")]
    Database(#[from] sqlx::Error),
    /// The thread that starts or stops the server panicked.
    #[error("the thread that supervises PostgreSQL ended unexpectedly")]
    Supervisor,
}

/// Adds the operation and the path to an I/O error, without which it is of no use to an operator.
pub(crate) trait At<T> {
    fn at(self, what: &'static str, path: &Path) -> Result<T, PostgresError>;
}

impl<T> At<T> for std::io::Result<T> {
    fn at(self, what: &'static str, path: &Path) -> Result<T, PostgresError> {
        self.map_err(|source| PostgresError::Io { what, path: path.to_owned(), source })
    }
}

fn process_of(pid: &Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}
