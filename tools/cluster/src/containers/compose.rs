//! Runs `docker compose` with the files of a deployment.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tokio::process::Command;

/// Each deployment's name of containers, networks and volumes begins with this one.
const PROJECT: &str = "fairway-test";
/// Long enough for the first start of a cluster with a debug build.
const TIMEOUT: Duration = Duration::from_secs(300);

/// A deployment.
pub(super) struct Compose {
    pub(super) name: &'static str,
    folder: PathBuf,
    variables: Vec<(&'static str, String)>,
}

impl Compose {
    /// The deployment of some files below a folder, separated by colons, with the variables that they read.
    pub(super) fn new(
        name: &'static str,
        folder: &Path,
        files: &str,
        variables: &[(&'static str, &str)],
    ) -> Self {
        let project = project(name);
        let own = [("COMPOSE_FILE", files), ("COMPOSE_PROJECT_NAME", &project)];
        let variables = own.iter().chain(variables).map(|&(name, value)| (name, value.to_owned())).collect();
        Self { name, folder: folder.to_owned(), variables }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs a program with the deployment's variables, in its folder, and returns what it printed.
    pub(super) async fn program(&self, program: &str, arguments: &[&str]) -> Result<String> {
        let line = format!("{program} {}", arguments.join(" "));
        println!("   {line}");
        let mut command = Command::new(program);
        command.args(arguments).envs(self.variables.iter().cloned()).current_dir(&self.folder);
        let output = command.stdin(Stdio::null()).kill_on_drop(true).output();
        let output = tokio::time::timeout(TIMEOUT, output).await;
        let output = output.with_context(|| format!("`{line}` took more than {} s", TIMEOUT.as_secs()))?;
        let output = output.with_context(|| format!("cannot start `{line}`"))?;
        let errors = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            let lines: Vec<&str> = errors.lines().collect();
            bail!("`{line}` failed:\n{}", lines[lines.len().saturating_sub(12)..].join("\n"));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    pub(super) async fn run(&self, arguments: &[&str]) -> Result<String> {
        self.program("docker", &[&["compose"], arguments].concat()).await
    }

    /// An operator's command.
    pub(super) async fn operator(&self, arguments: &[&str]) -> Result<String> {
        self.run(&[&["run", "--rm", "operator"], arguments].concat()).await
    }

    /// Imports the demonstration's data as a club's own: production accepts no accounts of a demonstration.
    pub(super) async fn import(&self) -> Result<()> {
        let folder = self.folder.join("demo-data");
        let volume = format!("{}:/data:ro", folder.display());
        for name in ["operators.json", "club-accounts.json", "settlements.json"] {
            let accounts = folder.join(name);
            if accounts.exists() {
                std::fs::remove_file(&accounts)
                    .with_context(|| format!("cannot remove {}", accounts.display()))?;
            }
        }
        self.run(&["run", "--rm", "--volume", &volume, "operator", "import", "/data"]).await?;
        Ok(())
    }

    /// Says what runs and what was said last: why something failed.
    pub(super) async fn show(&self) {
        for arguments in [&["ps", "--all"][..], &["logs", "--no-color", "--tail", "15"]] {
            println!("{}", self.run(arguments).await.unwrap_or_else(|error| format!("{error:#}")));
        }
    }

    /// Removes everything of the deployment.
    pub(super) async fn remove(&self) -> Result<()> {
        let everything = ["--profile", "*", "down", "--volumes", "--remove-orphans", "--timeout", "10"];
        self.run(&everything).await?;
        for list in ["container ls --all", "network ls", "volume ls"] {
            let label = format!("label=com.docker.compose.project={}", project(self.name));
            let arguments: Vec<&str> = list.split(' ').chain(["--quiet", "--filter", &label]).collect();
            let left = self.program("docker", &arguments).await?;
            ensure!(left.trim().is_empty(), "`down` left of `docker {list}`: {left}");
        }
        Ok(())
    }

    /// The volumes of the engine, those without a name too.
    pub(super) async fn volumes(&self) -> Result<Vec<String>> {
        let list = self.program("docker", &["volume", "ls", "--quiet"]).await?;
        Ok(list.lines().filter(|name| !name.starts_with(PROJECT)).map(str::to_owned).collect())
    }
}

fn project(name: &str) -> String {
    format!("{PROJECT}-{}", name.replace(' ', "-"))
}
