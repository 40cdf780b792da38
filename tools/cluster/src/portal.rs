//! Starts `fairway`: the web nodes, the projectors, and the commands that run once before them.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::Client;
use tokio::process::Command;

use crate::layout::Layout;
use crate::programs::Programs;
use crate::service::{Service, ServiceSpec};

/// Time for running requests to finish.
const STOP_TIMEOUT: Duration = Duration::from_secs(8);
/// Long enough to import the demo data on a slow machine with a debug build.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(300);

/// The settings that every `fairway` process gets.
pub(crate) struct Settings<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) pgbouncer: bool,
}

/// The name of a web node, from 1.
pub(crate) fn node_name(number: usize) -> String {
    format!("node{}", number + 1)
}

impl Settings<'_> {
    /// The URL of the database for its owner, at a port.
    pub(crate) fn owner_url(&self, port: u16) -> String {
        url("fairway", &self.layout.secrets.owner, port)
    }

    fn environment(&self, name: &str, databases: &[(&str, String)]) -> Result<Vec<(String, String)>> {
        let layout = self.layout;
        let environment = [
            ("FAIRWAY_MIGRATE_AT_START", "no".to_owned()),
            // The simulated members exceed the limits on purpose.
            ("FAIRWAY_BOOKINGS_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_CHANGES_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_PUBLIC_URL", format!("http://127.0.0.1:{}", layout.ports.portal)),
            ("FAIRWAY_TRUSTED_PROXIES", "127.0.0.1".to_owned()),
            ("FAIRWAY_METRICS_TOKEN", layout.secrets.metrics.clone()),
            ("FAIRWAY_DATA_DIR", layout.folder_of(name, None)?.display().to_string()),
        ];
        let all = environment.into_iter().chain(databases.iter().cloned());
        Ok(all.map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// The database URLs of a node: through PgBouncer if it is used, and a direct one for LISTEN. `database` is a port.
    fn web_database_urls(&self, database: u16) -> Vec<(&'static str, String)> {
        let direct = url("fairway_web", &self.layout.secrets.web, database);
        if self.pgbouncer {
            let pooled = url("fairway_web", &self.layout.secrets.web, self.layout.ports.pgbouncer);
            return vec![("DATABASE_URL", pooled), ("FAIRWAY_DIRECT_URL", direct)];
        }
        vec![("DATABASE_URL", direct)]
    }

    /// Starts a web node, which reaches its database at the port `database`.
    pub(crate) fn start_node(
        &self,
        programs: &Programs,
        number: usize,
        database: u16,
        extra_environment: &[(&str, &str)],
    ) -> Result<Service> {
        let name = node_name(number);
        let mut environment = self.environment(&name, &self.web_database_urls(database))?;
        let listen = format!("127.0.0.1:{}", self.layout.ports.nodes[number]);
        environment.push(("FAIRWAY_LISTEN".to_owned(), listen));
        environment.extend(extra_environment.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())));
        self.start(name, programs, &["serve", "--no-projectors"], environment)
    }

    /// Starts a projector; only one at a time works, the others wait.
    pub(crate) fn start_projector(&self, programs: &Programs, number: usize) -> Result<Service> {
        let name = format!("projector{}", number + 1);
        let database = url("fairway_projector", &self.layout.secrets.projector, self.layout.ports.primary);
        let owner = self.owner_url(self.layout.ports.primary);
        let environment =
            self.environment(&name, &[("DATABASE_URL", database), ("FAIRWAY_OWNER_URL", owner)])?;
        self.start(name, programs, &["project"], environment)
    }

    fn start(
        &self,
        name: String,
        programs: &Programs,
        arguments: &[&str],
        environment: Vec<(String, String)>,
    ) -> Result<Service> {
        let spec = ServiceSpec {
            name,
            program: programs.fairway.clone(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            environment,
            user: None,
            stop_timeout: STOP_TIMEOUT,
        };
        Service::start(self.layout, spec)
    }

    /// Runs a command of `fairway` to its end, as the owner of the database.
    pub(crate) async fn run_command(
        &self,
        programs: &Programs,
        name: &str,
        arguments: &[&str],
    ) -> Result<()> {
        let log = self.layout.log(name);
        let file = std::fs::File::create(&log).with_context(|| format!("cannot create {}", log.display()))?;
        let status = Command::new(&programs.fairway)
            .args(arguments)
            .env_clear()
            .envs(self.environment(name, &[("DATABASE_URL", self.owner_url(self.layout.ports.primary))])?)
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .kill_on_drop(true)
            .status();
        let status = tokio::time::timeout(COMMAND_TIMEOUT, status).await.with_context(|| {
            format!("`fairway {}` took more than {} s", arguments.join(" "), COMMAND_TIMEOUT.as_secs())
        })??;
        if !status.success() {
            bail!("`fairway {}` failed ({status}):\n{}", arguments.join(" "), last_lines(&log));
        }
        Ok(())
    }
}

/// The URL of the database at a port, for a role.
fn url(role: &str, password: &str, port: u16) -> String {
    format!("postgres://{role}:{password}@127.0.0.1:{port}/fairway")
}

/// Whether an address answers with status 200.
pub(crate) async fn answers_200(http: &Client, port: u16, path: &str) -> Option<()> {
    let answer = http.get(format!("http://127.0.0.1:{port}{path}")).send().await.ok()?;
    (answer.status() == 200).then_some(())
}

/// The last lines of a log, which say why the program failed.
fn last_lines(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}
