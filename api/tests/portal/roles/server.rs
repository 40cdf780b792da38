//! A PostgreSQL server with the roles of `deploy/database/roles.sql`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::str::FromStr;

use fairway_postgres::throwaway::{Durability, Throwaway};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};

use crate::process::fairway;
use crate::support::data_set;

/// The passwords of all roles, in the script's environment.
const PASSWORDS: [(&str, &str); 5] = [
    ("FAIRWAY_DATABASE_PASSWORD", "owner"),
    ("FAIRWAY_WEB_PASSWORD", "web"),
    ("FAIRWAY_PROJECTOR_PASSWORD", "projector"),
    ("FAIRWAY_READER_PASSWORD", "reader"),
    ("FAIRWAY_ANALYST_PASSWORD", "analyst"),
];

/// The server; its roles are those of the script.
pub(super) struct Roles {
    server: Throwaway,
    data: tempfile::TempDir,
}

impl Roles {
    /// Without any role of the script.
    pub(super) async fn none() -> Self {
        let binaries =
            std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let server = Throwaway::start(parent, binaries.as_deref(), Durability::None).expect("a cluster");
        Self { server, data: tempfile::tempdir().expect("a folder") }
    }

    /// With all roles, created twice: the script may be repeated.
    pub(super) async fn made() -> Self {
        let roles = Self::none().await;
        roles.make();
        roles.make();
        roles
    }

    pub(super) fn make(&self) {
        self.make_with(&PASSWORDS);
    }

    pub(super) fn make_with(&self, passwords: &[(&str, &str)]) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/database/roles.sql");
        let output = Command::new("psql")
            .args(["--no-psqlrc", "--quiet", "--dbname", &self.server.url(), "--file"])
            .arg(script)
            .envs(passwords.iter().copied())
            .output()
            .expect("psql: install it (postgresql-client), as whoever makes the roles needs it");
        succeeds(&output);
    }

    /// As the owner.
    pub(super) fn migrate(&mut self) {
        self.command("fairway", &["migrate"]);
    }

    /// As the owner.
    pub(super) fn import(&mut self) {
        self.command("fairway", &["import", data_set().to_str().expect("a path")]);
    }

    /// Runs a command of the program until it ends.
    pub(super) fn command(&self, role: &str, arguments: &[&str]) {
        let mut command = fairway(self.data.path(), arguments);
        command.env("DATABASE_URL", self.url(role)).env("FAIRWAY_MIGRATE_AT_START", "no");
        succeeds(&command.output().expect("it runs"));
    }

    /// The database's address for a role.
    pub(super) fn url(&self, role: &str) -> String {
        self.options(role, "fairway").to_url_lossy().to_string()
    }

    fn options(&self, role: &str, database: &str) -> PgConnectOptions {
        let options = PgConnectOptions::from_str(&self.server.url()).expect("an address");
        options.username(role).database(database)
    }

    pub(super) async fn connect(&self, role: &str) -> PgConnection {
        self.connect_to(role, "fairway").await
    }

    pub(super) async fn connect_to(&self, role: &str, database: &str) -> PgConnection {
        self.options(role, database).connect().await.expect("a connection")
    }

    pub(super) fn socket_folder(&self) -> &Path {
        self.server.socket_folder()
    }

    /// Whether the role may not connect to a database at all.
    pub(super) async fn refuses_to_connect(&self, role: &str, database: &str) -> bool {
        let error = self.options(role, database).connect().await.err();
        error.is_some_and(|error| {
            error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("42501"))
        })
    }

    pub(super) fn stop(&mut self) {
        self.server.end().expect("the server ends");
    }
}

fn succeeds(output: &Output) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    assert!(!words.contains("ERROR"), "{words}");
}
