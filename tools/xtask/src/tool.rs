//! Installs tools from crates.io: each in one version, with the dependencies of its own lock file, in a folder of this
//! user's that every clone shares. They are built without optimisation, because their build takes longer than their runs.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::job;
use crate::root::{plain_cargo, root, target};

/// A tool from crates.io.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// Runs the Rust tests, where the machine has none that is new enough.
pub(crate) const CARGO_NEXTEST: Tool = Tool { name: "cargo-nextest", version: "0.9.143" };
/// Checks the bans, licences, sources and known vulnerabilities of the Rust crates by `deny.toml`.
pub(crate) const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
/// Writes the bill of materials of the Rust crates.
pub(crate) const CARGO_CYCLONEDX: Tool = Tool { name: "cargo-cyclonedx", version: "0.5.9" };
/// Builds and runs the fuzz targets.
pub(crate) const CARGO_FUZZ: Tool = Tool { name: "cargo-fuzz", version: "0.13.2" };
/// Makes small changes to the code and checks whether a test fails.
pub(crate) const CARGO_MUTANTS: Tool = Tool { name: "cargo-mutants", version: "27.1.0" };

/// The folder of this user's tools.
pub(crate) fn tools_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    cache.map_or_else(|| target().join("tools"), |cache| cache.join("fairway/tools"))
}

impl Tool {
    /// Lets a cargo command find the tool as a subcommand. Builds the tool, unless it was built before.
    pub(crate) fn add_to_path(&self, cargo: &mut Command) -> Result<()> {
        let program = self.ensure()?;
        let own = program.parent().map(PathBuf::from);
        let path = std::env::var_os("PATH").unwrap_or_default();
        cargo.env("PATH", std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))?);
        Ok(())
    }

    /// A command of the tool in the repository's root folder. Builds the tool, unless it was built before.
    pub(crate) fn command(&self) -> Result<Command> {
        let program = self.ensure()?;
        let mut command = Command::new(program);
        command.current_dir(root());
        Ok(command)
    }

    fn ensure(&self) -> Result<PathBuf> {
        let folder = tools_folder().join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.name);
        if program.is_file() {
            return Ok(program);
        }
        println!("building {} {}, once on this machine", self.name, self.version);
        let build = target().join("tools").join(self.name);
        job::run(
            plain_cargo()
                .args([
                    "install",
                    "--quiet",
                    "--locked",
                    "--debug",
                    self.name,
                    "--version",
                    self.version,
                    "--root",
                ])
                .arg(&folder)
                .env("CARGO_TARGET_DIR", &build)
                .env("CARGO_PROFILE_DEV_DEBUG", "0")
                .env("CARGO_INCREMENTAL", "0"),
        )
        .with_context(|| format!("{} {} could not be built", self.name, self.version))?;
        std::fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))?;
        Ok(program)
    }
}
